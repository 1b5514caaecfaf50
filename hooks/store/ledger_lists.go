package store

import (
	"context"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// LedgerRow is one row of LedgerListing.
type LedgerRow struct {
	domain.LedgerEntry
	SortKey any   `db:"sortKey" sql:"-"`
	RowID   int64 `db:"rowID" sql:"-"`
}

// Position returns the keyset position of the row.
func (r LedgerRow) Position() (any, int64) { return r.SortKey, r.RowID }

// TextBytes is the size of the row's long texts.
func (r LedgerRow) TextBytes() int { return len(r.Memo) }

var (
	ledgerColumns  = columns[LedgerRow]("l")
	earningColumns = columns[EarningRow]("l")
	namedColumns   = columns[NamedRow]("l")
)

// LedgerListing lists the entries of the ledger, newest first.
func LedgerListing() Listing {
	return Listing{
		Columns: ledgerColumns,
		Table:   "ledger l",
		RowID:   "l.number",
		Indexes: []Index{{"l.assignment", "l.number"}, {"l.tutor", "l.number"}, {"l.kind", "l.number"}},
		Order:   Order{By: "l.number", Desc: true},
	}
}

// WhereLedgerTutor restricts a listing of entries to those of a tutor.
func WhereLedgerTutor(listing *Listing, tutor string) {
	listing.Where("l.tutor", "= {:tutor} AND l.tutor != ''", dbx.Params{"tutor": tutor})
	listing.remember("l.tutor", tutor)
}

// WhereLedgerAssignment restricts a listing of entries to those of an assignment.
func WhereLedgerAssignment(listing *Listing, assignment string) {
	listing.Where("l.assignment", "= {:assignment} AND l.assignment != ''", dbx.Params{"assignment": assignment})
}

// WhereLedgerAccount restricts a listing of entries to those with a line of an account.
// It reports whether there is such an account.
func WhereLedgerAccount(listing *Listing, account string) bool {
	if !slices.Contains(domain.LedgerAccounts, account) {
		return false
	}
	listing.Where("l."+account, "!= 0", nil)
	return true
}

// WhereLedgerFrom restricts a listing of entries to those at or after a time.
func WhereLedgerFrom(listing *Listing, from time.Time) {
	listing.Where("l.at", ">= {:from}", dbx.Params{"from": domain.FormatTime(from)})
}

// WhereLedgerBefore restricts a listing of entries to those before a time.
func WhereLedgerBefore(listing *Listing, before time.Time) {
	listing.Where("l.at", "< {:before}", dbx.Params{"before": domain.FormatTime(before)})
}

// EarningRow is an entry in a tutor's own list, with the assignment that it is about.
type EarningRow struct {
	LedgerRow
	Reference  string `db:"reference" sql:"coalesce(a.reference, '')"`
	Title      string `db:"title" sql:"coalesce(a.title, '')"`
	ShownTitle string `db:"shownTitle" sql:"coalesce(a.shownTitle, '')"` // what its tutor reads, empty if it is the title
	IsThere    bool   `db:"isThere" sql:"(a.id IS NOT NULL)"`            // the assignment, or what is left of it
}

// EarningListing lists the entries of a tutor, newest first.
func EarningListing(tutor string) Listing {
	listing := withAssignments(LedgerListing())
	WhereLedgerTutor(&listing, tutor)
	return listing
}

// withAssignments adds the names of the assignments that entries are about.
func withAssignments(listing Listing) Listing {
	listing.Columns = earningColumns
	listing.Joins = append(slices.Clip(listing.Joins), Join{"assignments a", "a.id = l.assignment"})
	return listing
}

// NamedRow is an entry with whom and what it is about. TutorName is empty once the
// account is deleted.
type NamedRow struct {
	EarningRow
	TutorName string `db:"tutorName" sql:"coalesce(u.name, '')"`
}

// WithNames adds the names of the assignments and the tutors to a listing of entries.
func WithNames(listing Listing) Listing {
	listing = withAssignments(listing)
	listing.Columns = namedColumns
	listing.Joins = append(listing.Joins, Join{"users u", "u.id = l.tutor"})
	return listing
}

// Earnings are sums of a tutor's entries, in cents.
type Earnings struct {
	EarnedCents  int `db:"earned"`  // all of them, but what was paid
	PaidCents    int `db:"paid"`    // what was paid
	PayableCents int `db:"payable"` // what is open on accepted work without an open claim and on deleted or cancelled work, and adjustments
	ClaimedCents int `db:"claimed"` // what is open on work with an open claim
}

// HeldCents is what is open and cannot be paid yet.
func (e Earnings) HeldCents() int { return e.EarnedCents - e.PaidCents - e.PayableCents }

// What is open on the assignment of the row o: whether it is payable, and whether an open
// claim holds it up. Adjustments have no assignment, and work that was deleted or cancelled
// is never accepted: what was paid for it before is taken back by the next payout.
const (
	isClaimed = "EXISTS (SELECT 1 FROM claims c WHERE c.assignment = o.assignment AND c.status = 'open')"
	isPayable = "(o.assignment = '' OR NOT EXISTS (SELECT 1 FROM assignments w WHERE w.id = o.assignment AND w.deletedAt = '' AND w.status != 'cancelled')" +
		" OR EXISTS (SELECT 1 FROM ledger_accepted x WHERE x.assignment = o.assignment) AND NOT " + isClaimed + ")"
)

// ReadEarnings adds up the entries of a tutor.
func ReadEarnings(ctx context.Context, app core.App, tutor string) (earnings Earnings, err error) {
	err = constant(app, `SELECT
			(SELECT coalesce(sum(amount), 0) FROM tallies WHERE scope = {:tutor} AND kind = 'earnings' AND value != 'paid') AS earned,
			(SELECT coalesce(-sum(amount), 0) FROM tallies WHERE scope = {:tutor} AND kind = 'earnings' AND value = 'paid') AS paid, sums.*
		FROM (SELECT coalesce(sum(CASE WHEN `+isPayable+` THEN o.cents ELSE 0 END), 0) AS payable,
				coalesce(sum(CASE WHEN `+isClaimed+` THEN o.cents ELSE 0 END), 0) AS claimed
			FROM ledger_open o WHERE o.tutor = {:tutor}) sums`).
		Bind(dbx.Params{"tutor": tutor}).WithContext(ctx).One(&earnings)
	return earnings, err
}
