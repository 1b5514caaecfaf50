package money

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// ledgerRoutes returns the routes of this package.
func ledgerRoutes() []api.Route {
	return append([]api.Route{
		{Method: "GET", Path: "/ledger", Who: api.Admins, Handler: listEntries},
		{Method: "POST", Path: "/ledger/adjustments", Who: api.Admins, Handler: adjustLedger},
		{Method: "GET", Path: "/users/earnings", Who: api.Tutors, Handler: showEarnings},
	}, ledgerExport.Routes()...)
}

// ledgerEntryView is an entry as admins read it. Amounts are in cents, unlike anywhere else.
type ledgerEntryView struct {
	Number     int                 `json:"number"`
	At         string              `json:"at"`
	Kind       domain.LedgerKind   `json:"kind"`
	Assignment string              `json:"assignment"`
	Tutor      string              `json:"tutor"`
	Claim      string              `json:"claim"`
	Payout     string              `json:"payout"`
	Actor      string              `json:"actor"`
	Memo       string              `json:"memo"`
	Lines      []domain.LedgerLine `json:"lines"`
	Hash       string              `json:"hash"`
}

func viewEntry(e domain.LedgerEntry) ledgerEntryView {
	return ledgerEntryView{e.Number, e.At, e.Kind, e.Assignment, e.Tutor, e.Claim, e.Payout, e.Actor, e.Memo, e.List(), e.Hash}
}

// namedView is an entry in the list, with what its assignment and its tutor are called.
// Names are empty if it is about none, or once the assignment or the account is deleted.
type namedView struct {
	ledgerEntryView
	Reference string `json:"reference"`
	Title     string `json:"title"`
	TutorName string `json:"tutorName"`
}

func listEntries(e *core.RequestEvent) error {
	listing, err := ledgerListing(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, store.WithNames(listing), func(row store.NamedRow) namedView {
		return namedView{viewEntry(row.LedgerEntry), row.Reference, row.Title, row.TutorName}
	})
}

// ledgerListing returns the entries, filtered by the query.
func ledgerListing(e *core.RequestEvent) (store.Listing, error) {
	query := e.Request.URL.Query()
	listing := store.LedgerListing()
	site, err := store.FindSite(e.App)
	if err != nil {
		return listing, err
	}
	zone := store.SiteZone(site)
	isKind := func(text string) (string, bool) {
		return text, slices.Contains(domain.LedgerKinds, domain.LedgerKind(text))
	}
	err = errors.Join(
		api.Filter(&listing, query, "kind", "l.kind", isKind),
		filterID(&listing, query, "tutor", store.WhereLedgerTutor),
		filterID(&listing, query, "assignment", store.WhereLedgerAssignment),
		filterTime(&listing, query, "from", zone, store.WhereLedgerFrom),
		filterTime(&listing, query, "before", zone, store.WhereLedgerBefore),
	)
	if query.Has("account") && !store.WhereLedgerAccount(&listing, query.Get("account")) {
		err = errors.Join(err, invalid("account"))
	}
	return listing, err
}

func invalid(filter string) error { return failures.BadRequest("Invalid " + filter + " filter") }

// filterID narrows a listing to an id. An empty one would match what is about nobody.
func filterID(listing *store.Listing, query url.Values, name string, limit func(*store.Listing, string)) error {
	if !query.Has(name) {
		return nil
	}
	if domain.IsBlank(query.Get(name)) {
		return invalid(name)
	}
	limit(listing, query.Get(name))
	return nil
}

// filterTime narrows a listing to one side of a time: from is inclusive, before is exclusive.
// A day without a time is its first instant in the zone of the books.
func filterTime(listing *store.Listing, query url.Values, name string, zone *time.Location, limit func(*store.Listing, time.Time)) error {
	if !query.Has(name) {
		return nil
	}
	moment, ok := domain.ParseMoment(query.Get(name), zone)
	if !ok {
		return invalid(name)
	}
	limit(listing, moment)
	return nil
}

