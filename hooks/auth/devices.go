package auth

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
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
func rememberDevice(ctx context.Context, tx core.App, account *core.Record, name string) (isNew bool, err error) {
	known, err := records.FindDevice(tx, account.Id, name)
	if err == nil {
		return false, writes.SaveNested(ctx, tx, known) // which notes the time
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	others, err := tx.CountRecords(records.Devices, dbx.HashExp{records.UserField: account.Id})
	if err != nil {
		return false, err
	}
	device, err := records.NewRecord(tx, records.Devices, map[string]any{records.UserField: account.Id, records.Name: name})
	if err != nil {
		return false, err
	}
	return others > 0, writes.SaveNested(ctx, tx, device)
}

// noticeDevice tells an account that somebody has signed in from a device that it has
// not been used from before.
func noticeDevice(ctx context.Context, app core.App, account *core.Record, name string) error {
	known, err := records.FindDevice(app, account.Id, name)
	if err == nil && clock.Now(app).Before(known.GetDateTime(records.Updated).Time().Add(noteEvery)) {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return writes.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		isNew, err := rememberDevice(ctx, tx, account, name)
		if err != nil || !isNew {
			return err
		}
		return messages.Tell(ctx, tx, account, messages.Message{Kind: newDevice, Data: records.MessageData{
			"device": name, "at": clock.Now(tx).UTC().Format("2 Jan 2006, 15:04 UTC"),
		}})
	})
}

// forgetDevices deletes devices that an account is no longer used from.
func forgetDevices(ctx context.Context, app core.App) error {
	before := clock.Now(app).Add(-deviceLife)
	return writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return records.DeleteOldDevices(ctx, tx, before, limit)
	})
}
