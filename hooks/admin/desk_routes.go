package admin

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
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
// nothing is overdue within the one at which it is due.
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

// countBoard sends how many things of each kind are on the board, and how many of all
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
