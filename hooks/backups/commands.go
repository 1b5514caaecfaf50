package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/spf13/cobra"

	"deskmate/internal/command"
	"deskmate/internal/disk"
)

// open opens the data folder if it can be: the settings may name a bucket for backups. A
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
