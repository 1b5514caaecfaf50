package accounts

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// A device is forgotten a year after the last sign-in from it. Sign-ins are noted once
// a day at most.
const (
	deviceLife = 365 * 24 * time.Hour
	noteEvery  = 24 * time.Hour
)

// rememberDevice notes that an account uses a device. It reports whether the device is
// new to an account with other devices: the first one may be old, because devices were
// not always remembered. Call it in a transaction.
func rememberDevice(ctx context.Context, tx core.App, account *core.Record, from browser) (isNew bool, err error) {
	digest := browserDigest(account.Id, from.secret)
	known, err := store.FindDevice(tx, account.Id, from.name)
	if err == nil {
		known.Set(store.Browsers, withBrowser(known, digest))
		return false, transaction.SaveNested(ctx, tx, known) // which notes the time, too
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	others, err := tx.CountRecords(store.Devices, dbx.HashExp{store.UserField: account.Id})
	if err != nil {
		return false, err
	}
	device, err := store.NewRecord(tx, store.Devices, map[string]any{
		store.UserField: account.Id, store.Name: from.name, store.Browsers: digest,
	})
	if err != nil {
		return false, err
	}
	return others > 0, transaction.SaveNested(ctx, tx, device)
}

// noticeDevice notes that the owner of an account has signed in or set a password from a
// browser, and tells the account if its device is new. Nobody is kept out if that fails.
func noticeDevice(ctx context.Context, app core.App, account *core.Record, from browser) {
	known, err := store.FindDevice(app, account.Id, from.name)
	if err == nil && clock.Now(app).Before(known.GetDateTime(store.Updated).Time().Add(noteEvery)) &&
		slices.Contains(browsersOf(known), browserDigest(account.Id, from.secret)) {
		return
	}
	err = transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		isNew, err := rememberDevice(ctx, tx, account, from)
		if err != nil || !isNew {
			return err
		}
		return messages.Tell(ctx, tx, account, messages.Message{Kind: newDevice, Data: store.MessageData{
			"device": from.name, "at": clock.Now(tx).UTC().Format("2 Jan 2006, 15:04 UTC"),
		}})
	})
	if err != nil {
		app.Logger().Error("the device of a log-in was not noted", "request", requests.ID(ctx), "account", account.Id, "error", err)
	}
}

// forgetDevices deletes devices that an account is no longer used from.
func forgetDevices(ctx context.Context, app core.App) error {
	before := clock.Now(app).Add(-deviceLife)
	return transaction.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return store.DeleteOldDevices(ctx, tx, before, limit)
	})
}
