package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deskmate/hooks/store"
	"deskmate/internal/command"
	"deskmate/internal/disk"
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

// open opens the data folder if possible: the settings may name a bucket for backups. A
// backup is needed most when the database cannot be opened, and is then in the folder.
func open(app core.App) (end func()) {
	if has, _ := disk.HasDatabase(filepath.Join(app.DataDir(), databases[0])); !has || app.Bootstrap() != nil {
		return func() {}
	}
	return func() { _ = app.ResetBootstrapState() }
}

func newListCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "Lists the backups, the newest first", Args: cobra.NoArgs, SilenceUsage: true, Annotations: command.WithoutData,
		RunE: func(command *cobra.Command, _ []string) error { return list(app, command.OutOrStdout()) },
	}
}

func list(app core.App, out io.Writer) error {
	defer open(app)()
	files, err := listFiles(app)
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b *blob.ListObject) int { return b.ModTime.Compare(a.ModTime) })
	for _, file := range files {
		fmt.Fprintf(out, "%s\t%s\t%s\n", file.ModTime.UTC().Format(time.DateTime), humanize.IBytes(uint64(max(0, file.Size))), file.Key)
	}
	if len(files) == 0 {
		fmt.Fprintln(out, "There are no backups.")
	}
	return nil
}

// listFiles makes no folder that is not there, as PocketBase would.
func listFiles(app core.App) ([]*blob.ListObject, error) {
	openStore := app.NewBackupsFilesystem
	if !app.IsBootstrapped() || !app.Settings().Backups.S3.Enabled {
		if info, err := os.Stat(app.DataDir()); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("the data folder %s is no folder: pass it with --dir", app.DataDir())
		}
		folder := filepath.Join(app.DataDir(), core.LocalBackupsDirName)
		if !exists(folder) {
			return nil, nil
		}
		openStore = func() (*filesystem.System, error) { return filesystem.NewLocal(folder) }
	}
	store, err := openStore()
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return store.List("")
}

func newVerifyCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use: "verify NAME", Short: "Checks whether a backup can be restored; a running server keeps working",
		Args: cobra.ExactArgs(1), SilenceUsage: true, Annotations: command.WithoutData,
		RunE: func(command *cobra.Command, args []string) error {
			return verify(command.Context(), app, args[0], command.OutOrStdout())
		},
	}
}

func verify(ctx context.Context, app core.App, name string, out io.Writer) error {
	defer open(app)()
	return fetch(ctx, app, name, func(path string) (err error) {
		root := filepath.Join(app.DataDir(), disk.RestoreFolder)
		if err := os.MkdirAll(root, 0o700); err != nil {
			return err
		}
		dir, err := os.MkdirTemp(root, "verified-*")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)); _ = os.Remove(root) }()
		found, err := examine(ctx, app, path, dir, false, false)
		if err != nil {
			return fmt.Errorf("%s cannot be restored: %w", name, err)
		}
		_, err = fmt.Fprintf(out, "%s can be restored: %v.\n", name, found)
		return err
	})
}

// missingFlag lets files be missing from a backup.
const missingFlag = "allow-missing-files"

func newRestoreCommand(app core.App) *cobra.Command {
	var someMayMiss bool
	restoring := &cobra.Command{
		Use: "restore NAME", Short: "Checks a backup and makes it the data of the folder; stop the server first",
		Args: cobra.ExactArgs(1), SilenceUsage: true, Annotations: command.WithoutData,
		RunE: func(command *cobra.Command, args []string) error {
			return restore(command.Context(), app, args[0], someMayMiss, command.OutOrStdout())
		},
	}
	restoring.Flags().BoolVar(&someMayMiss, missingFlag, false, "restore it even if it lacks files that its rows name, and keep the former data")
	return restoring
}

func restore(ctx context.Context, app core.App, name string, someMayMiss bool, out io.Writer) error {
	if os.Getenv("DESKMATE_REPLICA_URL") != "" {
		return errors.New("a backup cannot be restored while the database is copied to a store. Use deskmate replica restore --at TIME instead")
	}
	release, err := disk.Lock(app.DataDir())
	if err != nil {
		return err
	}
	defer release()
	end := open(app)
	var found contents
	err = fetch(ctx, app, name, func(path string) (err error) {
		found, err = stage(ctx, app, path, someMayMiss)
		return err
	})
	end()
	if err != nil {
		return fmt.Errorf("%s cannot be restored: %w. Nothing has changed", name, err)
	}
	kept, err := place(app)
	if err != nil {
		return fmt.Errorf("%s was not restored: %w", name, err)
	}
	_, err = fmt.Fprintf(out, "Restored %s: %v.\nThe former data is kept as %s %s.\n", name, found, kept, until(kept))
	return err
}
