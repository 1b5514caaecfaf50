package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

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
