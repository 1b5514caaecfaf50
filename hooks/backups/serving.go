package backups

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/internal/disk"
)

// Attach makes the command that serves the only process that does so in its folder. If a
// restore has left a backup there, that becomes the data, before anything opens it.
func Attach(app *pocketbase.PocketBase, serve *cobra.Command) {
	var unlock func() // kept, because the lock is held for as long as its file is open
	app.OnBootstrap().Bind(&hook.Handler[*core.BootstrapEvent]{
		Id:       "deskmateRestore",
		Priority: -10_000,
		Func: func(e *core.BootstrapEvent) error {
			root := filepath.Join(e.App.DataDir(), disk.RestoreFolder)
			if found, _, err := app.RootCmd.Find(os.Args[1:]); err != nil || found != serve {
				if exists(filepath.Join(root, leaving)) { // some of the data is not in its place
					return errors.New("a restore was interrupted in this data folder: start the server, which finishes it")
				}
				return e.Next()
			}
			if unlock == nil { // a server that could not restart comes here again
				var err error
				if unlock, err = disk.Lock(e.App.DataDir()); err != nil {
					return err
				}
			}
			switch kept, err := place(e.App); {
			case err != nil && exists(filepath.Join(root, leaving)):
				return fmt.Errorf("the backup was not restored: %w", err)
			case err != nil:
				fmt.Fprintf(os.Stderr, "deskmate: the backup was not restored: %v\n", err)
			case kept != "":
				fmt.Fprintf(os.Stderr, "deskmate: the backup was restored. The former data is kept as %s %s\n", kept, until(kept))
			}
			return withFormer(e.App.DataDir(), e.Next())
		},
	})
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{
		Id: "deskmateRestore",
		Func: func(e *core.ServeEvent) error {
			// The migrations have run, and nobody is answered yet.
			switch isRestored, err := renewMark(context.Background(), e.App, endAccess); {
			case err != nil:
				return fmt.Errorf("looking whether the database was restored: %w", err)
			case isRestored:
				fmt.Fprintln(os.Stderr, "deskmate: "+isOther)
				e.App.Logger().Warn(isOther)
			}
			if err := e.Next(); err != nil {
				return withFormer(e.App.DataDir(), err)
			}
			go func() {
				if err := forgetFormer(e.App.DataDir()); err != nil {
					e.App.Logger().Error("removing the data from before a restore failed", "error", err)
				}
			}()
			return nil
		},
	})
}

// withFormer adds to what keeps a server from starting where the data is that the last restore
// has replaced.
func withFormer(dir string, err error) error {
	if path := lastFormer(dir); err != nil && path != "" {
		return fmt.Errorf("%w (the data from before the last restore is in %s)", err, path)
	}
	return err
}
