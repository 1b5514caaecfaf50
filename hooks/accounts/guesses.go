package accounts

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/store"
)

// Labels of the limits on wrong passwords of one account: those of one of its browsers or
// of one network, and those of all browsers together that it has not been used from.
const (
	logInLimit   = "users:logIn"
	unknownLimit = "users:logInFromNewDevices"
)

// takeGuess counts an attempt to guess the password of an address, or refuses it.
// release gives it back, if the password was right. A browser that the account has been
// used from counts for itself, so strangers do not lock the owner out. Addresses without
// an account count too, because the answer must not reveal which have one.
func takeGuess(e *core.RequestEvent, email string) (release func(), err error) {
	account, err := store.ReadGuessed(e.Request.Context(), e.App, email)
	if err != nil {
		return nil, err
	}
	// A new password changes the account's key, and so begins anew.
	key := guessKey(email, account.TokenKey)
	digest := browserDigest(account.ID, secretOf(e))
	isKnown := slices.Contains(strings.Fields(account.Browsers), digest)
	origin := guessKey(key, api.Network(e))
	if isKnown {
		origin = guessKey(key, digest)
	}
	narrow, wide := api.AttemptsOf(e.App, logInLimit), api.AttemptsOf(e.App, unknownLimit)
	if err := narrow.Take(origin); err != nil {
		return nil, err
	}
	if isKnown {
		return func() { narrow.Release(origin) }, nil
	}
	if err := wide.Take(key); err != nil {
		narrow.Release(origin)
		return nil, err
	}
	return func() {
		narrow.Release(origin)
		wide.Release(key)
	}, nil
}

// guessKey returns the key of a counter. It is a digest, because an address may be long
// and the key stays in memory until the window ends.
func guessKey(parts ...string) string {
	digest := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return string(digest[:])
}
