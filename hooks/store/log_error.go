package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// LoggedError is an error in the log of the console. Count is how often it is there, and
// Created when it came last.
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