// ledgerExport holds all that an auditor needs to compute the hashes again. The memo's hash
// stays when the memo is erased.
var ledgerExport = api.Export[store.LedgerRow]{Noun: store.Ledger, Listing: ledgerListing, Columns: []api.Column[store.LedgerRow]{
	{Head: "number", Cell: func(row store.LedgerRow) string { return strconv.Itoa(row.Number) }},
	{Head: "at", Cell: func(row store.LedgerRow) string { return row.At }},
	{Head: "kind", Cell: func(row store.LedgerRow) string { return string(row.Kind) }},
	{Head: "assignment", Cell: func(row store.LedgerRow) string { return row.Assignment }},
	{Head: "tutor", Cell: func(row store.LedgerRow) string { return row.Tutor }},
	{Head: "claim", Cell: func(row store.LedgerRow) string { return row.Claim }},
	{Head: "payout", Cell: func(row store.LedgerRow) string { return row.Payout }},
	{Head: "actor", Cell: func(row store.LedgerRow) string { return row.Actor }},
	{Head: "memo", Cell: func(row store.LedgerRow) string { return row.Memo }},
	{Head: "memo hash", Cell: func(row store.LedgerRow) string { return row.MemoHash }},
	cents("cash", func(row store.LedgerRow) int { return row.Cash }),
	cents("customer", func(row store.LedgerRow) int { return row.Customer }),
	cents("desk", func(row store.LedgerRow) int { return row.Desk }),
	cents("tutors", func(row store.LedgerRow) int { return row.Tutors }),
	{Head: "hash", Cell: func(row store.LedgerRow) string { return row.Hash }},
}}

// cents is the column of an account, 0 where an entry has no such line.
func cents(account string, of func(store.LedgerRow) int) api.Column[store.LedgerRow] {
	return api.Column[store.LedgerRow]{
		Head: account + " (cents)", IsNumber: true, Cell: func(row store.LedgerRow) string { return strconv.Itoa(of(row)) },
	}
}

// earningsView is what a tutor has earned. Positive amounts are in the tutor's favour.
type earningsView struct {
	Earned  float64 `json:"earned"`
	Payable float64 `json:"payable"`
	Held    float64 `json:"held"`
	// Claimed is the part of Held that open claims hold up. The rest waits for acceptance.
	Claimed float64       `json:"claimed"`
	Paid    float64       `json:"paid"`
	Entries []earningView `json:"entries"`
}

type earningView struct {
	ID         string                `json:"_id"`
	Kind       domain.LedgerKind     `json:"kind"`
	Amount     float64               `json:"amount"`
	Memo       string                `json:"memo"`
	Assignment *ledgerAssignmentView `json:"assignment"`
	CreatedAt  string                `json:"createdAt"`
}

type ledgerAssignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

func viewEarning(row store.EarningRow) earningView {
	view := earningView{ID: strconv.Itoa(row.Number), Kind: row.Kind, Amount: domain.Units(-row.Tutors), Memo: row.Memo, CreatedAt: row.At}
	if row.IsThere {
		view.Assignment = &ledgerAssignmentView{row.Assignment, row.Reference, cmp.Or(row.ShownTitle, row.Title)}
	}
	return view
}

func showEarnings(e *core.RequestEvent) error {
	ctx, me := e.Request.Context(), sessions.Caller(e).Id
	entries, err := api.Page(e, store.EarningListing(me), viewEarning)
	if err != nil {
		return err
	}
	sums, err := store.ReadEarnings(ctx, e.App, me)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, earningsView{
		Earned: domain.Units(sums.EarnedCents), Payable: domain.Units(sums.PayableCents), Held: domain.Units(sums.HeldCents()),
		Claimed: domain.Units(sums.ClaimedCents),
		Paid:    domain.Units(sums.PaidCents), Entries: entries,
	})
}

// repeatLimit is for how long the same adjustment counts as sent twice by mistake.
const repeatLimit = time.Minute

// adjustLedger enters a change that an admin makes to what a tutor is owed.
func adjustLedger(e *core.RequestEvent) error {
	var input domain.NewAdjustment
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	var entered []domain.LedgerEntry
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), input.Tutor); err != nil {
			return err
		}
		if err := orders.CheckPayees(ctx, tx, store.Tutor, input.Tutor); err != nil {
			return err
		}
		entry, now := domain.AdjustedEntry(input.Tutor, domain.Cents(*input.Amount)), clock.Now(tx)
		entry.Memo = domain.OneLine(input.Memo)
		repeated, err := store.HasAdjustment(ctx, tx, entry, now.Add(-repeatLimit))
		if err != nil {
			return err
		}
		if repeated {
			return failures.Conflict("This adjustment has already been recorded")
		}
		entered, err = store.AppendToLedger(ctx, tx, store.Actor{Via: store.ViaPerson, Person: caller}, now, entry)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, viewEntry(entered[0]))
}
