package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"os"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"deskmate/hooks/failures"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// adminKeyVariable is the environment variable that overrides the stored key.
const adminKeyVariable = "DESKMATE_ADMIN_KEY"

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
	site, err := records.FindSite(app)
	if err != nil {
		return err
	}
	hash := site.GetString(records.AdminKeyHash)
	if hash == "" {
		return failures.Forbidden("Admin registration is disabled")
	}
	if bcrypt.CompareHashAndPassword([]byte(hash), []byte(key)) != nil {
		return wrongKey()
	}
	return nil
}

func wrongKey() error {
	return &failures.Failure{Status: 403, Problems: rules.Problems{
		{Field: "adminKey", Code: rules.Invalid, Message: "Invalid admin key"},
	}}
}

// SetAdminKey stores the hash of a new admin key. The key itself is not stored.
func SetAdminKey(app core.App, key string) error {
	if rules.IsBlank(key) {
		return errors.New("the admin key is empty")
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(key), bcrypt.DefaultCost)
	if err != nil {
		return errors.New("the admin key may be at most 72 bytes long")
	}
	return writes.Run(context.Background(), app, func(_ context.Context, tx core.App) error {
		site, err := records.FindSite(tx)
		if err != nil {
			return err
		}
		site.Set(records.AdminKeyHash, string(hash))
		return tx.Save(site)
	})
}
