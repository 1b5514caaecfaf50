package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deskmate/hooks/store"
)

// NewCommand returns the command `backup`. All but `backup restore` works whether or not a
// server is running on the same folder.
func NewCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "backup", Short: "Creates, checks and restores backups of the data folder"}
	command.AddCommand(newCreateCommand(app), newListCommand(app), newVerifyCommand(app), newRestoreCommand(app))
	return command
}

func newCreateCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "create [NAME]",
		Short:        "Creates a backup; a running server keeps working",
		Example:      "  deskmate backup create before-upgrade.zip --dir=pb_data",
		Args:         cobra.MaximumNArgs(1),
		SilenceUsage: true,
		RunE: func(command *cobra.Command, args []string) (err error) {
			ctx, cancel := context.WithCancelCause(command.Context())
			ended := make(chan struct{})
			// On a signal, PocketBase exits without waiting for the command. Wait here
			// until the temporary files are removed, and report how the backup ended.
			app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
				cancel(errInterrupted)
				<-ended
				return errors.Join(err, e.Next())
			})
			defer close(ended)
			var name string
			if len(args) > 0 {
				name = args[0]
			}
			return run(ctx, app, name, command.OutOrStdout())
		},
	}
}

func run(ctx context.Context, app core.App, name string, out io.Writer) error {
	if _, err := app.FindCollectionByNameOrId(store.Assignments); err != nil {
		return fmt.Errorf("%s contains no Deskmate data: pass the data folder with --dir", app.DataDir())
	}
	if name == "" {
		name = defaultName(app)
	} else if err := checkName(app, name); err != nil {
		return err
	}
	if app.Settings().S3.Enabled {
		fmt.Fprintln(out, "Uploaded files are stored in S3 and are not included in this backup.")
	}
	file, ok := out.(*os.File)
	report := printTo(out, ok && term.IsTerminal(int(file.Fd())))
	if err := app.CreateBackup(withReporter(ctx, report), name); err != nil {
		return err
	}
	where := filepath.Join(app.DataDir(), core.LocalBackupsDirName, name)
	if s3 := app.Settings().Backups.S3; s3.Enabled {
		where = fmt.Sprintf("%s in the S3 bucket %s", name, s3.Bucket)
	}
	_, err := fmt.Fprintln(out, "Wrote", where)
	return err
}

// nameFormat and maxName are the rules of PocketBase for names from the console.
var nameFormat = regexp.MustCompile(`^[a-z0-9_-]+\.zip$`)

const maxName = 150

func checkName(app core.App, name string) error {
	if len(name) > maxName || !nameFormat.MatchString(name) {
		return fmt.Errorf("%q is not a valid backup name: use a-z, 0-9, _ and -, ending in .zip, at most %d characters", name, maxName)
	}
	store, err := app.NewBackupsFilesystem()
	if err != nil {
		return fmt.Errorf("opening the backup storage: %w", err)
	}
	defer store.Close()
	exists, err := store.Exists(name)
	if err != nil {
		return fmt.Errorf("looking for %s: %w", name, err)
	}
	if exists {
		return fmt.Errorf("there is already a backup named %s", name)
	}
	return nil
}
