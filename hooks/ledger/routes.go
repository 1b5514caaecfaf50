package ledger

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

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
		{Method: "GET", Path: "/ledger", Who: routes.Admins, Handler: listEntries},
		{Method: "POST", Path: "/ledger/adjustments", Who: routes.Admins, Handler: adjust},
		{Method: "GET", Path: "/users/earnings", Who: routes.Tutors, Handler: showEarnings},
	}, export.Routes()...)
}

// entryView is an entry as admins read it. Amounts are in cents, as nowhere else.
type entryView struct {
	Number     int                `json:"number"`
	At         string             `json:"at"`
	Kind       rules.LedgerKind   `json:"kind"`
	Assignment string             `json:"assignment"`
	Tutor      string             `json:"tutor"`
	Claim      string             `json:"claim"`
	Payout     string             `json:"payout"`
	Actor      string             `json:"actor"`
	Memo       string             `json:"memo"`
	Lines      []rules.LedgerLine `json:"lines"`
	Hash       string             `json:"hash"`
}

func view(e rules.LedgerEntry) entryView {
	return entryView{e.Number, e.At, e.Kind, e.Assignment, e.Tutor, e.Claim, e.Payout, e.Actor, e.Memo, e.List(), e.Hash}
}

// namedView is an entry in the list, with what its assignment and its tutor are called.
// Names are empty if it is about none, or once the assignment or the account is deleted.
type namedView struct {
	entryView
	Reference string `json:"reference"`
	Title     string `json:"title"`
	TutorName string `json:"tutorName"`
}

func listEntries(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, records.WithNames(listing), func(row records.NamedRow) namedView {
		return namedView{view(row.LedgerEntry), row.Reference, row.Title, row.TutorName}
	})
}

// listingOf returns the entries, filtered by the query.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.LedgerListing()
	site, err := records.FindSite(e.App)
	if err != nil {
		return listing, err
	}
	zone := records.SiteZone(site)
	isKind := func(text string) (string, bool) {
		return text, slices.Contains(rules.LedgerKinds, rules.LedgerKind(text))
	}
	err = errors.Join(
		lists.Filter(&listing, query, "kind", "l.kind", isKind),
		filterID(&listing, query, "tutor", records.WhereLedgerTutor),
		filterID(&listing, query, "assignment", records.WhereLedgerAssignment),
		filterTime(&listing, query, "from", zone, records.WhereLedgerFrom),
		filterTime(&listing, query, "before", zone, records.WhereLedgerBefore),
	)
	if query.Has("account") && !records.WhereLedgerAccount(&listing, query.Get("account")) {
		err = errors.Join(err, invalid("account"))
	}
	return listing, err
}

func invalid(filter string) error { return failures.BadRequest("Invalid " + filter + " filter") }

// filterID narrows a listing to an id. An empty one would match what is about nobody.
func filterID(listing *records.Listing, query url.Values, name string, limit func(*records.Listing, string)) error {
	if !query.Has(name) {
		return nil
	}
	if rules.IsBlank(query.Get(name)) {
		return invalid(name)
	}
	limit(listing, query.Get(name))
	return nil
}

// filterTime narrows a listing to one side of a time: from is inclusive, before is exclusive.
// A day without a time is its first instant in the zone of the books.
func filterTime(listing *records.Listing, query url.Values, name string, zone *time.Location, limit func(*records.Listing, time.Time)) error {
	if !query.Has(name) {
		return nil
	}
	moment, ok := rules.ParseMoment(query.Get(name), zone)
	if !ok {
		return invalid(name)
	}
	limit(listing, moment)
	return nil
}

// export holds all that an auditor needs to compute the hashes again. The memo's hash
// stays when the memo is erased.
var export = lists.Export[records.LedgerRow]{Noun: records.Ledger, Listing: listingOf, Columns: []lists.Column[records.LedgerRow]{
	{Head: "number", Cell: func(row records.LedgerRow) string { return strconv.Itoa(row.Number) }},
	{Head: "at", Cell: func(row records.LedgerRow) string { return row.At }},
	{Head: "kind", Cell: func(row records.LedgerRow) string { return string(row.Kind) }},
	{Head: "assignment", Cell: func(row records.LedgerRow) string { return row.Assignment }},
	{Head: "tutor", Cell: func(row records.LedgerRow) string { return row.Tutor }},
	{Head: "claim", Cell: func(row records.LedgerRow) string { return row.Claim }},
	{Head: "payout", Cell: func(row records.LedgerRow) string { return row.Payout }},
	{Head: "actor", Cell: func(row records.LedgerRow) string { return row.Actor }},
	{Head: "memo", Cell: func(row records.LedgerRow) string { return row.Memo }},
	{Head: "memo hash", Cell: func(row records.LedgerRow) string { return row.MemoHash }},
	cents("cash", func(row records.LedgerRow) int { return row.Cash }),
	cents("customer", func(row records.LedgerRow) int { return row.Customer }),
	cents("desk", func(row records.LedgerRow) int { return row.Desk }),
	cents("tutors", func(row records.LedgerRow) int { return row.Tutors }),
	{Head: "hash", Cell: func(row records.LedgerRow) string { return row.Hash }},
}}

// cents is the column of an account, 0 where an entry has no such line.
func cents(account string, of func(records.LedgerRow) int) lists.Column[records.LedgerRow] {
	return lists.Column[records.LedgerRow]{
		Head: account + " (cents)", IsNumber: true, Cell: func(row records.LedgerRow) string { return strconv.Itoa(of(row)) },
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
	ID         string           `json:"_id"`
	Kind       rules.LedgerKind `json:"kind"`
	Amount     float64          `json:"amount"`
	Memo       string           `json:"memo"`
	Assignment *assignmentView  `json:"assignment"`
	CreatedAt  string           `json:"createdAt"`
}

type assignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

func viewEarning(row records.EarningRow) earningView {
	view := earningView{ID: strconv.Itoa(row.Number), Kind: row.Kind, Amount: rules.Units(-row.Tutors), Memo: row.Memo, CreatedAt: row.At}
	if row.IsThere {
		view.Assignment = &assignmentView{row.Assignment, row.Reference, cmp.Or(row.ShownTitle, row.Title)}
	}
	return view
}

func showEarnings(e *core.RequestEvent) error {
	ctx, me := e.Request.Context(), sessions.Caller(e).Id
	entries, err := lists.Page(e, records.EarningListing(me), viewEarning)
	if err != nil {
		return err
	}
	sums, err := records.ReadEarnings(ctx, e.App, me)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, earningsView{
		Earned: rules.Units(sums.EarnedCents), Payable: rules.Units(sums.PayableCents), Held: rules.Units(sums.HeldCents()),
		Claimed: rules.Units(sums.ClaimedCents),
		Paid:    rules.Units(sums.PaidCents), Entries: entries,
	})
}
