package accounts

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/term"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// adminKeyVariable is the environment variable that overrides the stored key.
const adminKeyVariable = "DESKMATE_ADMIN_KEY"

// adminKeyMinimum is the least number of characters in an admin key.
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

// NewAdminKeyCommand returns the commands `admin-key set` and `admin-key clear`, with which
// operators enable and end admin registration (docs/product.md, section 2.2).
func NewAdminKeyCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "admin-key", Short: "Manages the key for admin registration"}
	command.AddCommand(newSetCommand(app), newClearCommand(app))
	return command
}

func newSetCommand(app core.App) *cobra.Command {
	var generate bool
	command := &cobra.Command{
		Use:          "set",
		Short:        "Sets a new admin key, typed or generated; only its hash is stored",
		Example:      "  deskmate admin-key set --generate",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			key := rand.Text()
			if !generate {
				var err error
				if key, err = readKey(command.InOrStdin(), command.OutOrStdout()); err != nil {
					return err
				}
			}
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			if err := SetAdminKey(app, key); err != nil {
				return err
			}
			if generate {
				_, err := fmt.Fprintln(command.OutOrStdout(), "Admin key (shown only once):", key)
				return err
			}
			_, err := fmt.Fprintln(command.OutOrStdout(), "The admin key has been set.")
			return err
		},
	}
	command.Flags().BoolVar(&generate, "generate", false, "generate a key and print it as the last word of the output")
	return command
}

func newClearCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "clear",
		Short:        "Removes the stored admin key, so that nobody else can register as an admin",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			if err := ClearAdminKey(app); err != nil {
				return err
			}
			said := "The stored admin key has been removed."
			if os.Getenv(adminKeyVariable) != "" {
				said += " The one in " + adminKeyVariable + " still works."
			}
			_, err := fmt.Fprintln(command.OutOrStdout(), said)
			return err
		},
	}
}

// readKey reads a key: from a terminal without echoing it, otherwise from one line.
func readKey(in io.Reader, out io.Writer) (string, error) {
	if file, ok := in.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		fmt.Fprint(out, "New admin key: ")
		key, err := term.ReadPassword(int(file.Fd()))
		fmt.Fprintln(out)
		return strings.TrimSpace(string(key)), err
	}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimSpace(line), nil
}
