package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// ClaimRow is one row of ClaimListing, with what it says about its assignment. OpenedBy is
// empty once the account is deleted.
type ClaimRow struct {
	RowBase
	Kind         string `db:"kind"`
	Status       string `db:"status"`
	Reason       string `db:"reason"`
	AmountCents  int    `db:"amountCents"`
	Outcome      string `db:"outcome"`
	OpenedBy     string `db:"openedBy"`
	OpenedByName string `db:"openedByName"`
	OpenedAs     string `db:"openedAs"`
	DueAt        Time   `db:"dueAt"`
	DecidedAt    Time   `db:"decidedAt"`
	PayFrom      Time   `db:"payFrom"`
	PayBy        Time   `db:"payBy"`
	PaidAt       Time   `db:"paidAt"`
	Created      Time   `db:"created"`
	Assignment   string `db:"assignment"`
	Reference    string `db:"reference"`
	Title        string `db:"title"`
	ShownTitle   string `db:"shownTitle"` // what its tutor reads, empty if it is the title
	Student      string `db:"student"`
	Tutor        string `db:"tutor"`
	GuestEmail   string `db:"guestEmail"`
}

// TextBytes is the size of the row's long texts.
func (r ClaimRow) TextBytes() int { return len(r.Reason) + len(r.Outcome) + len(r.Title) }

// Claim returns the row as the rules of claims see it.
func (r ClaimRow) Claim() domain.Claim {
	return domain.Claim{
		Status: r.Status, OpenedBy: r.OpenedBy, OpenedAs: r.OpenedAs, AmountCents: r.AmountCents, Parties: []string{r.Student, r.Tutor, r.GuestEmail},
	}
}

// ClaimOf returns the record of a claim on an assignment as the rules of claims see it.
func ClaimOf(claim *core.Record, assignment AssignmentRow) domain.Claim {
	return domain.Claim{
		Status: claim.GetString(Status), OpenedBy: claim.GetString(OpenedBy), OpenedAs: claim.GetString(OpenedAs), AmountCents: claim.GetInt(AmountCents),
		Parties: []string{assignment.Student, assignment.Tutor, assignment.GuestEmail},
	}
}

// FindOpenClaim finds the open claim on an assignment, nil if there is none.
func FindOpenClaim(app core.App, assignment string) (*core.Record, error) {
	claim, err := app.FindFirstRecordByFilter(Claims, "assignment = {:assignment} && status = 'open'", dbx.Params{"assignment": assignment})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return claim, err
}

// ClaimOrders maps the sort names of the API to orders of ClaimListing.
var ClaimOrders = map[string]string{"createdAt": "c.created"}

// ClaimListing lists all claims, newest first.
func ClaimListing() Listing {
	return Listing{
		Columns: []string{
			"c.id", "c.kind", "c.status", "c.reason", "c.amountCents", "c.outcome", "c.openedBy", "coalesce(u.name, '') AS openedByName", "c.openedAs",
			"c.dueAt", "c.decidedAt", "c.payFrom", "c.payBy", "c.paidAt", "c.created",
			"c.assignment", "coalesce(a.reference, '') AS reference", "coalesce(a.title, '') AS title", "coalesce(a.shownTitle, '') AS shownTitle",
			"coalesce(a.student, '') AS student", "coalesce(a.tutor, '') AS tutor", "coalesce(a.guestEmail, '') AS guestEmail",
		},
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
	listing := ClaimListing()
	listing.Where("c.id", "= {:id}", dbx.Params{"id": id})
	return first[ClaimRow](ctx, app, listing)
}
