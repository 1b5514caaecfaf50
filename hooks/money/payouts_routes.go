package money

import (
	"cmp"
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

// payoutView is a payout as admins read it in a list.
type payoutView struct {
	ID        string      `json:"_id"`
	Number    string      `json:"number"`
	Total     float64     `json:"total"`
	Tutors    int         `json:"tutors"` // how many were paid
	Method    string      `json:"method"`
	Reference string      `json:"reference"`
	By        *personView `json:"by"` // null once the account is deleted
	CreatedAt string      `json:"createdAt"`
}

// personView is a person. The name is empty once the account is deleted.
type personView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

func viewPayoutRow(row store.PayoutRow) payoutView {
	view := payoutView{
		ID: row.ID, Number: row.Number, Total: domain.Units(row.TotalCents), Tutors: row.Tutors, Method: row.Method, Reference: row.Reference,
		CreatedAt: string(row.Created),
	}
	if row.By != "" {
		view.By = &personView{row.By, row.ByName}
	}
	return view
}

// paidView is one payout with everything that it paid for.
type paidView struct {
	payoutView
	Lines []lineView `json:"lines"`
}

// statementView is a payout with the head of the ledger, for the statement to print.
type statementView struct {
	paidView
	Head headView `json:"head"`
}

// headView is the newest entry of the ledger. deskmate ledger verify --head tells whether
// the ledger still continues it.
type headView struct {
	Number int    `json:"number"`
	Hash   string `json:"hash"`
}

// lineView is what one tutor got.
type lineView struct {
	Tutor   personView        `json:"tutor"`
	Amount  float64           `json:"amount"`
	Entries []payoutEntryView `json:"entries"`
}

// payoutEntryView is what was paid for an assignment, or as adjustments if there is none. The id
// is the number of the entry in the ledger.
type payoutEntryView struct {
	ID         string                `json:"_id"`
	Amount     float64               `json:"amount"`
	Assignment *payoutAssignmentView `json:"assignment"`
}

type payoutAssignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

// wholeTitle shows a title to admins, who may read contact details in it.
func wholeTitle(row store.NamedRow) string { return row.Title }

func titleForTutors(row store.NamedRow) string { return cmp.Or(row.ShownTitle, row.Title) }

// viewLines groups the entries of a payout by tutor. Those of a tutor follow one another.
// titleOf is what the reader sees of a title.
func viewLines(rows []store.NamedRow, titleOf func(store.NamedRow) string) []lineView {
	lines, cents := []lineView{}, 0
	for _, row := range rows {
		if len(lines) == 0 || lines[len(lines)-1].Tutor.ID != row.Tutor {
			lines, cents = append(lines, lineView{Tutor: personView{row.Tutor, row.TutorName}}), 0
		}
		line := &lines[len(lines)-1]
		entry := payoutEntryView{ID: strconv.Itoa(row.LedgerEntry.Number), Amount: domain.Units(row.LedgerEntry.Tutors)}
		if row.IsThere {
			entry.Assignment = &payoutAssignmentView{row.Assignment, row.EarningRow.Reference, titleOf(row)}
		}
		cents += row.LedgerEntry.Tutors
		line.Amount = domain.Units(cents)
		line.Entries = append(line.Entries, entry)
	}
	return lines
}

// ownView is a payout as a tutor reads it: their own line of it.
type ownView struct {
	ID        string            `json:"_id"`
	Number    string            `json:"number"`
	Amount    float64           `json:"amount"`
	Method    string            `json:"method"`
	Reference string            `json:"reference"`
	CreatedAt string            `json:"createdAt"`
	Entries   []payoutEntryView `json:"entries"`
}

// owedView is what a tutor is owed. PayableByOthers is in the place of Payable if the tutor is
// the admin who asks: only another one pays it.
type owedView struct {
	Tutor           personView `json:"tutor"`
	Payable         float64    `json:"payable"`
	PayableByOthers float64    `json:"payableByOthers,omitempty"`
	Held            float64    `json:"held"`
}
