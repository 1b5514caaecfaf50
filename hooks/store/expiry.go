package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// The functions below delete at most limit rows and return how many. Call them in a
// transaction. They are plain SQL, so no record event happens.

// DeleteOfAccount deletes rows of a table that belong to an account.
func DeleteOfAccount(ctx context.Context, tx core.App, table, account string, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, table, "user = {:account}", dbx.Params{"account": account}, limit)
}

// DeleteMailsTo deletes mails to an address that belong to no account.
func DeleteMailsTo(ctx context.Context, tx core.App, address string, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Outbox, "[[to]] = {:to} AND +user = ''", dbx.Params{"to": address}, limit)
}

// DeleteOldMails deletes mails with a status that were written before a moment.
func DeleteOldMails(ctx context.Context, tx core.App, status string, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Outbox, "status = {:status} AND created < {:before}", dbx.Params{"status": status, "before": stored(before)}, limit)
}

// DeleteReadNotices deletes notices that were written before a moment and have been read.
func DeleteReadNotices(ctx context.Context, tx core.App, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Notices, "readAt != '' AND created < {:before}", dbx.Params{"before": stored(before)}, limit)
}

// DeleteUnreadNotices deletes notices that were written before a moment and were never read.
func DeleteUnreadNotices(ctx context.Context, tx core.App, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Notices, "readAt = '' AND created < {:before}", dbx.Params{"before": stored(before)}, limit)
}

// DeleteOldReminders deletes the keys of what was told before a moment.
func DeleteOldReminders(ctx context.Context, tx core.App, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Reminders, "created < {:before}", dbx.Params{"before": stored(before)}, limit)
}

// DeleteOldDevices deletes devices from which nobody has signed in since a moment. The
// newest device of an account stays: without any, no sign-in would be reported.
func DeleteOldDevices(ctx context.Context, tx core.App, before time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Devices, `updated < {:before} AND EXISTS
		(SELECT 1 FROM devices other WHERE other.user = devices.user AND (other.updated, other.id) > (devices.updated, devices.id))`,
		dbx.Params{"before": stored(before)}, limit)
}

// DeleteOldUndos deletes the records of changes that can no longer be undone.
func DeleteOldUndos(ctx context.Context, tx core.App, now time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, EmailUndos, "[[expiresAt]] < {:now}", dbx.Params{"now": stored(now)}, limit)
}

// DeleteOldSessions deletes sessions whose tokens are no longer valid.
func DeleteOldSessions(ctx context.Context, tx core.App, now time.Time, limit int) (deleted int64, err error) {
	return deleteSome(ctx, tx, Sessions, "[[expiresAt]] < {:now}", dbx.Params{"now": stored(now)}, limit)
}

func deleteSome(ctx context.Context, tx core.App, table, where string, params dbx.Params, limit int) (deleted int64, err error) {
	params["limit"] = limit
	result, err := tx.DB().NewQuery(fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s WHERE %[2]s LIMIT {:limit})", table, where)).
		Bind(params).WithContext(ctx).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// LoggedError is an error in the log of the console. Count is how often it occurred, and
// Created when it last did.
type LoggedError struct {
	Created Time   `db:"created"`
	Count   int    `db:"count"`
	Message string `db:"message"`
	Error   string `db:"error"`
}

// Text is the message with the cause, if the log has one.
func (l LoggedError) Text() string {
	if l.Error == "" {
		return l.Message
	}
	return l.Message + ": " + l.Error
}

// errorLimit is how many different errors are read at most.
const errorLimit = 5000

// ReadErrors reads the errors that were logged since a time, newest first. Failed requests
// are no errors of the program unless it logged their cause.
func ReadErrors(ctx context.Context, app core.App, since time.Time) (found []LoggedError, err error) {
	err = app.AuxDB().NewQuery(`SELECT max(created) AS created, count(*) AS count, message, coalesce(json_extract(data, '$.error'), '') AS error FROM _logs
		WHERE level >= {:level} AND created >= {:since} AND coalesce(json_extract(data, '$.type'), '') != 'request'
		GROUP BY 3, 4 ORDER BY 1 DESC LIMIT {:limit}`).
		Bind(dbx.Params{"level": int(slog.LevelError), "since": stored(since), "limit": errorLimit}).WithContext(ctx).All(&found)
	return found, err
}

// theUptime is the id of the only row.
const theUptime = "sincelaststop00"

// ReadUptime returns what is known of how long the program has run. It is zero if nothing is.
func ReadUptime(ctx context.Context, app core.App) (domain.Uptime, error) {
	var row struct {
		RunsSince Time `db:"runsSince"`
		SeenAt    Time `db:"seenAt"`
	}
	err := constant(app, "SELECT runsSince, seenAt FROM uptime WHERE id = {:id}").Bind(dbx.Params{"id": theUptime}).WithContext(ctx).One(&row)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return domain.Uptime{}, err
	}
	return domain.Uptime{RunsSince: row.RunsSince.Time(), SeenAt: row.SeenAt.Time()}, nil
}

// SaveUptime replaces what is known of how long the program has run. It is plain SQL,
// because nobody hears of it.
func SaveUptime(ctx context.Context, tx core.App, uptime domain.Uptime) error {
	_, err := tx.DB().NewQuery(`INSERT INTO uptime (id, runsSince, seenAt) VALUES ({:id}, {:since}, {:seen})
		ON CONFLICT (id) DO UPDATE SET runsSince = {:since}, seenAt = {:seen}`).
		Bind(dbx.Params{"id": theUptime, "since": stored(uptime.RunsSince), "seen": stored(uptime.SeenAt)}).WithContext(ctx).Execute()
	return err
}
