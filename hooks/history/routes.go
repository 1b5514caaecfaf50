package history

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// recentLimit is the most entries that a person's recent activity shows, and
// storyLimit the most that the history of one assignment shows.
const (
	recentLimit = 20
	storyLimit  = 200
)

// Routes returns the routes of the history.
func Routes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/activities", Who: api.Admins, Handler: listActivities},
		{Method: "GET", Path: "/users/recent-activity", Who: api.SignedIn, Handler: listRecent},
		{Method: "GET", Path: "/assignments/{id}/story", Who: api.SignedIn, Handler: showStory},
	}
}

// activityView is a history entry as admins see it.
type activityView struct {
	ID         string          `json:"_id"`
	Kind       string          `json:"kind"`
	Title      string          `json:"title"`
	Actor      personView      `json:"actor"`
	User       *personView     `json:"user"`
	Assignment *assignmentView `json:"assignment"`
	Quote      *quoteView      `json:"quote"`
	Timestamp  string          `json:"timestamp"`
}

// personView is a person. The id is null if they never had an account or no longer have one.
type personView struct {
	ID   *string `json:"_id"`
	Name string  `json:"name"`
}

type assignmentView struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
}

type quoteView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
}

func view(row store.ActivityRow) activityView {
	view := activityView{
		ID: row.ID, Kind: row.Kind, Title: titleOf(row), Actor: actorOf(row),
		Timestamp: string(row.Created),
	}
	if row.User != "" {
		view.User = &personView{&row.User, row.UserName}
	}
	if row.Assignment != "" {
		view.Assignment = &assignmentView{row.Assignment, row.AssignmentTitle}
	}
	if row.Quote != "" {
		view.Quote = &quoteView{row.Quote, row.QuoteReference}
	}
	return view
}

// actorOf names who made a change. An entry by a person without an id is by a
// deleted account.
func actorOf(row store.ActivityRow) personView {
	switch {
	case row.Actor != "":
		return personView{&row.Actor, row.ActorName}
	case row.Via == store.ViaGuest:
		return personView{Name: "Guest"}
	case row.Via == store.ViaConsole:
		return personView{Name: "Console"}
	case row.Via == store.ViaSystem:
		return personView{Name: "System"}
	default:
		return personView{Name: "Deleted account"}
	}
}

// titleOf adds the title of the assignment, or the reference of the quote request,
// to the title of an entry.
func titleOf(row store.ActivityRow) string {
	switch {
	case row.AssignmentTitle != "":
		return row.Title + ": " + row.AssignmentTitle
	case row.QuoteReference != "":
		return row.Title + ": " + row.QuoteReference
	default:
		return row.Title
	}
}

// listRecent returns the latest entries that concern the caller.
func listRecent(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	rows, err := store.ReadRecentActivities(e.Request.Context(), e.App, reader.ID, recentLimit)
	if err != nil {
		return err
	}
	type entry struct {
		Title     string `json:"title"`
		Timestamp string `json:"timestamp"`
	}
	entries := make([]entry, len(rows))
	for i, row := range rows {
		if domain.AssignmentScope(reader, row.Student, row.Tutor) == domain.ScopeNone {
			// Readers keep what they did themselves, but not the title of what they may no longer read.
			row.AssignmentTitle, row.QuoteReference = "", ""
		}
		row.AssignmentTitle = domain.ShownText(row.AssignmentTitle, row.ShownTitle, reader, row.Student, row.Tutor)
		entries[i] = entry{titleOf(row), string(row.Created)}
	}
	return e.JSON(http.StatusOK, entries)
}

// showStory returns the history of one assignment, oldest first and without names.
// Anyone who may read the assignment may read its history.
func showStory(e *core.RequestEvent) error {
	ctx, reader := e.Request.Context(), sessions.Reader(e)
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	listing := store.ActivityListing()
	listing.Where("x.assignment", "= {:assignment}", dbx.Params{"assignment": row.ID})
	if reader.Role != domain.RoleAdmin && reader.ID != row.Student {
		listing.Where("x.kind", "!= 'assignment.paid'", nil) // what students pay is no business of their tutor's
	}
	rows, err := store.First[store.ActivityRow](ctx, e.App, listing, storyLimit)
	if err != nil {
		return err
	}
	slices.Reverse(rows)
	type entry struct {
		Kind      string `json:"kind"`
		Title     string `json:"title"`
		Timestamp string `json:"timestamp"`
	}
	story := make([]entry, len(rows))
	for i, row := range rows {
		story[i] = entry{row.Kind, row.Title, string(row.Created)}
	}
	return e.JSON(http.StatusOK, story)
}

// listingOf returns the history as the query filters, searches and sorts it.
func listingOf(e *core.RequestEvent) (store.Listing, error) {
	query := e.Request.URL.Query()
	listing := store.ActivityListing()
	anyText := func(text string) (string, bool) { return text, true }
	err := errors.Join(
		api.SearchIndexed(&listing, query, store.ActivitySources...),
		api.Filter(&listing, query, "kind", "x.kind", func(text string) (string, bool) { return text, isKind(e.App, text) }),
		api.Filter(&listing, query, "actor", "x.actor", anyText),
		api.Filter(&listing, query, "user", "x.user", anyText),
		api.Filter(&listing, query, "assignment", "x.assignment", anyText),
		api.Filter(&listing, query, "quote", "x.quote", anyText),
		filterPerson(&listing, query),
		filterSpan(&listing, query),
		api.SortBy(&listing, query, store.ActivityOrders),
	)
	return listing, err
}

// filterPerson limits the listing to what one person did and what was done to them.
func filterPerson(listing *store.Listing, query url.Values) error {
	person := query.Get("person")
	switch {
	case !query.Has("person"):
	case domain.IsBlank(person): // an empty id would match every entry without an account
		return failures.BadRequest("Invalid person filter")
	default:
		store.WherePerson(listing, person)
	}
	return nil
}

// filterSpan limits the listing to a span of time: from is inclusive, before is exclusive.
func filterSpan(listing *store.Listing, query url.Values) error {
	for name, limit := range map[string]func(*store.Listing, time.Time){
		"from": store.WhereHappenedFrom, "before": store.WhereHappenedBefore,
	} {
		if !query.Has(name) {
			continue
		}
		moment, ok := domain.ParseTime(query.Get(name))
		if !ok {
			return failures.BadRequest("Invalid " + name + " filter")
		}
		limit(listing, moment)
	}
	return nil
}

func listActivities(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, view)
}
