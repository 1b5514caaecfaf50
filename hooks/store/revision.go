package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// RevisionRow is one row of RevisionListing. TextStatus and Writer are those of the reason,
// if it was ever held.
type RevisionRow struct {
	RowBase
	Number     int    `db:"number"`
	Reason     string `db:"reason"`
	DueAt      Time   `db:"dueAt"`
	ClosedAt   Time   `db:"closedAt"`
	Created    Time   `db:"created"`
	TextStatus string `db:"textStatus" sql:"coalesce(x.status, '')"`
	Writer     string `db:"writer" sql:"coalesce(x.writer, '')"`
}

// TextBytes is the size of the row's long texts.
func (r RevisionRow) TextBytes() int { return len(r.Reason) }

var revisionColumns = columns[RevisionRow]("v")

// RevisionListing lists the revisions of an assignment, newest first.
func RevisionListing(assignment string) Listing {
	listing := Listing{
		Columns: revisionColumns,
		Table:   "revision_requests v",
		Joins:   []Join{{"texts x", "x.noun = 'revisions' AND x.thing = v.id"}},
		RowID:   "v.rowid",
		Indexes: []Index{{"v.assignment", "v.number"}},
		Order:   Order{By: "v.number", Desc: true},
	}
	listing.Where("v.assignment", "= {:assignment}", dbx.Params{"assignment": assignment})
	return listing
}

// FindRevisionRow reads one revision of an assignment; sql.ErrNoRows if it does not exist.
func FindRevisionRow(ctx context.Context, app core.App, assignment string, number int) (RevisionRow, error) {
	return find[RevisionRow](ctx, app, RevisionListing(assignment), "v.number", number)
}

// LastRevision returns the number of the newest revision of an assignment; 0 if it has none.
func LastRevision(ctx context.Context, app core.App, assignment string) (number int, err error) {
	err = app.DB().NewQuery("SELECT coalesce(max(number), 0) FROM revision_requests WHERE assignment = {:assignment}").
		Bind(dbx.Params{"assignment": assignment}).WithContext(ctx).Row(&number)
	return number, err
}

// FindOpenRevisions finds the revisions of an assignment that are not closed: one at most,
// unless an operator has opened others.
func FindOpenRevisions(app core.App, assignment string) (found []*core.Record, err error) {
	err = app.RecordQuery(Revisions).AndWhere(dbx.HashExp{Assignment: assignment}).AndWhere(dbx.NewExp("closedAt = ''")).All(&found)
	return found, err
}

// dueRevisionKey is the key of a revision's reminder: a new one for each tutor.
const dueRevisionKey = "'revision:' || v.id || ':' || a.tutor"

// FindRevisionsDue finds work with an open revision that is due within 24 hours and of which the
// tutor was not reminded yet, soonest first, at most limit. An open claim stops that clock. It goes
// on after what an earlier search has found.
func FindRevisionsDue(app core.App, now time.Time, after DueWork, limit int) (found []DueWork, err error) {
	err = app.DB().Select("a.id", "a.tutor AS person", "("+dueRevisionKey+") AS key", "v.dueAt AS until", "v.dueAt AS from", "v.rowid AS fromID").From("revision_requests v").
		InnerJoin("assignments a", dbx.NewExp("a.id = v.assignment")).
		AndWhere(dbx.NewExp("v.closedAt = ''")). // literally, for the partial index
		AndWhere(dbx.NewExp("(v.dueAt, v.rowid) > ({:from}, {:fromID})", after.next(now))).
		AndWhere(dbx.NewExp("v.dueAt <= {:soon}", dbx.Params{"soon": stored(now.Add(24 * time.Hour))})).
		AndWhere(dbx.NewExp("a.tutor != '' AND a.deletedAt = '' AND a.status = 'revision' AND a.claimOpen = FALSE")).
		AndWhere(dbx.NewExp("NOT EXISTS (SELECT 1 FROM reminders r WHERE r.[[key]] = "+dueRevisionKey+")")).
		OrderBy("v.dueAt", "v.rowid").Limit(int64(limit)).All(&found)
	return found, err
}
