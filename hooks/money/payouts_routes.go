package money

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// payoutRoutes returns the routes of this package.
func payoutRoutes() []api.Route {
	return append([]api.Route{
		{Method: "POST", Path: "/payouts", Who: api.Admins, Handler: createPayout},
		{Method: "GET", Path: "/payouts", Who: api.Admins, Handler: listPayouts},
		{Method: "GET", Path: "/payouts/preview", Who: api.Admins, Handler: previewPayout},
		{Method: "GET", Path: "/payouts/{id}", Who: api.Admins, Handler: showPayout},
		{Method: "GET", Path: "/users/payouts", Who: api.Tutors, Handler: listOwnPayouts},
	}, payoutExport.Routes()...)
}

func listPayouts(e *core.RequestEvent) error {
	return api.AnswerList(e, store.PayoutListing(), viewPayoutRow)
}

// previewPayout answers with what all tutors are owed. What a run for all pays is the sum of what is
// payable: what the caller is owed is left to another admin.
func previewPayout(e *core.RequestEvent) error {
	owed, err := store.FindOwed(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	me, views := sessions.Caller(e).Id, make([]owedView, len(owed))
	for i, row := range owed {
		views[i] = owedView{Tutor: personView{row.Tutor, row.Name}, Payable: domain.Units(row.PayableCents), Held: domain.Units(row.HeldCents)}
		if row.Tutor == me {
			views[i].Payable, views[i].PayableByOthers = 0, views[i].Payable
		}
	}
	return e.JSON(http.StatusOK, views)
}

func showPayout(e *core.RequestEvent) error {
	ctx := e.Request.Context()
	paid, err := findPayout(ctx, e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	head, err := store.ReadLedgerHead(ctx, e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, statementView{paid, headView{head.Number, head.Hash}})
}

// findPayout reads a payout with all its lines.
func findPayout(ctx context.Context, app core.App, id string) (paidView, error) {
	row, err := findRow(ctx, app, store.PayoutListing(), id)
	if err != nil {
		return paidView{}, err
	}
	paid, err := store.FindPaid(ctx, app, []string{row.ID}, "")
	return paidView{viewPayoutRow(row), viewLines(paid, wholeTitle)}, err
}

func findRow(ctx context.Context, app core.App, listing store.Listing, id string) (store.PayoutRow, error) {
	row, err := store.FindPayoutRow(ctx, app, listing, id)
	if errors.Is(err, sql.ErrNoRows) {
		err = failures.NotFound("Payout not found")
	}
	return row, err
}

// listOwnPayouts answers with a page of the payouts that paid the caller, and with the head of the
// ledger, which statements print.
func listOwnPayouts(e *core.RequestEvent) error {
	ctx, me := e.Request.Context(), sessions.Caller(e).Id
	listing := store.PayoutsOfListing(me)
	if query := e.Request.URL.Query(); query.Has("payout") {
		if _, err := findRow(ctx, e.App, listing, query.Get("payout")); err != nil {
			return err
		}
		store.WherePayout(&listing, query.Get("payout"))
	}
	own, err := api.Page(e, listing, func(row store.PayoutRow) ownView {
		return ownView{ID: row.ID, Number: row.Number, Method: row.Method, Reference: row.Reference, CreatedAt: string(row.Created)}
	})
	if err != nil {
		return err
	}
	ids := make([]string, len(own))
	for i, payout := range own {
		ids[i] = payout.ID
	}
	paid, err := store.FindPaid(ctx, e.App, ids, me)
	if err != nil {
		return err
	}
	byPayout := map[string][]store.NamedRow{}
	for _, row := range paid {
		byPayout[row.Payout] = append(byPayout[row.Payout], row)
	}
	for i := range own {
		line := viewLines(byPayout[own[i].ID], titleForTutors)[0]
		own[i].Amount, own[i].Entries = line.Amount, line.Entries
	}
	head, err := store.ReadLedgerHead(ctx, e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Payouts []ownView `json:"payouts"`
		Head    headView  `json:"head"`
	}{own, headView{head.Number, head.Hash}})
}

// payoutExport lists whom a payout paid, a row for each transfer that the bank makes.
var payoutExport = api.Export[store.TransferRow]{
	Noun: "payouts/{id}", File: "payout",
	Listing: func(e *core.RequestEvent) (store.Listing, error) {
		row, err := findRow(e.Request.Context(), e.App, store.PayoutListing(), e.Request.PathValue("id"))
		return store.TransferListing(row.ID), err
	},
	Columns: []api.Column[store.TransferRow]{
		{Head: "tutor", Cell: func(row store.TransferRow) string { return row.Name }},
		{Head: "email", Cell: func(row store.TransferRow) string { return row.Email }},
		{Head: "tutor id", Cell: func(row store.TransferRow) string { return row.Tutor }},
		{Head: "amount", IsNumber: true, Cell: func(row store.TransferRow) string { return api.FormatMoney(row.Cents) }},
		{Head: "payout", Cell: func(row store.TransferRow) string { return row.Number }},
		{Head: "ledger entries", IsNumber: true, Cell: func(row store.TransferRow) string { return strconv.Itoa(row.Entries) }},
	},
}
