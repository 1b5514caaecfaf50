package backups

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/spf13/cobra"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
)

// Attach lets only one process at a time serve a data folder. If a
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

// withFormer adds to an error that keeps a server from starting where to find the data that the
// last restore replaced.
func withFormer(dir string, err error) error {
	if path := lastFormer(dir); err != nil && path != "" {
		return fmt.Errorf("%w (the data from before the last restore is in %s)", err, path)
	}
	return err
}

// isOther is what the program says when it starts on a restored database.
const isOther = "the database is not the one of the last start: a backup or an earlier state was restored. " +
	"Everybody is logged out, and the links in emails and the addresses of calendars are void. docs/operations.md says what else to look at"

// renewMark gives the database and its data folder a new mark in common, so that copies that
// were made earlier are recognized. Where their marks differ, the database was restored:
// then it first does what restored says, or nothing at all if that is nil.
func renewMark(ctx context.Context, app core.App, restored func(tx core.App) error) (isRestored bool, err error) {
	dir := app.DataDir()
	err = transaction.Run(ctx, app, func(_ context.Context, tx core.App) error {
		mark, marks, err := readMarks(tx)
		if err != nil {
			return err
		}
		isRestored = !slices.Contains(marks, mark) && !slices.Contains(marks, disk.Continued)
		if isRestored && restored == nil {
			return nil
		}
		if isRestored {
			if err := restored(tx); err != nil {
				return err
			}
		}
		// A crash before or after the commit leaves a database that agrees with one of them,
		// or is still to be dealt with.
		next := rand.Text()
		if err := disk.SetMarks(dir, append(marks, next)...); err != nil {
			return err
		}
		return setSite(tx, dbx.Params{store.Mark: next})
	})
	if err != nil || isRestored && restored == nil {
		return isRestored, err
	}
	return isRestored, transaction.Run(ctx, app, func(_ context.Context, tx core.App) error {
		mark, _, err := readMarks(tx) // another process may have renewed it, too
		if err != nil {
			return err
		}
		return disk.SetMarks(dir, mark)
	})
}

func readMarks(tx core.App) (mark string, marks []string, err error) {
	if err := tx.DB().Select(store.Mark).From(store.Site).Row(&mark); err != nil {
		return "", nil, err
	}
	marks, err = disk.Marks(tx.DataDir())
	return mark, marks, err
}

func setSite(tx core.App, values dbx.Params) error {
	_, err := tx.DB().Update(store.Site, values, nil).Execute()
	return err
}

// endAccess voids what a restored database would admit again: all sessions, the tokens of
// operators, and the links in emails and to calendars.
func endAccess(tx core.App) error {
	for _, name := range []string{store.Users, core.CollectionNameSuperusers} {
		accounts, err := tx.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		for _, token := range []*core.TokenConfig{
			&accounts.AuthToken, &accounts.FileToken, &accounts.PasswordResetToken, &accounts.VerificationToken, &accounts.EmailChangeToken,
		} {
			token.Secret = security.RandomString(50)
		}
		if err := tx.Save(accounts); err != nil {
			return err
		}
	}
	if _, err := tx.DB().Delete(store.Sessions, nil).Execute(); err != nil {
		return err
	}
	return setSite(tx, dbx.Params{store.LinkKey: security.RandomString(64)})
}
