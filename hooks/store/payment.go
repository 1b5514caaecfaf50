package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/text/unicode/norm"

	"deskmate/hooks/domain"
)

// PaymentRow is one row of PaymentListing. Kind is received or returned. ReceivedOn is a
// day (YYYY-MM-DD).
type PaymentRow struct {
	RowBase
	Kind        string `db:"kind"`
	Number      string `db:"number"`
	AmountCents int    `db:"amountCents"`
	Method      string `db:"method"`
	Reference   string `db:"reference"`
	ReceivedOn  string `db:"receivedOn"`
	Created     Time   `db:"created"`
}

// TextBytes is the size of the row's long texts.
func (PaymentRow) TextBytes() int { return 0 }

// PaymentListing lists the payments of an assignment, newest first.
func PaymentListing(assignment string) Listing {
	listing := Listing{
		Columns: []string{"p.id", "p.kind", "p.number", "p.amountCents", "p.method", "p.reference", "p.receivedOn", "p.created"},
		Table:   "payments p",
		RowID:   "p.rowid",
		Indexes: []Index{{"p.assignment", "p.created"}},
		Order:   Order{By: "p.created", Desc: true},
	}
	listing.Where("p.assignment", "= {:assignment}", dbx.Params{"assignment": assignment})
	return listing
}

// KeyOfReference returns the spelling by which references are compared: letters that look
// the same are the same, and so are all dashes; neither what cannot be seen nor any space
// counts.
func KeyOfReference(reference string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Pd, r) || r == '\u2212' || r == '\u02d7' { // the last two are minus signs
			return '-'
		}
		return r
	}, norm.NFKC.String(domain.Visible(reference)))
	return strings.Join(strings.Fields(domain.OneLine(strings.ToLower(plain))), "")
}

// HasPayment reports whether a payment with such a reference was recorded for an assignment.
func HasPayment(ctx context.Context, app core.App, assignment, kind, reference string) (found bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM payments WHERE assignment = {:assignment} AND kind = {:kind} AND referenceKey = {:key})").
		Bind(dbx.Params{"assignment": assignment, "kind": kind, "key": KeyOfReference(reference)}).WithContext(ctx).Row(&found)
	return found, err
}

// LastNumber returns the number of the newest document of a collection, "" if there is none.
func LastNumber(ctx context.Context, app core.App, collection string) (number string, err error) {
	err = app.DB().NewQuery("SELECT number FROM {{" + collection + "}} ORDER BY rowid DESC LIMIT 1").WithContext(ctx).Row(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return number, err
}
