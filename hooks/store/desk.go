package store

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

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

// StatsScope selects the assignments to count.
type StatsScope struct {
	person           string
	statuses         string // kinds of tallies
	subjects         string
	recent, upcoming string // SQL for the numbers of rows
	shown            func(subject string) string
}

// StatsOfAll selects all assignments.
func StatsOfAll() StatsScope {
	return StatsScope{"", "assignments", "subject", created.atOrAfter("since") + " - " + cancelled.atOrAfter("since"), due.after("now"), asIs}
}

// StatsOfStudent selects the assignments that a student submitted. The few that are
// recent or upcoming are read from the indexes of the student's assignments.
func StatsOfStudent(id string) StatsScope {
	return StatsScope{
		id, "student", "student subject",
		"(SELECT count(*) FROM assignments WHERE student = {:me} AND deletedAt = '' AND status != 'cancelled' AND created >= {:since})",
		"(SELECT count(*) FROM assignments WHERE student = {:me} AND student != '' AND deletedAt = '' AND status != 'cancelled' AND dueDate > {:now})",
		asIs,
	}
}

// StatsOfTutor selects the assignments of a tutor.
func StatsOfTutor(id string) StatsScope {
	return StatsScope{
		id, "tutor", "tutor subject", tutorRecent.atOrAfter("since") + " - " + tutorCancelled.atOrAfter("since"),
		"(SELECT count(*) FROM assignments WHERE tutor = {:me} AND tutor != '' AND deletedAt = '' AND status != 'cancelled' AND dueDate > {:now})",
		domain.HideContact,
	}
}

func asIs(subject string) string { return subject }

// Group is a value of a field and the number of assignments that have it.
type Group struct {
	Value string
	Count int
}

// AssignmentStats counts the assignments of a scope, without deleted ones.
type AssignmentStats struct {
	Total, Recent, Upcoming int
	ByStatus                map[string]int
	ByPriority, BySubject   []Group // most frequent first
}

// Read reads the statistics of the scope, all from one state of the database.
// Recent assignments were created in the last 7 days; upcoming ones are due in the
// future.
func (s StatsScope) Read(ctx context.Context, app core.App, now time.Time) (AssignmentStats, error) {
	var counts []struct {
		Of    string `db:"of"`
		Value string `db:"value"`
		Count int    `db:"n"`
	}
	params := dbx.Params{"me": s.person, "statuses": s.statuses, "subjects": s.subjects}
	bindTime(params, "now", stored(now))
	bindTime(params, "since", stored(now.Add(-recentPeriod)))
	err := constant(app, `SELECT 'status' AS of, value, sum(n) AS n FROM tallies WHERE scope = {:me} AND kind = {:statuses} GROUP BY value
		UNION ALL SELECT 'priority', detail, sum(n) FROM tallies WHERE scope = {:me} AND kind = {:statuses} AND value != 'cancelled' GROUP BY detail
		UNION ALL SELECT 'subject', value, n FROM tallies WHERE scope = {:me} AND kind = {:subjects} AND detail = ''
		UNION ALL SELECT 'recent', '', `+s.recent+`
		UNION ALL SELECT 'upcoming', '', `+s.upcoming).
		Bind(params).WithContext(ctx).All(&counts)
	stats := AssignmentStats{ByStatus: map[string]int{}}
	for _, count := range counts {
		switch count.Of {
		case "status":
			stats.Total += count.Count
			stats.ByStatus[count.Value] = count.Count
		case "priority":
			stats.ByPriority = append(stats.ByPriority, Group{count.Value, count.Count})
		case "subject":
			subject := s.shown(count.Value)
			if i := slices.IndexFunc(stats.BySubject, func(g Group) bool { return g.Value == subject }); i >= 0 && subject != count.Value {
				stats.BySubject[i].Count += count.Count
			} else {
				stats.BySubject = append(stats.BySubject, Group{subject, count.Count})
			}
		case "recent":
			stats.Recent = count.Count
		case "upcoming":
			stats.Upcoming = count.Count
		}
	}
	sortByFrequency(stats.ByPriority)
	sortByFrequency(stats.BySubject)
	return stats, err
}

// sortByFrequency sorts groups by count, highest first, then alphabetically.
func sortByFrequency(groups []Group) {
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
}

// FindCalendar finds the calendar of an account; sql.ErrNoRows if it has none.
func FindCalendar(app core.App, account string) (*core.Record, error) {
	return one(app.RecordQuery(Calendars).AndWhere(dbx.HashExp{UserField: account}))
}

// CalendarEntry is an assignment as a calendar shows it.
type CalendarEntry struct {
	ID      string `db:"id"`
	Title   string `db:"title"`
	Subject string `db:"subject"`
	Status  string `db:"status"`
	// What its tutor reads, empty where it is what was written.
	ShownTitle   string         `db:"shownTitle"`
	ShownSubject string         `db:"shownSubject"`
	DueDate      types.DateTime `db:"dueDate"`
	Student      string         `db:"student"`
	Tutor        string         `db:"tutor"`
	Created      types.DateTime `db:"created"`
	Updated      types.DateTime `db:"updated"`
}

// ReadDeadlines reads the assignments that an account handed in or works on and that
// are due after a moment, soonest first, at most limit. It reads each from its own index.
func ReadDeadlines(ctx context.Context, app core.App, account string, after time.Time, limit int) (deadlines []CalendarEntry, err error) {
	const columns = "SELECT id, title, shownTitle, subject, shownSubject, status, [[dueDate]], student, tutor, created, updated FROM assignments"
	err = app.ConcurrentDB().NewQuery(columns + ` WHERE student = {:account} AND student != '' AND deletedAt = '' AND [[dueDate]] > {:after}
		UNION ALL ` + columns + ` WHERE tutor = {:account} AND tutor != '' AND student != {:account} AND deletedAt = '' AND [[dueDate]] > {:after}
		ORDER BY [[dueDate]] LIMIT {:limit}`).
		Bind(dbx.Params{"account": account, "after": stored(after), "limit": limit}).WithContext(ctx).All(&deadlines)
	return deadlines, err
}
