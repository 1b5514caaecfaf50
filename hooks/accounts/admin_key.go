package accounts

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// adminKeyVariable is the environment variable that overrides the stored key.
const adminKeyVariable = "DESKMATE_ADMIN_KEY"

// adminKeyMinimum is how many characters an admin key has at least.
const adminKeyMinimum = 12

// checkAdminKey refuses a key that is too short.
func checkAdminKey(key string) error {
	if utf8.RuneCountInString(strings.TrimSpace(key)) < adminKeyMinimum {
		return errors.New("the admin key must be at least 12 characters long")
	}
	return nil
}

// refuseShortKey refuses to start with a key in the environment that is too short.
func refuseShortKey(e *core.ServeEvent) error {
	if key := os.Getenv(adminKeyVariable); key != "" {
		if err := checkAdminKey(key); err != nil {
			return fmt.Errorf("%s: %w", adminKeyVariable, err)
		}
	}
	return e.Next()
}

// admitAdmin refuses an admin registration unless the key is correct
// (docs/product.md, section 2.2).
func admitAdmin(app core.App, key string) error {
	if expected := os.Getenv(adminKeyVariable); expected != "" {
		given, wanted := sha256.Sum256([]byte(key)), sha256.Sum256([]byte(expected))
		if subtle.ConstantTimeCompare(given[:], wanted[:]) == 1 {
			return nil
		}
		return wrongKey()
	}
	site, err := store.FindSite(app)
	if err != nil {
		return err
	}
	hash := site.GetString(store.AdminKeyHash)
	if hash == "" {
		return failures.Forbidden("Admin registration is disabled")
	}
	// A key that was set before keys had a minimum no longer works.
	if checkAdminKey(key) != nil || bcrypt.CompareHashAndPassword([]byte(hash), []byte(key)) != nil {
		return wrongKey()
	}
	return nil
}

func wrongKey() error {
	return &failures.Failure{Status: 403, Problems: domain.Problems{
		{Field: "adminKey", Code: domain.Invalid, Message: "Invalid admin key"},
	}}
}

// SetAdminKey stores the hash of a new admin key. The key itself is not stored.
func SetAdminKey(app core.App, key string) error {
	if domain.IsBlank(key) {
		return errors.New("the admin key is empty")
	}
	if err := checkAdminKey(key); err != nil {
		return err
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(key), bcrypt.DefaultCost)
	if err != nil {
		return errors.New("the admin key may be at most 72 bytes long")
	}
	return storeKeyHash(app, string(hash))
}

// ClearAdminKey removes the stored admin key.
func ClearAdminKey(app core.App) error { return storeKeyHash(app, "") }

func storeKeyHash(app core.App, hash string) error {
	return transaction.Run(context.Background(), app, func(_ context.Context, tx core.App) error {
		site, err := store.FindSite(tx)
		if err != nil {
			return err
		}
		site.Set(store.AdminKeyHash, hash)
		return tx.Save(site)
	})
}
