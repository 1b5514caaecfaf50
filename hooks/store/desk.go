package store

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

// deskPeriod is the same SQL for every period.
var deskPeriod = "SELECT " + created.between("from", "before") + " AS total, " + pending.between("from", "before") + " AS pending, " +
	delivered.between("from", "before") + " AS completed, " + opened.between("from", "before") + " AS users"

// ReadDeskPeriod counts, at or after one time and before another, the
// assignments that were created, those of them that are still pending, the
// assignments that were finished, and the accounts that were opened.
func ReadDeskPeriod(ctx context.Context, app core.App, from, before time.Time) (period DeskPeriod, err error) {
	err = constant(app, deskPeriod).Bind(bindTime(bindTime(dbx.Params{}, "from", stored(from)), "before", stored(before))).WithContext(ctx).One(&period)
	return period, err
}

// ReadWeeklyIntake counts the assignments created in each week since the start of
// a day, by the number of the week, starting at 0. Weeks without any are left out.
func ReadWeeklyIntake(ctx context.Context, app core.App, from time.Time) (map[int]int, error) {
	var weeks []struct {
		Week  int `db:"week"`
		Count int `db:"count"`
	}
	err := constant(app, `SELECT (unixepoch(value) - unixepoch({:fromDay})) / 604800 AS week, sum(n) AS count
		FROM tallies WHERE scope = '' AND kind = 'created day' AND value >= {:fromDay} GROUP BY week`).
		Bind(bindTime(dbx.Params{}, "from", stored(from))).WithContext(ctx).All(&weeks)
	counts := map[int]int{}
	for _, week := range weeks {
		counts[week.Week] = week.Count
	}
	return counts, err
}
