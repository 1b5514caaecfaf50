package store

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// StoredClaim is what is stored of a claim, however it was read. OpenedBy is empty once the
// account is deleted.
type StoredClaim struct {
	Kind         string `db:"kind"`
	Status       string `db:"status"`
	Reason       string `db:"reason"`
	AmountCents  int    `db:"amountCents"`
	Outcome      string `db:"outcome"`
	OpenedBy     string `db:"openedBy"`
	OpenedAs     string `db:"openedAs"`
	ByCancelling bool   `db:"byCancelling"` // the refund came with cancelling the order
	DueAt        Time   `db:"dueAt"`
	DecidedAt    Time   `db:"decidedAt"`
	PayFrom      Time   `db:"payFrom"`
	PayBy        Time   `db:"payBy"`
	PaidAt       Time   `db:"paidAt"`
	Created      Time   `db:"created"`
	Assignment   string `db:"assignment"`
}

// ClaimOf returns what the record of a claim holds.
func ClaimOf(record *core.Record) StoredClaim { return read[StoredClaim](record) }

// Claim returns the claim as the rules of claims see it. parties are those of its order.
func (c StoredClaim) Claim(parties []string) domain.Claim {
	return domain.Claim{Status: c.Status, OpenedBy: c.OpenedBy, OpenedAs: c.OpenedAs, AmountCents: c.AmountCents, Parties: parties}
}

// ClaimRow is one row of ClaimListing, with what it says about its assignment.
type ClaimRow struct {
	RowBase
	StoredClaim
	OpenedByName string `db:"openedByName" sql:"coalesce(u.name, '')"`
	Reference    string `db:"reference" sql:"coalesce(a.reference, '')"`
	Title        string `db:"title" sql:"coalesce(a.title, '')"`
	ShownTitle   string `db:"shownTitle" sql:"coalesce(a.shownTitle, '')"` // what its tutor reads, empty if it is the title
	Student      string `db:"student" sql:"coalesce(a.student, '')"`
	Tutor        string `db:"tutor" sql:"coalesce(a.tutor, '')"`
	GuestEmail   string `db:"guestEmail" sql:"coalesce(a.guestEmail, '')"`
}

// TextBytes is the size of the row's long texts.
func (r ClaimRow) TextBytes() int { return len(r.Reason) + len(r.Outcome) + len(r.Title) }

// Claim returns the row as the rules of claims see it.
func (r ClaimRow) Claim() domain.Claim {
	return r.StoredClaim.Claim([]string{r.Student, r.Tutor, r.GuestEmail})
}

// FindOpenClaim finds the open claim on an assignment, nil if there is none.
func FindOpenClaim(app core.App, assignment string) (*core.Record, error) {
	return orNil(app.FindFirstRecordByFilter(Claims, "assignment = {:assignment} && status = 'open'", dbx.Params{"assignment": assignment}))
}

// ClaimOrders maps the sort names of the API to orders of ClaimListing.
var ClaimOrders = map[string]string{"createdAt": "c.created"}

var claimColumns = columns[ClaimRow]("c")

// ClaimListing lists all claims, newest first.
func ClaimListing() Listing {
	return Listing{
		Columns: claimColumns,
		Table:   "claims c",
		Joins:   []Join{{"users u", "u.id = c.openedBy"}, {"assignments a", "a.id = c.assignment"}},
		RowID:   "c.rowid",
		Indexes: []Index{{"c.assignment", "c.created"}, {"c.status", "c.created"}, {"c.kind", "c.created"}},
		Order:   Order{By: ClaimOrders["createdAt"], Desc: true},
	}
}

// ClaimsOfListing lists the claims on an assignment, newest first.
func ClaimsOfListing(assignment string) Listing {
	listing := ClaimListing()
	listing.Where("c.assignment", "= {:assignment}", dbx.Params{"assignment": assignment})
	return listing
}

// FindClaimRow reads one claim; sql.ErrNoRows if it does not exist.
func FindClaimRow(ctx context.Context, app core.App, id string) (ClaimRow, error) {
	return find[ClaimRow](ctx, app, ClaimListing(), "c.id", id)
}
