package accounts

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

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
