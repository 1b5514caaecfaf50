package money

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/hooks/store"
)

// NewLedgerCommand returns the command `ledger`. It may run beside a server.
func NewLedgerCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "ledger", Short: "Verifies the ledger, and erases memos"}
	command.AddCommand(newVerifyCommand(app), newEraseMemoCommand(app))
	return command
}

// disagreement is the failure of a ledger that was read and does not agree. All other
// failures mean that it could not be read.
type disagreement int

func (d disagreement) Error() string { return fmt.Sprintf("the ledger does not agree: %d", int(d)) }

// ExitCode is what the command exits with.
func (disagreement) ExitCode() int { return 1 }

func newVerifyCommand(app core.App) *cobra.Command {
	var head string
	command := &cobra.Command{
		Use:   "verify",
		Short: "Recomputes every hash and balance, prints what does not agree, and fails if anything does not",
		Long: "Recomputes every hash and balance of the ledger, and compares them with the assignments, payments, claims and payouts.\n" +
			"Exits with 0 if everything agrees, 1 if it does not, and 2 if that could not be found out.",
		Example:      "  deskmate ledger verify\n  deskmate ledger verify --head 1204:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		Annotations:  map[string]string{"exitCode": "2"},
		RunE: func(command *cobra.Command, _ []string) error {
			printed, err := parseHead(head)
			if err != nil {
				return err
			}
			differences := 0
			found, err := VerifyLedger(command.Context(), app, printed, func(difference string) {
				differences++
				fmt.Fprintln(command.OutOrStdout(), difference)
			})
			if err != nil {
				return fmt.Errorf("the ledger could not be verified: %w", err)
			}
			fmt.Fprintf(command.OutOrStdout(), "Head: %d:%s\n", found.Number, found.Hash)
			if differences > 0 {
				return disagreement(differences)
			}
			fmt.Fprintln(command.OutOrStdout(), "The ledger agrees.")
			return nil
		},
	}
	command.Flags().StringVar(&head, "head", "", "a head that was printed before, as NUMBER:HASH: that entry must still be there")
	return command
}

func newEraseMemoCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "erase-memo NUMBER",
		Short:        "Erases what an admin wrote about an adjustment; the ledger still agrees",
		Args:         cobra.ExactArgs(1),
		SilenceUsage: true,
		RunE: func(command *cobra.Command, args []string) error {
			number, err := strconv.Atoi(args[0])
			if err != nil {
				return fmt.Errorf("%q is not the number of an entry", args[0])
			}
			if !app.HasTable(store.Ledger) {
				return store.ErrNoLedger
			}
			erased, err := store.EraseMemo(command.Context(), app, number)
			if err != nil {
				return err
			}
			if !erased {
				return fmt.Errorf("entry %d is no adjustment with a memo", number)
			}
			fmt.Fprintf(command.OutOrStdout(), "The memo of entry %d has been erased.\n", number)
			return nil
		},
	}
}

// parseHead parses a head that was printed before. Nil means that none is given.
func parseHead(text string) (*store.LedgerHead, error) {
	if text == "" {
		return nil, nil
	}
	before, hash, _ := strings.Cut(strings.TrimSpace(text), ":")
	number, err := strconv.Atoi(before)
	if err != nil || number < 0 || len(hash) != 64 || strings.Trim(strings.ToLower(hash), "0123456789abcdef") != "" {
		return nil, fmt.Errorf("the head %q is not of the form NUMBER:HASH", text)
	}
	return &store.LedgerHead{Number: number, Hash: strings.ToLower(hash)}, nil
}
