package admin

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/messages"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// deskRoutes returns the routes of this package.
func deskRoutes() []api.Route {
	return append([]api.Route{
		{Method: "GET", Path: "/desk/board", Who: api.Admins, Handler: listBoard},
		{Method: "GET", Path: "/desk/board/counts", Who: api.Admins, Handler: countBoard},
		{Method: "GET", Path: "/desk/figures", Who: api.Admins, Handler: showFigures},
	}, figuresSheet.Routes()...)
}

// thingView is one thing on the board. DueAt is null if no clock runs.
type thingView struct {
	Kind      string  `json:"kind"`
	Noun      string  `json:"noun"`
	ID        string  `json:"id"`
	Reference string  `json:"reference"`
	Title     string  `json:"title"`
	Person    string  `json:"person"`
	DueAt     *string `json:"dueAt"`
	Overdue   bool    `json:"overdue"`
	// OwnCase is true for an admin who may not settle it, because it is their own case.
	OwnCase bool `json:"ownCase,omitempty"`
}

// wholeBoard returns everything that waits now. Times are stored in milliseconds, and
// nothing is overdue within the one in which it is due.
func wholeBoard(app core.App) (store.Board, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return store.Board{}, err
	}
	return store.Board{Now: clock.Now(app).Truncate(time.Millisecond), WithPayments: site.GetBool(store.RequirePayment)}, nil
}

// boardOf returns the part of the board that a query selects.
func boardOf(app core.App, query url.Values) (store.Board, error) {
	board, err := wholeBoard(app)
	if err != nil {
		return board, err
	}
	if query.Has("kind") {
		for kind := range strings.SplitSeq(query.Get("kind"), ",") {
			if !slices.Contains(store.BoardKinds(), kind) {
				return board, failures.BadRequest("Invalid kind filter")
			}
			if !slices.Contains(board.Kinds, kind) {
				board.Kinds = append(board.Kinds, kind)
			}
		}
	}
	if board.OverdueOnly = query.Has("overdue"); board.OverdueOnly && query.Get("overdue") != "true" {
		return board, failures.BadRequest("Invalid overdue filter")
	}
	return board, nil
}

