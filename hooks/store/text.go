package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

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
