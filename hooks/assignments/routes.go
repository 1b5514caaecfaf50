// Package assignments is the work that students hand in, the desk looks after
// and tutors do (docs/product.md, section 3).
package assignments

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Routes is the table of what assignments answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: "/assignments", Who: wire.SignedIn, Handler: listOwn},
		{Method: "GET", Path: "/assignments/all", Who: wire.Admins, Handler: listAll},
		{Method: "GET", Path: "/assignments/export.csv", Who: wire.Admins, Handler: exportAssignments, Linked: true},
		{Method: "POST", Path: "/assignments/export.csv/link", Who: wire.Admins, Handler: wire.LinkExport(deskListing)},
		{Method: "GET", Path: "/assignments/tutor-assignments", Who: wire.Tutors, Handler: showTutorAssignments},
		{Method: "GET", Path: "/assignments/stats", Who: wire.SignedIn, Handler: showStats},
		{Method: "POST", Path: "/assignments", Who: wire.SignedIn, Handler: createAssignment, Uploads: wire.OneFile},
		{Method: "POST", Path: "/assignments/public", Who: wire.Anyone, Handler: createGuestAssignment, Uploads: wire.OneFile},
		{Method: "PATCH", Path: "/assignments", Who: wire.Admins, Handler: updateAssignments},
		{Method: "GET", Path: "/assignments/{id}", Who: wire.SignedIn, Handler: showAssignment},
		{Method: "PATCH", Path: "/assignments/{id}", Who: wire.Admins, Handler: updateAssignment},
		{Method: "DELETE", Path: "/assignments/{id}", Who: wire.SignedIn, Handler: deleteAssignment},
		{Method: "POST", Path: "/assignments/{id}/link", Who: wire.SignedIn, Handler: linkFile},
		{Method: "GET", Path: "/assignments/{id}/file", Who: wire.Anyone, Handler: openFile},
	}
}

func notFound() error { return wire.NotFound("Assignment not found") }

// readable finds an assignment that the caller may see; to all others it does not exist.
func readable(ctx context.Context, app core.App, id string, reader *core.Record) (records.AssignmentRow, error) {
	row, err := records.FindAssignmentRow(ctx, app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !wire.MayRead(reader, row.Student, row.Tutor)) {
		return row, notFound()
	}
	return row, err
}

func showAssignment(e *core.RequestEvent) error {
	reader := wire.Caller(e)
	row, err := readable(e.Request.Context(), e.App, e.Request.PathValue("id"), reader)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, viewFor(reader, time.Now())(row))
}

// answerRow answers with an assignment as it is stored now.
func answerRow(e *core.RequestEvent, status int, id string, reader *core.Record) error {
	row, err := records.FindAssignmentRow(e.Request.Context(), e.App, id)
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	if err != nil {
		return err
	}
	return e.JSON(status, viewFor(reader, time.Now())(row))
}

func listOwn(e *core.RequestEvent) error {
	reader := wire.Caller(e)
	listing := records.AssignmentListing()
	owner := "a.student"
	// A tutor's own is what was given to them, unless they ask for what they handed in.
	if wire.CallerIs(e, rules.RoleTutor) && !e.Request.URL.Query().Has("by") {
		owner = "a.tutor"
	}
	listing.Where(owner, "= {:me}", dbx.Params{"me": reader.Id})
	return answerListing(e, listing, "a.title", "a.subject")
}

// deskSearch are the columns that an admin's search looks into.
var deskSearch = []string{"a.title", "a.subject", "s.name", "s.email", "a.guestEmail"}

// deskListing is everybody's assignments as the request asks for them.
func deskListing(e *core.RequestEvent) (records.Listing, error) {
	listing := records.AssignmentListing()
	err := narrow(&listing, e, deskSearch...)
	return listing, err
}

func listAll(e *core.RequestEvent) error {
	return answerListing(e, records.AssignmentListing(), deskSearch...)
}

// answerListing narrows, orders and sends a list of assignments as its query asks.
func answerListing(e *core.RequestEvent, listing records.Listing, searched ...string) error {
	if err := narrow(&listing, e, searched...); err != nil {
		return err
	}
	return wire.AnswerList(e, listing, viewFor(wire.Caller(e), time.Now()))
}

// narrow filters, searches and orders a list of assignments as its query asks.
func narrow(listing *records.Listing, e *core.RequestEvent, searched ...string) error {
	query := e.Request.URL.Query()
	return errors.Join(
		wire.Filter(listing, query, "by", "a.student", func(text string) (string, bool) {
			return wire.Caller(e).Id, text == "me"
		}),
		wire.Search(listing, query, searched...),
		wire.FilterAny(listing, query, "status", "a.status", rules.ParseStatus),
		filterDue(listing, query),
		wire.Filter(listing, query, "priority", "a.priority", parsePriorityFilter),
		wire.Filter(listing, query, "subject", "a.subject", func(text string) (string, bool) { return text, true }),
		wire.SortBy(listing, query, records.AssignmentOrders),
	)
}

// filterDue keeps what is due in the future where the query asks for it.
func filterDue(listing *records.Listing, query url.Values) error {
	switch {
	case !query.Has("due"):
	case query.Get("due") == "upcoming":
		records.WhereDueAfter(listing, time.Now())
	default:
		return wire.BadRequest("Invalid due filter")
	}
	return nil
}

// parsePriorityFilter reads a priority to filter by: an empty one is none here.
func parsePriorityFilter(text string) (string, bool) {
	priority, ok := rules.ParsePriority(text)
	return priority, ok && !rules.IsBlank(text)
}

func deleteAssignment(e *core.RequestEvent) error {
	reader := wire.Caller(e)
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	err := e.App.RunInTransaction(func(tx core.App) error {
		assignment, err := records.FindAssignment(tx, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		isStudent := assignment.GetString(records.Student) == reader.Id
		if !isStudent && !wire.CallerIs(e, rules.RoleAdmin) {
			if wire.MayRead(reader, "", assignment.GetString(records.Tutor)) {
				return wire.NotAllowed()
			}
			return notFound()
		}
		return remove(ctx, tx, assignment)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Assignment deleted successfully"})
}

func linkFile(e *core.RequestEvent) error {
	reader := wire.Caller(e)
	row, err := readable(e.Request.Context(), e.App, e.Request.PathValue("id"), reader)
	if err != nil {
		return err
	}
	if row.File == "" {
		return wire.NotFound("File not found")
	}
	return e.JSON(http.StatusOK, map[string]string{
		"url": wire.FileLink(filePath(row.ID), row.File, reader, time.Now()),
	})
}

// filePath is where the file of an assignment is opened.
func filePath(id string) string { return "/api/assignments/" + id + "/file" }

// openFile answers a link to a file. The right is asked again: a link outlives
// neither the reader's session nor the reader's part in the work.
func openFile(e *core.RequestEvent) error {
	missing := wire.NotFound("File not found")
	assignment, err := records.FindAssignment(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	file := assignment.GetString(records.File)
	reader := wire.LinkReader(e, file, time.Now())
	if file == "" || reader == nil ||
		!wire.MayRead(reader, assignment.GetString(records.Student), assignment.GetString(records.Tutor)) {
		return missing
	}
	return wire.ServeFile(e, assignment, file, assignment.GetString(records.FileName))
}
