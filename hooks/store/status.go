package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

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
	return execute(ctx, tx, `INSERT INTO uptime (id, runsSince, seenAt) VALUES ({:id}, {:since}, {:seen})
		ON CONFLICT (id) DO UPDATE SET runsSince = {:since}, seenAt = {:seen}`,
		dbx.Params{"id": theUptime, "since": stored(uptime.RunsSince), "seen": stored(uptime.SeenAt)})
}
