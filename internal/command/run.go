// Package command runs the program's commands and reports their outcome to the shell.
package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase"
	"github.com/spf13/cobra"

	"deskmate/internal/preflight"
)

// Run executes the command given on the command line and returns the exit code: 0
// on success, on failure 1 or what exitCode says, with the reason on standard error.
// PocketBase ignores the errors that commands return and would exit with 0. number is the
// version that --version prints.
func Run(app *pocketbase.PocketBase, number string) int {
	keepPrivate()
	root := app.RootCmd
	root.Version = number
	root.Short = "Deskmate, a marketplace for academic assignment help"
	describe(root)
	root.FParseErrWhitelist.UnknownFlags = false
	root.SilenceErrors = true

	var failure error
	captureErrors(root, &failure)
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		failure = err
		return err
	})
	found, args, err := root.Find(os.Args[1:])
	if err != nil {
		failure = err
	} else if isMigrateDown(found, args) {
		failure = errNoWayDown
	} else if !found.Runnable() && found != root && !asksForHelp(args) {
		failure = fmt.Errorf("a subcommand is required: see `%s --help`", found.CommandPath())
	} else if err := preflight.CheckVariables(os.Environ()); err != nil && !asksForHelp(args) && found.Annotations["environment"] != "any" {
		failure = err
	} else if err := execute(app, found); err != nil {
		failure = err
	}
	if failure != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(os.Args[0]), failure)
		return exitCode(found, failure)
	}
	return 0
}

// WithoutData are the annotations of a command that must work without a data folder, or
// before anything has opened it.
var WithoutData = map[string]string{"data": "none"}

// WithoutAnything are the annotations of a command that must also work if the environment is
// wrong.
var WithoutAnything = map[string]string{"data": "none", "environment": "any"}

// execute runs a command. PocketBase opens the data folder first, and creates it if there
// is none, unless the command does without.
func execute(app *pocketbase.PocketBase, found *cobra.Command) error {
	if found.Annotations["data"] == "none" {
		return app.RootCmd.Execute()
	}
	return app.Execute()
}

// exitCode returns the code of a failure: its own, or the one that the command declares
// for whatever keeps it from doing its work, or 1.
func exitCode(command *cobra.Command, failure error) int {
	var own interface{ ExitCode() int }
	if errors.As(failure, &own) {
		return own.ExitCode()
	}
	if command != nil {
		if code, err := strconv.Atoi(command.Annotations["exitCode"]); err == nil {
			return code
		}
	}
	return 1
}

// describe rewords PocketBase's descriptions of its own commands and flags.
func describe(root *cobra.Command) {
	for name, text := range map[string]struct{ short, long string }{
		"migrate":   {"Applies database migrations", "`migrate up` brings the data folder up to date. `serve` does so too."},
		"serve":     {"Serves the site and the console (on 127.0.0.1:8090 by default)", ""},
		"superuser": {"Manages the operators of the console", ""},
	} {
		if command, _, err := root.Find([]string{name}); err == nil {
			command.Short, command.Long = text.short, text.long
		}
	}
	for name, usage := range map[string]string{
		"dev":           "print logs and SQL statements to the terminal",
		"dir":           "the data folder",
		"encryptionEnv": "the environment variable with the 32-character key that encrypts the settings",
		"queryTimeout":  "how many seconds a SELECT query may take",
	} {
		if flag := root.PersistentFlags().Lookup(name); flag != nil {
			flag.Usage = usage
		}
	}
}

// asksForHelp reports whether the arguments of a command ask for its help.
func asksForHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

var errNoWayDown = errors.New("migrate down is not possible: Deskmate's migrations cannot be undone. " +
	"To go back to an earlier version, restore a backup that was made before the upgrade")

// isMigrateDown recognizes `migrate down`. PocketBase would only forget that the
// migrations were applied, and the next start would fail on running them again.
// The check comes before PocketBase opens the data folder.
func isMigrateDown(command *cobra.Command, args []string) bool {
	if command.CommandPath() != command.Root().Name()+" migrate" {
		return false
	}
	_ = command.ParseFlags(args) // a number such as -1 is not a flag, but "down" comes before it
	return command.Flags().Arg(0) == "down"
}

// captureErrors wraps a command and its subcommands so that failure receives the
// errors of their argument checks and runs.
func captureErrors(command *cobra.Command, failure *error) {
	if run := command.RunE; run != nil {
		command.RunE = func(command *cobra.Command, args []string) error {
			*failure = run(command, args)
			return *failure
		}
	}
	if check := command.Args; check != nil {
		command.Args = func(command *cobra.Command, args []string) error {
			err := check(command, args)
			if err != nil {
				*failure = err
			}
			return err
		}
	}
	for _, child := range command.Commands() {
		captureErrors(child, failure)
	}
}
