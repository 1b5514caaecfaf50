package orders

import (
	"crypto/rand"
	"errors"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// referenceLetters leaves out characters that are easily confused.
const referenceLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// NewReference returns a reference that no record of the collection has yet, such as
// A-7F3K2M for the prefix A.
func NewReference(app core.App, collection, prefix string) (string, error) {
	return freeReference(app, collection, func() string { return randomReference(prefix) })
}

// freeReference generates references until one is free.
func freeReference(app core.App, collection string, next func() string) (string, error) {
	for range 10 {
		reference := next()
		// The second condition lets SQLite use an index of rows that have a reference.
		taken, err := app.CountRecords(collection, dbx.HashExp{store.Reference: reference}, dbx.NewExp("reference != ''"))
		if err != nil || taken == 0 {
			return reference, err
		}
	}
	return "", errors.New("ten references in a row were taken")
}

func randomReference(prefix string) string { return prefix + "-" + randomLetters(6) }

func randomLetters(count int) string {
	random := make([]byte, count)
	_, _ = rand.Read(random) // never fails
	for i, b := range random {
		random[i] = referenceLetters[int(b)%len(referenceLetters)]
	}
	return string(random)
}

// NewReceiptCode returns the code of a receipt, such as 7F3K2-M4XWT-9Q2PA-HJ6RB. Nobody
// guesses one: it has more than 96 bits.
func NewReceiptCode() string {
	groups := make([]string, 4)
	for i := range groups {
		groups[i] = randomLetters(5)
	}
	return strings.Join(groups, "-")
}
