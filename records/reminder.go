package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// DueWork is an assignment that is due soon. Key is that of its reminder: a new one for
// each due date and tutor.
type DueWork struct {
	ID    string `db:"id"`
	Tutor string `db:"tutor"`
	Key   string `db:"key"`
}

// dueKey is the key of an assignment's reminder. It contains the due date as it is
// stored, which tools may have written in another format.
const dueKey = "'due:' || assignments.id || ':' || tutor || ':' || dueDate"

// AddReminder notes that something is told by the clock. It reports false if it was
// told before. Call it in the transaction that tells it.
func AddReminder(ctx context.Context, tx core.App, key string) (bool, error) {
	if told, err := HasReminder(ctx, tx, key); err != nil || told {
		return false, err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(Reminders)
	if err != nil {
		return false, err
	}
	reminder := core.NewRecord(collection)
	reminder.Set(Key, key)
	return true, tx.SaveWithContext(ctx, reminder)
}

// HasReminder reports whether something was told by the clock.
func HasReminder(ctx context.Context, app core.App, key string) (has bool, err error) {
	err = constant(app, "SELECT EXISTS (SELECT 1 FROM reminders WHERE [[key]] = {:key})").
		Bind(dbx.Params{"key": key}).WithContext(ctx).Row(&has)
	return has, err
}

// FindDueSoon finds open assignments with a tutor that are due within 24 hours and of
// which the tutor was not reminded yet, soonest first, at most limit.
func FindDueSoon(app core.App, now time.Time, limit int) (found []DueWork, err error) {
	err = app.DB().Select("id", "tutor", "("+dueKey+") AS key").From(Assignments).
		AndWhere(dbx.NewExp("deletedAt = ''")). // literally, for the partial index
		AndWhere(dbx.NewExp("dueDate > {:now} AND dueDate <= {:soon}", dbx.Params{"now": stored(now), "soon": stored(now.Add(24 * time.Hour))})).
		AndWhere(dbx.NewExp("tutor != ''")).
		AndWhere(dbx.NotIn(Status, rules.StatusCompleted, rules.StatusGraded, rules.StatusCancelled)).
		AndWhere(dbx.NewExp("NOT EXISTS (SELECT 1 FROM reminders r WHERE r.[[key]] = " + dueKey + ")")).
		OrderBy("dueDate").Limit(int64(limit)).All(&found)
	return found, err
}

// Week counts what happened in a week, and what is open now.
type Week struct {
	Assignments int `db:"assignments"`
	Finished    int `db:"finished"`
	Quotes      int `db:"quotes"`
	Unassigned  int `db:"unassigned"`
	Overdue     int `db:"overdue"`
}

// ReadWeek counts what happened from start to end, and what is open now.
func ReadWeek(ctx context.Context, app core.App, start, end, now time.Time) (week Week, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND created >= {:start} AND created < {:end}) AS assignments,
		(SELECT count(*) FROM assignments WHERE deliveredAt != '' AND deliveredAt >= {:start} AND deliveredAt < {:end}) AS finished,
		(SELECT count(*) FROM quotes WHERE created >= {:start} AND created < {:end}) AS quotes,
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND status IN ('pending', 'submitted') AND tutor = '') AS unassigned,
		(SELECT count(*) FROM assignments WHERE deletedAt = '' AND dueDate < {:now} AND status NOT IN ('completed', 'graded', 'cancelled')) AS overdue`).
		Bind(dbx.Params{"start": stored(start), "end": stored(end), "now": stored(now)}).WithContext(ctx).One(&week)
	return week, err
}
