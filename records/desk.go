package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// DeskPeriod sums up one period for the admin dashboard.
type DeskPeriod struct {
	Total     int `db:"total"`
	Pending   int `db:"pending"`
	Completed int `db:"completed"`
	Users     int `db:"users"`
}

// ReadDeskPeriod counts, at or after one time and before another, the
// assignments that were created, those of them that are still pending, the
// assignments that were finished, and the accounts that were opened. The test
// for a non-empty deliveredAt is redundant, but lets SQLite use the partial index.
func ReadDeskPeriod(ctx context.Context, app core.App, from, before time.Time) (period DeskPeriod, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT count(*) AS total, coalesce(sum(status = 'pending'), 0) AS pending,
			(SELECT count(*) FROM assignments WHERE deliveredAt != '' AND deliveredAt >= {:from} AND deliveredAt < {:before} AND deletedAt = '') AS completed,
			(SELECT count(*) FROM users WHERE created >= {:from} AND created < {:before}) AS users
		FROM assignments WHERE created >= {:from} AND created < {:before} AND deletedAt = ''`).
		Bind(dbx.Params{"from": stored(from), "before": stored(before)}).WithContext(ctx).One(&period)
	return period, err
}

// ReadWeeklyIntake counts the assignments created in each week since a time, by
// the number of the week, starting at 0. Weeks without any are left out.
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
