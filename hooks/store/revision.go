package store

import (
	"context"
	"database/sql"
	"errors"
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

// TextRow is one row of TextListing. WriterName and Title are empty if the account or the
// texts of the assignment were deleted.
type TextRow struct {
	RowBase
	Noun       string `db:"noun"`
	Thing      string `db:"thing"`
	Text       string `db:"text"`
	Writer     string `db:"writer"`
	WriterName string `db:"writerName" sql:"coalesce(w.name, '')"`
	Status     string `db:"status"`
	Assignment string `db:"assignment"`
	Reference  string `db:"reference" sql:"coalesce(a.reference, '')"`
	Title      string `db:"title" sql:"coalesce(a.title, '')"`
	Student    string `db:"student" sql:"coalesce(a.student, '')"`
	Tutor      string `db:"tutor" sql:"coalesce(a.tutor, '')"`
	GuestEmail string `db:"guestEmail" sql:"coalesce(a.guestEmail, '')"`
	Created    Time   `db:"created"`
}

// TextBytes is the size of the row's long texts.
func (r TextRow) TextBytes() int { return len(r.Text) + len(r.Title) }

// TextOrders maps the sort names of the API to orders of TextListing.
var TextOrders = map[string]string{"createdAt": "x.created"}

var textColumns = columns[TextRow]("x")

// TextListing lists the texts that were held, newest first.
func TextListing() Listing {
	return Listing{
		Columns: textColumns,
		Table:   "texts x",
		Joins:   []Join{{"users w", "w.id = x.writer"}, {"assignments a", "a.id = x.assignment"}},
		RowID:   "x.rowid",
		Indexes: []Index{{"x.status", "x.created"}},
		Order:   Order{By: TextOrders["createdAt"], Desc: true},
	}
}

// FindTextRow reads one text; sql.ErrNoRows if it does not exist.
func FindTextRow(ctx context.Context, app core.App, id string) (TextRow, error) {
	return find[TextRow](ctx, app, TextListing(), "x.id", id)
}

// EraseTextsOf empties the texts of a writer that were ever held, where they are kept to be
// read and where they were written. What is gone no longer has to be read.
// It runs no record events, which refuse to change deliveries.
func EraseTextsOf(ctx context.Context, tx core.App, writer string) error {
	return executeAll(ctx, tx, dbx.Params{"writer": writer},
		"UPDATE deliveries SET note = '' WHERE id IN (SELECT thing FROM texts WHERE noun = 'deliveries' AND writer = {:writer})",
		"UPDATE revision_requests SET reason = '' WHERE id IN (SELECT thing FROM texts WHERE noun = 'revisions' AND writer = {:writer})",
		"UPDATE reviews SET comment = '' WHERE id IN (SELECT thing FROM texts WHERE noun = 'reviews' AND writer = {:writer})",
		"UPDATE texts SET text = '', status = CASE status WHEN 'held' THEN 'removed' ELSE status END WHERE writer = {:writer}",
	)
}

// ReadTextStatus returns the status of the text of a thing, and its writer: both empty if
// it was never held.
func ReadTextStatus(ctx context.Context, app core.App, noun, thing string) (status, writer string, err error) {
	err = constant(app, "SELECT status, writer FROM texts WHERE noun = {:noun} AND thing = {:thing}").
		Bind(dbx.Params{"noun": noun, "thing": thing}).WithContext(ctx).Row(&status, &writer)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return status, writer, err
}
