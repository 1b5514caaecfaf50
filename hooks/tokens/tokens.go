// Package tokens derives the secrets of links from the site's own key. Such a token
// can be shown again to those who may see it, and nothing that is stored opens
// anything without the key.
package tokens

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// size is the length of a derived token in bytes: 160 bits.
const size = 20

// Derive returns the token for a purpose and what it opens. The same parts always
// give the same token.
func Derive(app core.App, purpose string, parts ...string) (string, error) {
	key, err := readKey(app)
	if err != nil {
		return "", err
	}
	return derive(key, purpose, parts...), nil
}

func readKey(app core.App) ([]byte, error) {
	site, err := records.FindSite(app)
	if err != nil {
		return nil, err
	}
	key := site.GetString(records.LinkKey)
	if key == "" {
		return nil, errors.New("the site has no key to derive links from")
	}
	return []byte(key), nil
}

func derive(key []byte, purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range append([]string{purpose}, parts...) {
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part)) // so that no two lists of parts read alike
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:size])
}

// Joiner returns a function that returns tokens for a purpose. Each names what it opens,
// followed by its secret.
func Joiner(app core.App, purpose string) (func(id string, parts ...string) string, error) {
	key, err := readKey(app)
	if err != nil {
		return nil, err
	}
	return func(id string, parts ...string) string {
		return id + "." + derive(key, purpose, append([]string{id}, parts...)...)
	}, nil
}

// Join returns one such token.
func Join(app core.App, purpose, id string, parts ...string) (string, error) {
	join, err := Joiner(app, purpose)
	if err != nil {
		return "", err
	}
	return join(id, parts...), nil
}

// Split returns what a token names, and its secret.
func Split(token string) (id, secret string) {
	id, secret, _ = strings.Cut(token, ".")
	return id, secret
}

// Matches reports whether a token is the one that Join returns for these parts.
func Matches(app core.App, token, purpose, id string, parts ...string) (bool, error) {
	expected, err := Join(app, purpose, id, parts...)
	return err == nil && hmac.Equal([]byte(token), []byte(expected)), err
}
