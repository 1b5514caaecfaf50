package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
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

// MonthMoney are sums of the entries of a month, in cents.
type MonthMoney struct {
	Received int `json:"received"` // from students
	Earned   int `json:"earned"`   // by finished work, less what was taken back and credited
	Paid     int `json:"paid"`     // to tutors
	Returned int `json:"returned"` // to students
	Desk     int `json:"desk"`     // the desk's share of what was earned, and of adjustments
}

// ReadMoneyByMonth adds up the entries of the ledger for each month.
func ReadMoneyByMonth(ctx context.Context, app core.App, months []domain.Month) ([]MonthMoney, error) {
	return readByMonth[MonthMoney](ctx, app, months, domain.FormatTime, `json_object(
			'received', coalesce(sum(CASE WHEN kind = 'received' THEN cash END), 0),
			'earned', coalesce(sum(CASE WHEN kind IN ('earned', 'reversed', 'credited') THEN customer END), 0),
			'paid', coalesce(-sum(CASE WHEN kind = 'paid' THEN cash END), 0),
			'returned', coalesce(-sum(CASE WHEN kind = 'returned' THEN cash END), 0),
			'desk', coalesce(-sum(desk), 0))
		FROM ledger WHERE at >= m.value ->> 'from' AND at < m.value ->> 'before'`, nil)
}

// MonthDeadlines counts the deadlines of a month, by the due dates of the work.
type MonthDeadlines struct {
	Kept   int `json:"kept"`
	Missed int `json:"missed"`
}

// ReadDeadlinesByMonth counts the deadlines of each month that were kept, and those that
// were missed until now (docs/product.md, section 17). Work that was finished by hand has
// no delivery. While it is in revision, only windowsStart tells when it was finished.
func ReadDeadlinesByMonth(ctx context.Context, app core.App, months []domain.Month, now time.Time) ([]MonthDeadlines, error) {
	return readByMonth[MonthDeadlines](ctx, app, months, stored, `json_object(
			'kept', coalesce(sum(doneAt <= dueDate), 0),
			'missed', coalesce(sum(CASE WHEN doneAt IS NOT NULL THEN doneAt > dueDate
				ELSE dueDate < {:now} AND (status != 'cancelled' OR cancelledAt > dueDate) END), 0))
		FROM (SELECT a.dueDate, a.status, a.cancelledAt, coalesce(d.created, nullif(a.deliveredAt, ''), nullif(a.windowsStart, '')) AS doneAt
			FROM assignments a LEFT JOIN deliveries d ON d.assignment = a.id AND d.version = 1
			WHERE a.deletedAt = '' AND a.dueDate >= m.value ->> 'from' AND a.dueDate < m.value ->> 'before')`,
		dbx.Params{"now": stored(now)})
}

// readByMonth reads one object for each month, all from one state of the database. The
// months are an outer loop of their own: grouping the rows would sort them first.
func readByMonth[T any](ctx context.Context, app core.App, months []domain.Month, format func(time.Time) string, object string, params dbx.Params) ([]T, error) {
	type span struct {
		From   string `json:"from"`
		Before string `json:"before"`
	}
	spans := make([]span, len(months))
	for i, month := range months {
		spans[i] = span{format(month.From), format(month.Before)}
	}
	encoded, err := json.Marshal(spans)
	if err != nil {
		return nil, err
	}
	var objects []string
	err = constant(app, "SELECT (SELECT "+object+") FROM json_each({:months}) m ORDER BY m.id").
		Bind(params).Bind(dbx.Params{"months": string(encoded)}).WithContext(ctx).Column(&objects)
	if err != nil {
		return nil, err
	}
	read := make([]T, len(objects))
	for i := range objects {
		if err := json.Unmarshal([]byte(objects[i]), &read[i]); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// recentPeriod is how long an assignment counts as recent.
const recentPeriod = 7 * 24 * time.Hour