// listBoard sends a page of the board, and never all of it at once: after a quiet month
// everything may be waiting.
func listBoard(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	board, wrongFilter := boardOf(e.App, query)
	offset, limit, wrongPage := api.PageOf(query)
	if err := errors.Join(wrongFilter, wrongPage); err != nil {
		return err
	}
	counts, err := board.ReadCounts(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	total := 0
	for _, count := range counts {
		if board.OverdueOnly {
			total += count.Overdue
		} else {
			total += count.Count
		}
	}
	api.SetTotal(e, total)
	views := []thingView{}
	if offset < total {
		rows, err := board.ReadRows(e.Request.Context(), e.App, offset, limit)
		if err != nil {
			return err
		}
		for _, row := range rows {
			views = append(views, viewThing(e.App, sessions.Reader(e), row, board.Now))
		}
	}
	return e.JSON(http.StatusOK, views)
}

func viewThing(app core.App, reader domain.Reader, row store.BoardRow, now time.Time) thingView {
	view := thingView{
		Kind: row.Kind, Noun: row.Noun, ID: row.ID, Reference: row.Reference, Title: row.Title, Person: row.Person,
		OwnCase: row.Kind != store.BoardMailFailed && domain.IsOwnCase(reader, row.Student, row.Tutor, row.GuestEmail, row.Writer),
	}
	switch row.Noun {
	case store.Quotes:
		view.Title = domain.OrderTitle(row.Service, row.Subject)
	case "mails":
		view.Title = row.MailKind
		if kind, ok := messages.KindOf(app, row.MailKind); ok {
			view.Title = kind.Heading(messages.Facts{Title: row.Title, Reference: row.Reference, Data: row.MailData})
		}
	}
	if due := row.DueAt.Time(); !due.IsZero() {
		text := string(row.DueAt)
		view.DueAt, view.Overdue = &text, now.After(due)
	}
	return view
}

// countBoard sends how many things of each kind are on the board, and how many in all
// are overdue.
func countBoard(e *core.RequestEvent) error {
	board, err := wholeBoard(e.App)
	if err != nil {
		return err
	}
	counts, err := board.ReadCounts(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	view := map[string]int{"overdue": 0}
	for _, kind := range store.BoardKinds() {
		view[kind] = 0
	}
	for _, count := range counts {
		view[count.Kind] = count.Count
		view["overdue"] += count.Overdue
	}
	return e.JSON(http.StatusOK, view)
}

// figures are those of one month. Amounts are in cents.
type figures struct {
	month string
	store.MonthMoney
	store.MonthDeadlines
}

// figuresView is what admins read of a month (docs/product.md, section 17).
type figuresView struct {
	Month           string  `json:"month"`
	Received        float64 `json:"received"`
	Earned          float64 `json:"earned"`
	Paid            float64 `json:"paid"`
	Returned        float64 `json:"returned"`
	Desk            float64 `json:"desk"`
	DeadlinesKept   int     `json:"deadlinesKept"`
	DeadlinesMissed int     `json:"deadlinesMissed"`
}

// showFigures sends the figures of each month of a period, including those in which nothing
// happened.
func showFigures(e *core.RequestEvent) error {
	months, err := readFigures(e)
	if err != nil {
		return err
	}
	views := make([]figuresView, len(months))
	for i, m := range months {
		views[i] = figuresView{
			Month: m.month, Received: domain.Units(m.Received), Earned: domain.Units(m.Earned), Paid: domain.Units(m.Paid),
			Returned: domain.Units(m.Returned), Desk: domain.Units(m.Desk), DeadlinesKept: m.Kept, DeadlinesMissed: m.Missed,
		}
	}
	return e.JSON(http.StatusOK, views)
}

func readFigures(e *core.RequestEvent) ([]figures, error) {
	site, err := store.FindSite(e.App)
	if err != nil {
		return nil, err
	}
	now := clock.Now(e.App)
	months, err := monthsOf(e.Request.URL.Query(), now, store.SiteZone(site))
	if err != nil {
		return nil, err
	}
	money, err := store.ReadMoneyByMonth(e.Request.Context(), e.App, months)
	if err != nil {
		return nil, err
	}
	deadlines, err := store.ReadDeadlinesByMonth(e.Request.Context(), e.App, months, now)
	if err != nil {
		return nil, err
	}
	read := make([]figures, len(months))
	for i, month := range months {
		read[i] = figures{month.Name, money[i], deadlines[i]}
	}
	return read, nil
}

// monthsOf returns the months that a query selects, in the time zone of the books.
func monthsOf(query url.Values, now time.Time, zone *time.Location) ([]domain.Month, error) {
	read := func(name string) (moment time.Time, err error) {
		if !query.Has(name) {
			return moment, nil
		}
		moment, ok := domain.ParseMoment(query.Get(name), zone)
		if !ok {
			return moment, failures.BadRequest("Invalid " + name + " filter")
		}
		return moment, nil
	}
	from, wrongFrom := read("from")
	before, wrongBefore := read("before")
	if err := errors.Join(wrongFrom, wrongBefore); err != nil {
		return nil, err
	}
	months, problem := domain.MonthsBetween(from, before, now, zone)
	if problem != "" {
		return nil, failures.BadRequest(problem)
	}
	return months, nil
}

// figuresSheet is the same as CSV.
var figuresSheet = api.Sheet[figures]{Path: "/desk/figures.csv", File: "figures", Rows: readFigures, Columns: []api.Column[figures]{
	{Head: "month", Cell: func(m figures) string { return m.month }},
	{Head: "received", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Received) }},
	{Head: "earned", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Earned) }},
	{Head: "paid", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Paid) }},
	{Head: "returned", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Returned) }},
	{Head: "desk", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Desk) }},
	{Head: "deadlines kept", IsNumber: true, Cell: func(m figures) string { return strconv.Itoa(m.Kept) }},
	{Head: "deadlines missed", IsNumber: true, Cell: func(m figures) string { return strconv.Itoa(m.Missed) }},
}}
