package activities

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
)

// recentLimit is how many entries a person's recent activity has; storyLimit is
// how many the history of one assignment has.
const (
	recentLimit = 20
	storyLimit  = 200
)

// Routes is the route table of activities.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/activities", Who: routes.Admins, Handler: listActivities},
		{Method: "GET", Path: "/users/recent-activity", Who: routes.SignedIn, Handler: listRecent},
		{Method: "GET", Path: "/assignments/{id}/story", Who: routes.SignedIn, Handler: showStory},
	}
}

// activityView is one entry as admins read it.
type activityView struct {
	ID         string      `json:"_id"`
	Kind       string      `json:"kind"`
	Title      string      `json:"title"`
	Actor      named       `json:"actor"`
	User       *named      `json:"user"`
	Assignment *titled     `json:"assignment"`
	Quote      *referenced `json:"quote"`
	Timestamp  string      `json:"timestamp"`
}

// named is a person. The id is null if they have no account, or no longer have one.
type named struct {
	ID   *string `json:"_id"`
	Name string  `json:"name"`
}

type titled struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
}

type referenced struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
}

func view(row records.ActivityRow) activityView {
	view := activityView{
		ID: row.ID, Kind: row.Kind, Title: titleOf(row), Actor: actorOf(row),
		Timestamp: rules.FormatTime(row.Created.Time()),
	}
	if row.User != "" {
		view.User = &named{&row.User, row.UserName}
	}
	if row.Assignment != "" {
		view.Assignment = &titled{row.Assignment, row.AssignmentTitle}
	}
	if row.Quote != "" {
		view.Quote = &referenced{row.Quote, row.QuoteReference}
	}
	return view
}

func actorOf(row records.ActivityRow) named {
	switch {
	case row.Actor != "":
		return named{&row.Actor, row.ActorName}
	case row.Via == records.ViaGuest:
		return named{Name: "Guest"}
	case row.Via == records.ViaConsole:
		return named{Name: "Console"}
	case row.Via == records.ViaSystem:
		return named{Name: "System"}
	default:
		return named{Name: "Deleted account"}
	}
}

func titleOf(row records.ActivityRow) string {
	switch {
	case row.AssignmentTitle != "":
		return row.Title + ": " + row.AssignmentTitle
	case row.QuoteReference != "":
		return row.Title + ": " + row.QuoteReference
	default:
		return row.Title
	}
}

func listRecent(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	rows, err := records.ReadRecentActivities(e.Request.Context(), e.App, reader.ID, recentLimit)
	if err != nil {
		return err
	}
	type recent struct {
		Title     string `json:"title"`
		Timestamp string `json:"timestamp"`
	}
	recents := make([]recent, len(rows))
	for i, row := range rows {
		if rules.AssignmentScope(reader, row.Student, row.Tutor) == rules.ScopeNone {
			row.AssignmentTitle, row.QuoteReference = "", "" // people may still read what they did, but not the title of what they may no longer see
		}
		recents[i] = recent{titleOf(row), rules.FormatTime(row.Created.Time())}
	}
	return e.JSON(http.StatusOK, recents)
}

// showStory answers what happened to one assignment, oldest first. Everybody who
// may read the assignment reads it, and nobody's name is in it.
func showStory(e *core.RequestEvent) error {
	ctx, id := e.Request.Context(), e.Request.PathValue("id")
	_, _, err := records.FindReadable(ctx, e.App, sessions.Reader(e), id)
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Assignment not found")
	}
	if err != nil {
		return err
	}
	listing := records.ActivityListing()
	listing.Where("x.assignment", "= {:assignment}", dbx.Params{"assignment": id})
	rows, err := records.Page[records.ActivityRow](ctx, e.App, listing, 0, storyLimit)
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
		story[i] = entry{row.Kind, row.Title, rules.FormatTime(row.Created.Time())}
	}
	return e.JSON(http.StatusOK, story)
}
