package store

import (
	"context"
	"database/sql"
	"encoding/json"
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

var paymentColumns = columns[PaymentRow]("p")

// PaymentListing lists the payments of an assignment, newest first.
func PaymentListing(assignment string) Listing {
	listing := Listing{
		Columns: paymentColumns,
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

// PayoutRow is one row of PayoutListing. By is empty once the account is deleted.
type PayoutRow struct {
	RowBase
	Number     string `db:"number"`
	Method     string `db:"method"`
	Reference  string `db:"reference"`
	TotalCents int    `db:"totalCents"`
	By         string `db:"by"`
	ByName     string `db:"byName" sql:"coalesce(u.name, '')"`
	Created    Time   `db:"created"`
	Tutors     int    `db:"tutors" sql:"(SELECT count(DISTINCT l.tutor) FROM ledger l WHERE l.payout = p.id AND l.payout != '')"` // how many were paid
}

var payoutColumns = columns[PayoutRow]("p")

// PayoutListing lists all payouts, newest first.
func PayoutListing() Listing {
	return Listing{
		Columns: payoutColumns,
		Table:   "payouts p",
		Joins:   []Join{{"users u", "u.id = p.by"}},
		RowID:   "p.rowid",
		Order:   Order{By: "p.created", Desc: true},
	}
}

// PayoutsOfListing lists the payouts that paid a tutor, newest first.
func PayoutsOfListing(tutor string) Listing {
	listing := PayoutListing()
	listing.Where("", "EXISTS (SELECT 1 FROM ledger l WHERE l.payout = p.id AND l.payout != '' AND l.tutor = {:tutor})", dbx.Params{"tutor": tutor})
	return listing
}

// WherePayout restricts a listing of payouts to one.
func WherePayout(listing *Listing, id string) {
	listing.Where("p.id", "= {:id}", dbx.Params{"id": id})
}

// FindPayoutRow reads one payout of a listing; sql.ErrNoRows if it is not in it.
func FindPayoutRow(ctx context.Context, app core.App, listing Listing, id string) (PayoutRow, error) {
	return find[PayoutRow](ctx, app, listing, "p.id", id)
}

// HasPayout reports whether a payout with such a reference was recorded.
func HasPayout(ctx context.Context, app core.App, reference string) (found bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM payouts WHERE referenceKey = {:key})").
		Bind(dbx.Params{"key": KeyOfReference(reference)}).WithContext(ctx).Row(&found)
	return found, err
}

// FindPaidTutors returns the ids of the tutors whom a payout paid.
func FindPaidTutors(ctx context.Context, app core.App, payout string) (tutors []string, err error) {
	err = app.DB().NewQuery("SELECT DISTINCT tutor FROM ledger WHERE payout = {:payout} AND payout != ''").
		Bind(dbx.Params{"payout": payout}).WithContext(ctx).Column(&tutors)
	return tutors, err
}

// FindPaid reads the entries of payouts, in the order of their numbers: all, or those of a tutor.
func FindPaid(ctx context.Context, app core.App, payouts []string, tutor string) ([]NamedRow, error) {
	encoded, err := json.Marshal(payouts)
	if err != nil {
		return nil, err
	}
	listing := WithNames(LedgerListing())
	listing.Order.Desc = false
	listing.Where("l.payout", "IN (SELECT value FROM json_each({:payouts})) AND l.payout != ''", dbx.Params{"payouts": string(encoded)})
	if tutor != "" {
		WhereLedgerTutor(&listing, tutor)
	}
	return First[NamedRow](ctx, app, listing, domain.MaxCents) // a payout is never read in part
}

// TransferRow is what a payout paid a tutor in all. Name and Email are empty once the
// account is deleted.
type TransferRow struct {
	RowBase
	Tutor   string `db:"tutor"`
	Name    string `db:"name"`
	Email   string `db:"email"`
	Number  string `db:"number"` // of the payout
	Cents   int    `db:"cents"`
	Entries int    `db:"entries"` // how many entries of the ledger it is the sum of
}

// TransferListing lists whom a payout paid, with the sum for each.
func TransferListing(payout string) Listing {
	ofTutor := " FROM ledger e WHERE e.payout = l.payout AND e.payout != '' AND e.tutor = l.tutor)"
	listing := Listing{
		Columns: []string{
			"l.payout AS id", "l.tutor", "coalesce(u.name, '') AS name", "coalesce(u.email, '') AS email", "p.number",
			"(SELECT sum(e.tutors)" + ofTutor + " AS cents", "(SELECT count(*)" + ofTutor + " AS entries",
		},
		Table: "ledger l",
		Joins: []Join{{"users u", "u.id = l.tutor"}, {"payouts p", "p.id = l.payout"}},
		RowID: "l.number",
		Order: Order{By: "l.number"},
	}
	listing.Where("l.payout", "= {:payout} AND l.payout != ''", dbx.Params{"payout": payout})
	listing.Where("l.number", "= (SELECT min(e.number)"+ofTutor, nil)
	return listing
}

// ReadLedgerHead reads the number and the hash of the newest entry of the ledger.
func ReadLedgerHead(ctx context.Context, app core.App) (head LedgerHead, err error) {
	err = app.DB().NewQuery("SELECT number, hash FROM ledger_head").WithContext(ctx).One(&head)
	return head, err
}

// openSums select what is open by tutor and assignment, for accounts that are there.
const openSums = "ledger_open o JOIN users u ON u.id = o.tutor AND u.deletingAt = ''"

// FindPayable finds what is payable to tutors now, to all or to those named, in the order in
// which it came to be open.
func FindPayable(ctx context.Context, app core.App, tutors []string) (open []domain.Open, err error) {
	encoded, err := json.Marshal(tutors)
	if err != nil {
		return nil, err
	}
	err = app.DB().NewQuery("SELECT o.tutor, o.assignment, o.cents, coalesce(a.reference, '') AS reference FROM " + openSums +
		" LEFT JOIN assignments a ON a.id = o.assignment WHERE " + isPayable +
		" AND ({:all} OR o.tutor IN (SELECT value FROM json_each({:tutors}))) ORDER BY o.tutor, o.since").
		Bind(dbx.Params{"all": len(tutors) == 0, "tutors": string(encoded)}).WithContext(ctx).All(&open)
	return open, err
}

// OwedRow says what a tutor is owed.
type OwedRow struct {
	Tutor        string `db:"tutor"`
	Name         string `db:"name"`
	PayableCents int    `db:"payable"`
	HeldCents    int    `db:"held"`
}

// FindOwed finds all tutors with anything payable or held, by name.
func FindOwed(ctx context.Context, app core.App) (owed []OwedRow, err error) {
	err = app.DB().NewQuery("SELECT o.tutor, u.name, sum(CASE WHEN " + isPayable + " THEN o.cents ELSE 0 END) AS payable, sum(CASE WHEN " + isPayable +
		" THEN 0 ELSE o.cents END) AS held FROM " + openSums + " GROUP BY o.tutor HAVING payable != 0 OR held != 0 ORDER BY u.name COLLATE NOCASE, o.tutor").
		WithContext(ctx).All(&owed)
	return owed, err
}
