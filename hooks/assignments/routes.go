// Package assignments handles the work that students hand in, admins manage and
// tutors do (docs/product.md, section 3).
package assignments

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/lists"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of assignments.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/assignments", Who: routes.SignedIn, Handler: listOwn},
		{Method: "GET", Path: "/assignments/all", Who: routes.Admins, Handler: listAll},
		{Method: "GET", Path: "/assignments/tutor-assignments", Who: routes.Tutors, Handler: showTutorAssignments},
		{Method: "GET", Path: "/assignments/stats", Who: routes.SignedIn, Handler: showStats},
		{Method: "POST", Path: "/assignments", Who: routes.SignedIn, Handler: createAssignment, Uploads: routes.OneFile},
		{Method: "POST", Path: "/assignments/public", Who: routes.Anyone, Handler: createGuestAssignment, Uploads: routes.OneFile},
		{Method: "PATCH", Path: "/assignments", Who: routes.Admins, Handler: updateAssignments},
		{Method: "GET", Path: "/assignments/{id}", Who: routes.SignedIn, Handler: showAssignment},
		{Method: "PATCH", Path: "/assignments/{id}", Who: routes.Admins, Handler: updateAssignment},
		{Method: "DELETE", Path: "/assignments/{id}", Who: routes.SignedIn, Handler: deleteAssignment},
		{Method: "POST", Path: "/assignments/{id}/start", Who: routes.SignedIn, Handler: startAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/hand-back", Who: routes.SignedIn, Handler: handBackAssignment},
		{Method: "POST", Path: "/assignments/{id}/accept", Who: routes.SignedIn, Handler: acceptAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/cancel", Who: routes.SignedIn, Handler: cancelAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/link", Who: routes.SignedIn, Handler: linkFile, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/file", Who: routes.Anyone, Handler: openFile, Sends: routes.StoredFile},
		{Method: "POST", Path: "/assignments/{id}/materials/{file}/link", Who: routes.SignedIn, Handler: linkMaterial, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/materials/{file}", Who: routes.Anyone, Handler: openMaterial, Sends: routes.StoredFile},
		{Method: "POST", Path: "/assignments/{id}/materials-zip/link", Who: routes.SignedIn, Handler: linkMaterials, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/" + materialsFile, Who: routes.Anyone, Handler: openMaterials, Sends: routes.StoredFile},
	}
}

func showAssignment(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	return orders.Answer(e, http.StatusOK, row, sessions.Caller(e))
}

func listOwn(e *core.RequestEvent) error {
	reader := sessions.Caller(e)
	listing := records.AssignmentListing()
	owner, shown := "a.student", asStored
	// A tutor lists the assignments they work on; with by=me, those they handed in.
	if sessions.HasRole(e, rules.RoleTutor) && !e.Request.URL.Query().Has("by") {
		owner, shown = "a.tutor", asTutorsRead
	}
	listing.Where(owner, "= {:me}", dbx.Params{"me": reader.Id})
	err := errors.Join(
		lists.Search(&listing, e.Request.URL.Query(), shown.title, shown.subject),
		applyQuery(&listing, e, shown),
	)
	return answerListing(e, listing, err)
}

// deskListing returns all assignments as the query filters, searches and sorts them.
func deskListing(e *core.RequestEvent) (records.Listing, error) {
	listing := records.AssignmentListing()
	err := errors.Join(
		lists.SearchIndexed(&listing, e.Request.URL.Query(), records.AssignmentSources...),
		applyQuery(&listing, e, asStored),
	)
	return listing, err
}

func listAll(e *core.RequestEvent) error {
	listing, err := deskListing(e)
	return answerListing(e, listing, err)
}

// answerListing responds with a listing of assignments, or with the failure of its query.
func answerListing(e *core.RequestEvent, listing records.Listing, err error) error {
	if err != nil {
		return err
	}
	view, err := orders.AssignmentViewer(e, sessions.Caller(e))
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, view)
}

// texts are the columns and orders by which a reader searches, filters and sorts.
type texts struct {
	title, subject string
	orders         map[string]string
}

var (
	asStored     = texts{"a.title", "a.subject", records.AssignmentOrders}
	asTutorsRead = texts{records.TitleForTutors, records.SubjectForTutors, records.ShownAssignmentOrders}
)

// applyQuery filters and sorts a listing as the query says.
func applyQuery(listing *records.Listing, e *core.RequestEvent, shown texts) error {
	query := e.Request.URL.Query()
	return errors.Join(
		lists.Filter(listing, query, "by", "a.student", func(text string) (string, bool) {
			return sessions.Caller(e).Id, text == "me"
		}),
		lists.FilterAny(listing, query, "status", "a.status", rules.ParseAnyStatus),
		filterDue(listing, e),
		lists.Filter(listing, query, "priority", "a.priority", parsePriorityFilter),
		lists.Filter(listing, query, "subject", shown.subject, func(text string) (string, bool) { return text, true }),
		lists.SortBy(listing, query, shown.orders),
	)
}

// filterDue limits the listing to future due dates if the query asks for it.
func filterDue(listing *records.Listing, e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	switch {
	case !query.Has("due"):
	case query.Get("due") == "upcoming":
		records.WhereDueAfter(listing, clock.Now(e.App))
	default:
		return failures.BadRequest("Invalid due filter")
	}
	return nil
}

// parsePriorityFilter parses a priority to filter by. Unlike in a form, it must not be empty.
func parsePriorityFilter(text string) (string, bool) {
	priority, ok := rules.ParsePriority(text)
	return priority, ok && !rules.IsBlank(text)
}

// linkFile returns a new link to the file of an assignment.
func linkFile(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	if row.File == "" {
		return failures.NotFound("File not found")
	}
	return e.JSON(http.StatusOK, map[string]string{
		"url": files.Link(orders.FilePath(row.ID), row.File, sessions.Caller(e), clock.Now(e.App)),
	})
}

// openFile serves a file to whoever has a link to it. It checks access again,
// because a link must not outlive the reader's session or their access to the work.
func openFile(e *core.RequestEvent) error {
	missing := failures.NotFound("File not found")
	assignment, err := records.FindAssignment(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	file := assignment.GetString(records.File)
	reader := files.LinkReader(e, file)
	if file == "" || records.AssignmentScope(assignment, records.ReaderOf(reader)) == rules.ScopeNone {
		return missing
	}
	name := rules.ShownFileName(
		assignment.GetString(records.FileName), records.ReaderOf(reader), assignment.GetString(records.Student), assignment.GetString(records.Tutor),
	)
	return files.Serve(e, assignment, file, name)
}
