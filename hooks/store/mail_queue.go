package store

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// MailQueue is the state of the outbox.
type MailQueue struct {
	Counts map[string]int // the mails of each status
	Oldest time.Time      // when the mail that has waited longest was written; zero if none waits
}

// ReadMailQueue reads the state of the outbox, in time that does not depend on its size.
func ReadMailQueue(ctx context.Context, app core.App) (MailQueue, error) {
	var rows []struct {
		Status string `db:"value"`
		Count  int    `db:"n"`
	}
	if err := constant(app, "SELECT value, sum(n) AS n FROM tallies WHERE scope = '' AND kind = 'mails' GROUP BY value").WithContext(ctx).All(&rows); err != nil {
		return MailQueue{}, err
	}
	queue := MailQueue{Counts: map[string]int{}}
	for _, row := range rows {
		queue.Counts[row.Status] = row.Count
	}
	var oldest Time
	err := constant(app, "SELECT coalesce(min(created), '') FROM outbox WHERE status = 'queued'").WithContext(ctx).Row(&oldest)
	queue.Oldest = oldest.Time()
	return queue, err
}
