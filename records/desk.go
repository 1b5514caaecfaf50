package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// DeskSpan is what came to the desk in one span of time.
type DeskSpan struct {
	Total     int `db:"total"`
	Pending   int `db:"pending"`
	Completed int `db:"completed"`
	Users     int `db:"users"`
}

// ReadDeskSpan counts from one time on and before another: assignments made,
// those of them that are pending now, those that were finished, and accounts
// opened. That a time is not empty is said for SQLite, which would not use the index else.
func ReadDeskSpan(ctx context.Context, app core.App, from, before time.Time) (span DeskSpan, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT count(*) AS total, coalesce(sum(status = 'pending'), 0) AS pending,
			(SELECT count(*) FROM assignments WHERE deliveredAt != '' AND deliveredAt >= {:from} AND deliveredAt < {:before} AND deletedAt = '') AS completed,
			(SELECT count(*) FROM users WHERE created >= {:from} AND created < {:before}) AS users
		FROM assignments WHERE created >= {:from} AND created < {:before} AND deletedAt = ''`).
		Bind(dbx.Params{"from": stored(from), "before": stored(before)}).WithContext(ctx).One(&span)
	return span, err
}

// ReadWeeklyIntake counts the assignments that were made in each week of seven
// days from a time on. A week without any is not in the answer.
func ReadWeeklyIntake(ctx context.Context, app core.App, from time.Time) (map[int]int, error) {
	var weeks []struct {
		Week  int `db:"week"`
		Count int `db:"count"`
	}
	err := app.ConcurrentDB().NewQuery(`SELECT (unixepoch(created) - unixepoch({:from})) / 604800 AS week, count(*) AS count
		FROM assignments WHERE created >= {:from} AND deletedAt = '' GROUP BY week`).
		Bind(dbx.Params{"from": stored(from)}).WithContext(ctx).All(&weeks)
	counts := map[int]int{}
	for _, week := range weeks {
		counts[week.Week] = week.Count
	}
	return counts, err
}
