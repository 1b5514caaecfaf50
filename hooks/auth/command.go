package auth

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

// NewAdminKeyCommand returns the command `admin-key set`, with which operators enable
// admin registration (docs/product.md, section 2.2).
func NewAdminKeyCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "admin-key", Short: "Manages the key for admin registration"}
	command.AddCommand(newSetCommand(app))
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
