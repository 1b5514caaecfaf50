package payouts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/lists"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return append([]routes.Route{
		{Method: "POST", Path: "/payouts", Who: routes.Admins, Handler: createPayout},
		{Method: "GET", Path: "/payouts", Who: routes.Admins, Handler: listPayouts},
		{Method: "GET", Path: "/payouts/preview", Who: routes.Admins, Handler: preview},
		{Method: "GET", Path: "/payouts/{id}", Who: routes.Admins, Handler: showPayout},
		{Method: "GET", Path: "/users/payouts", Who: routes.Tutors, Handler: listOwn},
	}, export.Routes()...)
}

func listPayouts(e *core.RequestEvent) error {
	return lists.Answer(e, records.PayoutListing(), viewRow)
}

// preview answers with what all tutors are owed. What a run for all pays is the sum of what is
// payable: what the caller is owed is left to another admin.
func preview(e *core.RequestEvent) error {
	owed, err := records.FindOwed(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	me, views := sessions.Caller(e).Id, make([]owedView, len(owed))
	for i, row := range owed {
		views[i] = owedView{Tutor: personView{row.Tutor, row.Name}, Payable: rules.Units(row.PayableCents), Held: rules.Units(row.HeldCents)}
		if row.Tutor == me {
			views[i].Payable, views[i].PayableByOthers = 0, views[i].Payable
		}
	}
	return e.JSON(http.StatusOK, views)
}

func showPayout(e *core.RequestEvent) error {
	ctx := e.Request.Context()
	paid, err := find(ctx, e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	head, err := records.ReadLedgerHead(ctx, e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, statementView{paid, headView{head.Number, head.Hash}})
}

// find reads a payout with all its lines.
func find(ctx context.Context, app core.App, id string) (paidView, error) {
	row, err := findRow(ctx, app, records.PayoutListing(), id)
	if err != nil {
		return paidView{}, err
	}
	paid, err := records.FindPaid(ctx, app, []string{row.ID}, "")
	return paidView{viewRow(row), viewLines(paid, wholeTitle)}, err
}

func findRow(ctx context.Context, app core.App, listing records.Listing, id string) (records.PayoutRow, error) {
	row, err := records.FindPayoutRow(ctx, app, listing, id)
	if errors.Is(err, sql.ErrNoRows) {
		err = failures.NotFound("Payout not found")
	}
	return row, err
}

// listOwn answers with a page of the payouts that paid the caller, and with the head of the
// ledger, which statements print.
func listOwn(e *core.RequestEvent) error {
	ctx, me := e.Request.Context(), sessions.Caller(e).Id
	listing := records.PayoutsOfListing(me)
	if query := e.Request.URL.Query(); query.Has("payout") {
		if _, err := findRow(ctx, e.App, listing, query.Get("payout")); err != nil {
			return err
		}
		records.WherePayout(&listing, query.Get("payout"))
	}
	own, err := lists.Page(e, listing, func(row records.PayoutRow) ownView {
		return ownView{ID: row.ID, Number: row.Number, Method: row.Method, Reference: row.Reference, CreatedAt: string(row.Created)}
	})
	if err != nil {
		return err
	}
	ids := make([]string, len(own))
	for i, payout := range own {
		ids[i] = payout.ID
	}
	paid, err := records.FindPaid(ctx, e.App, ids, me)
	if err != nil {
		return err
	}
	byPayout := map[string][]records.NamedRow{}
	for _, row := range paid {
		byPayout[row.Payout] = append(byPayout[row.Payout], row)
	}
	for i := range own {
		line := viewLines(byPayout[own[i].ID], titleForTutors)[0]
		own[i].Amount, own[i].Entries = line.Amount, line.Entries
	}
	head, err := records.ReadLedgerHead(ctx, e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Payouts []ownView `json:"payouts"`
		Head    headView  `json:"head"`
	}{own, headView{head.Number, head.Hash}})
}

// export lists whom a payout paid, a row for each transfer that the bank makes.
var export = lists.Export[records.TransferRow]{
	Noun: "payouts/{id}", File: "payout",
	Listing: func(e *core.RequestEvent) (records.Listing, error) {
		row, err := findRow(e.Request.Context(), e.App, records.PayoutListing(), e.Request.PathValue("id"))
		return records.TransferListing(row.ID), err
	},
	Columns: []lists.Column[records.TransferRow]{
		{Head: "tutor", Cell: func(row records.TransferRow) string { return row.Name }},
		{Head: "email", Cell: func(row records.TransferRow) string { return row.Email }},
		{Head: "tutor id", Cell: func(row records.TransferRow) string { return row.Tutor }},
		{Head: "amount", IsNumber: true, Cell: func(row records.TransferRow) string { return lists.Money(row.Cents) }},
		{Head: "payout", Cell: func(row records.TransferRow) string { return row.Number }},
		{Head: "ledger entries", IsNumber: true, Cell: func(row records.TransferRow) string { return strconv.Itoa(row.Entries) }},
	},
}
