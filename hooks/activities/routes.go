package activities

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// recentLimit is how many activities a person's own list holds; storyLimit is
// how many the story of an assignment does.
const (
	recentLimit = 20
	storyLimit  = 200
)

// Routes is the table of what activities answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: "/activities", Who: wire.Admins, Handler: listActivities},
		{Method: "GET", Path: "/activities/export.csv", Who: wire.Admins, Handler: exportActivities, Linked: true},
		{Method: "POST", Path: "/activities/export.csv/link", Who: wire.Admins, Handler: wire.LinkExport(listingOf)},
		{Method: "GET", Path: "/users/recent-activity", Who: wire.SignedIn, Handler: listRecent},
		{Method: "GET", Path: "/assignments/{id}/story", Who: wire.SignedIn, Handler: showStory},
	}
}

// activityView is one thing that happened, as the desk reads it.
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

// named is a person; the id is null where it was no account, or is none any more.
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
	caller := wire.Caller(e)
	rows, err := records.ReadRecentActivities(e.Request.Context(), e.App, caller.Id, recentLimit)
	if err != nil {
		return err
	}
	type recent struct {
		Title     string `json:"title"`
		Timestamp string `json:"timestamp"`
	}
	recents := make([]recent, len(rows))
	for i, row := range rows {
		if !wire.MayRead(caller, row.Student, row.Tutor) {
			row.AssignmentTitle, row.QuoteReference = "", "" // what one did remains, not the words of what one may no longer read
		}
		recents[i] = recent{titleOf(row), rules.FormatTime(row.Created.Time())}
	}
	return e.JSON(http.StatusOK, recents)
}

// showStory answers what happened to one assignment, oldest first: to all who
// may read it, and without the names of those who did it.
func showStory(e *core.RequestEvent) error {
	ctx, id := e.Request.Context(), e.Request.PathValue("id")
	assignment, err := records.FindAssignmentRow(ctx, e.App, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !wire.MayRead(wire.Caller(e), assignment.Student, assignment.Tutor)) {
		return wire.NotFound("Assignment not found")
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
	type chapter struct {
		Kind      string `json:"kind"`
		Title     string `json:"title"`
		Timestamp string `json:"timestamp"`
	}
	story := make([]chapter, len(rows))
	for i, row := range rows {
		story[i] = chapter{row.Kind, row.Title, rules.FormatTime(row.Created.Time())}
	}
	return e.JSON(http.StatusOK, story)
}
