package backups

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
)

// isOther is what the program says at the start on a database that was restored.
const isOther = "the database is not the one of the last start: a backup or an earlier state was restored. " +
	"Everybody is logged out, and the links in emails and the addresses of calendars are void. docs/operations.md says what else to look at"

// renewMark gives the database and its data folder a new mark in common, so that copies which
// were made before are known as such. Where their marks differ, the database was restored:
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

// endAccess makes void what a restored database would admit again: all sessions, the tokens of
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
