package store

import (
	"fmt"
	"strings"

	"github.com/pocketbase/dbx"
)

// moments counts rows by a time. Whole days and, at the ends of a period, whole
// hours come from tallies; only the rows of one part of an hour are read, or of
// one part of a day where there are no tallies of hours. As times are stored as text,
// days and hours are prefixes of it.
type moments struct {
	scope  string   // of the tallies: SQL
	days   []string // kinds of tallies
	hours  string   // a kind of tallies, if there is one
	rows   string   // the same rows in their table: a FROM clause with conditions
	column string   // their time
}

var (
	created   = moments{"''", []string{"created day"}, "created hour", "assignments WHERE deletedAt = ''", "created"}
	pending   = moments{"''", []string{"pending day"}, "pending hour", "assignments WHERE status = 'pending' AND deletedAt = ''", "created"}
	delivered = moments{"''", []string{"delivered day"}, "delivered hour", "assignments WHERE deliveredAt != '' AND deletedAt = ''", "deliveredAt"}
	cancelled = moments{"''", []string{"cancelled day"}, "cancelled hour", "assignments WHERE status = 'cancelled' AND deletedAt = ''", "created"}
	due       = moments{"''", []string{"due day"}, "due hour", "assignments WHERE status != 'cancelled' AND deletedAt = ''", "dueDate"}
	opened    = moments{"''", []string{"opened day"}, "opened hour", "users WHERE true", "created"}

	tutorRecent    = moments{"{:me}", []string{"tutor created day"}, "", "assignments WHERE tutor = {:me} AND deletedAt = ''", "created"}
	tutorCancelled = moments{"{:me}", []string{"tutor cancelled day"}, "", "assignments WHERE tutor = {:me} AND status = 'cancelled' AND deletedAt = ''", "created"}
	tutorCreated   = moments{"{:me}", []string{"tutor created day", "tutor stub created day"}, "", "assignments WHERE tutor = {:me}", "created"}
	tutorDelivered = moments{"{:me}", []string{"tutor delivered day"}, "", "assignments WHERE tutor = {:me} AND tutor != '' AND deliveredAt != ''", "deliveredAt"}
)

// bindTime adds a stored time, its day and its hour under the names that the SQL uses.
func bindTime(params dbx.Params, name, at string) dbx.Params {
	params[name], params[name+"Day"], params[name+"Hour"] = at, at[:len("2006-01-02")], at[:len("2006-01-02 15")]
	return params
}

// atOrAfter is SQL for the number of rows at or after a time.
func (m moments) atOrAfter(name string) string {
	return fmt.Sprintf("(%s - %s)", m.tallies(m.days, "value >= {:"+name+"Day}"), m.sameDay(name, "<"))
}

// after is SQL for the number of rows after a time.
func (m moments) after(name string) string {
	return fmt.Sprintf("(%s - %s)", m.tallies(m.days, "value >= {:"+name+"Day}"), m.sameDay(name, "<="))
}

// between is SQL for the number of rows at or after one time and before another.
func (m moments) between(from, before string) string {
	return fmt.Sprintf("(%s + %s - %s)", m.tallies(m.days, "value >= {:"+from+"Day} AND value < {:"+before+"Day}"),
		m.sameDay(before, "<"), m.sameDay(from, "<"))
}

// sameDay is SQL for the number of rows of the day of a time that come before it (<), or
// not after it (<=).
func (m moments) sameDay(name, until string) string {
	rows := "(SELECT count(*) FROM " + m.rows + " AND " + m.column + " >= {:" + name + "%s} AND " + m.column + " " + until + " {:" + name + "})"
	if m.hours == "" {
		return fmt.Sprintf(rows, "Day")
	}
	return "(" + m.tallies([]string{m.hours}, "value >= {:"+name+"Day} AND value < {:"+name+"Hour}") + " + " + fmt.Sprintf(rows, "Hour") + ")"
}

func (m moments) tallies(kinds []string, where string) string {
	return "(SELECT coalesce(sum(n), 0) FROM tallies WHERE scope = " + m.scope + " AND kind IN ('" + strings.Join(kinds, "', '") + "') AND " + where + ")"
}
