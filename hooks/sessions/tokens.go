package sessions

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// tokenSize is the length of a derived token in bytes: 160 bits.
const tokenSize = 20

// DeriveToken returns the token for a purpose and what it opens. The same parts always
// give the same token.
func DeriveToken(app core.App, purpose string, parts ...string) (string, error) {
	key, err := readTokenKey(app)
	if err != nil {
		return "", err
	}
	return deriveToken(key, purpose, parts...), nil
}

func readTokenKey(app core.App) ([]byte, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return nil, err
	}
	key := site.GetString(store.LinkKey)
	if key == "" {
		return nil, errors.New("the site has no key to derive links from")
	}
	return []byte(key), nil
}

func deriveToken(key []byte, purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range append([]string{purpose}, parts...) {
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part)) // so that no two lists of parts read alike
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:tokenSize])
}

// TokenJoiner returns a function that returns tokens for a purpose. Each names what it opens,
// followed by its secret.
func TokenJoiner(app core.App, purpose string) (func(id string, parts ...string) string, error) {
	key, err := readTokenKey(app)
	if err != nil {
		return nil, err
	}
	return func(id string, parts ...string) string {
		return id + "." + deriveToken(key, purpose, append([]string{id}, parts...)...)
	}, nil
}

// JoinToken returns one such token.
func JoinToken(app core.App, purpose, id string, parts ...string) (string, error) {
	join, err := TokenJoiner(app, purpose)
	if err != nil {
		return "", err
	}
	return join(id, parts...), nil
}

// SplitToken returns what a token names, and its secret.
func SplitToken(token string) (id, secret string) {
	id, secret, _ = strings.Cut(token, ".")
	return id, secret
}

// TokenMatches reports whether a token is the one that Join returns for these parts.
func TokenMatches(app core.App, token, purpose, id string, parts ...string) (bool, error) {
	expected, err := JoinToken(app, purpose, id, parts...)
	return err == nil && hmac.Equal([]byte(token), []byte(expected)), err
}
