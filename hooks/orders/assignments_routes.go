package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// assignmentRoutes returns the routes of assignments.
func assignmentRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/assignments", Who: api.SignedIn, Handler: listOwn},
		{Method: "GET", Path: "/assignments/all", Who: api.Admins, Handler: listAll},
		{Method: "GET", Path: "/assignments/tutor-assignments", Who: api.Tutors, Handler: showTutorAssignments},
		{Method: "GET", Path: "/assignments/stats", Who: api.SignedIn, Handler: showStats},
		{Method: "POST", Path: "/assignments", Who: api.SignedIn, Handler: createAssignment, Uploads: api.OneFile},
		{Method: "POST", Path: "/assignments/public", Who: api.Anyone, Handler: createGuestAssignment, Uploads: api.OneFile},
		{Method: "PATCH", Path: "/assignments", Who: api.Admins, Handler: updateAssignments},
		{Method: "GET", Path: "/assignments/{id}", Who: api.SignedIn, Handler: showAssignment},
		{Method: "PATCH", Path: "/assignments/{id}", Who: api.Admins, Handler: updateAssignment},
		{Method: "DELETE", Path: "/assignments/{id}", Who: api.SignedIn, Handler: deleteAssignment},
		{Method: "POST", Path: "/assignments/{id}/start", Who: api.SignedIn, Handler: startAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/hand-back", Who: api.SignedIn, Handler: handBackAssignment},
		{Method: "POST", Path: "/assignments/{id}/accept", Who: api.SignedIn, Handler: acceptAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/cancel", Who: api.SignedIn, Handler: cancelAssignment, Unlimited: true},
		{Method: "POST", Path: "/assignments/{id}/link", Who: api.SignedIn, Handler: linkAssignmentFile, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/file", Who: api.Anyone, Handler: openAssignmentFile, Sends: api.StoredFile},
		{Method: "POST", Path: "/assignments/{id}/materials/{file}/link", Who: api.SignedIn, Handler: linkMaterial, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/materials/{file}", Who: api.Anyone, Handler: openMaterial, Sends: api.StoredFile},
		{Method: "POST", Path: "/assignments/{id}/materials-zip/link", Who: api.SignedIn, Handler: linkMaterials, Unlimited: true},
		{Method: "GET", Path: "/assignments/{id}/" + materialsFile, Who: api.Anyone, Handler: openMaterials, Sends: api.StoredFile},
	}
}

func showAssignment(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	return Answer(e, http.StatusOK, row, sessions.Caller(e))
}

func listOwn(e *core.RequestEvent) error {
	reader := sessions.Caller(e)
	listing := store.AssignmentListing()
	owner, shown := "a.student", asStored
	// A tutor lists the assignments they work on; with by=me, those they handed in.
	if sessions.HasRole(e, domain.RoleTutor) && !e.Request.URL.Query().Has("by") {
		owner, shown = "a.tutor", asTutorsRead
	}
	listing.Where(owner, "= {:me}", dbx.Params{"me": reader.Id})
	err := errors.Join(
		api.Search(&listing, e.Request.URL.Query(), shown.title, shown.subject),
		applyQuery(&listing, e, shown),
	)
	return answerListing(e, listing, err)
}

// deskListing returns all assignments as the query filters, searches and sorts them.
func deskListing(e *core.RequestEvent) (store.Listing, error) {
	listing := store.AssignmentListing()
	err := errors.Join(
		api.SearchIndexed(&listing, e.Request.URL.Query(), store.AssignmentSources...),
		applyQuery(&listing, e, asStored),
	)
	return listing, err
}

func listAll(e *core.RequestEvent) error {
	listing, err := deskListing(e)
	return answerListing(e, listing, err)
}

// answerListing responds with a listing of assignments, or with the failure of its query.
func answerListing(e *core.RequestEvent, listing store.Listing, err error) error {
	if err != nil {
		return err
	}
	view, err := AssignmentViewer(e, sessions.Caller(e))
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, view)
}

// texts are the columns and orders by which a reader searches, filters and sorts.
type texts struct {
	title, subject string
	orders         map[string]string
}

var (
	asStored     = texts{"a.title", "a.subject", store.AssignmentOrders}
	asTutorsRead = texts{store.TitleForTutors, store.SubjectForTutors, store.ShownAssignmentOrders}
)

// applyQuery filters and sorts a listing as the query says.
func applyQuery(listing *store.Listing, e *core.RequestEvent, shown texts) error {
	query := e.Request.URL.Query()
	return errors.Join(
		api.Filter(listing, query, "by", "a.student", func(text string) (string, bool) {
			return sessions.Caller(e).Id, text == "me"
		}),
		api.FilterAny(listing, query, "status", "a.status", domain.ParseAnyStatus),
		filterDue(listing, e),
		api.Filter(listing, query, "priority", "a.priority", parsePriorityFilter),
		api.Filter(listing, query, "subject", shown.subject, func(text string) (string, bool) { return text, true }),
		api.SortBy(listing, query, shown.orders),
	)
}

// filterDue limits the listing to future due dates if the query asks for it.
func filterDue(listing *store.Listing, e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	switch {
	case !query.Has("due"):
	case query.Get("due") == "upcoming":
		store.WhereDueAfter(listing, clock.Now(e.App))
	default:
		return failures.BadRequest("Invalid due filter")
	}
	return nil
}

// parsePriorityFilter parses a priority to filter by. Unlike in a form, it must not be empty.
func parsePriorityFilter(text string) (string, bool) {
	priority, ok := domain.ParsePriority(text)
	return priority, ok && !domain.IsBlank(text)
}

// linkAssignmentFile returns a new link to the file of an assignment.
func linkAssignmentFile(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	if row.File == "" {
		return failures.NotFound("File not found")
	}
	return e.JSON(http.StatusOK, map[string]string{
		"url": files.Link(FilePath(row.ID), row.File, sessions.Caller(e), clock.Now(e.App)),
	})
}

// openAssignmentFile serves a file to whoever has a link to it. It checks access again,
// because a link must not outlive the reader's session or their access to the work.
func openAssignmentFile(e *core.RequestEvent) error {
	missing := failures.NotFound("File not found")
	assignment, err := store.FindAssignment(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	stored := store.AssignmentOf(assignment)
	reader := store.ReaderOf(files.LinkReader(e, stored.File))
	if stored.File == "" || stored.ScopeFor(reader) == domain.ScopeNone {
		return missing
	}
	return files.Serve(e, assignment, stored.File, domain.ShownFileName(stored.FileName, reader, stored.Student, stored.Tutor))
}

// statsView counts the assignments that the reader may see (docs/product.md, section 3.7).
type statsView struct {
	TotalAssignments       int             `json:"totalAssignments"`
	PendingAssignments     int             `json:"pendingAssignments"`
	CompletedAssignments   int             `json:"completedAssignments"`
	SubmittedAssignments   int             `json:"submittedAssignments"`
	GradedAssignments      int             `json:"gradedAssignments"`
	RecentAssignments      int             `json:"recentAssignments"`
	UpcomingDueAssignments int             `json:"upcomingDueAssignments"`
	PriorityStats          []priorityCount `json:"priorityStats"`
	SubjectStats           []subjectCount  `json:"subjectStats"`
}

// deskView adds what only admins see: the trends against the previous 30 days, and
// the number of new assignments per week.
type deskView struct {
	statsView
	Trends       trendsView   `json:"trends"`
	WeeklyIntake []weekIntake `json:"weeklyIntake"`
}

// trendsView holds changes in percent, null where there is nothing to compare with.
type trendsView struct {
	TotalAssignments     *float64 `json:"totalAssignments"`
	PendingAssignments   *float64 `json:"pendingAssignments"`
	CompletedAssignments *float64 `json:"completedAssignments"`
	Users                *float64 `json:"users"`
}

// weekIntake is the number of assignments created in a week, which begins on Monday (UTC).
type weekIntake struct {
	Week  string `json:"week"`
	Count int    `json:"count"`
}

type priorityCount struct {
	ID       string `json:"_id"`
	Priority string `json:"priority"`
	Count    int    `json:"count"`
}

type subjectCount struct {
	ID      string `json:"_id"`
	Subject string `json:"subject"`
	Count   int    `json:"count"`
}

// showStats returns the statistics that match the role of the caller.
func showStats(e *core.RequestEvent) error {
	reader, now := sessions.Reader(e), clock.Now(e.App)
	scope := store.StatsOfStudent(reader.ID)
	switch reader.Role {
	case domain.RoleAdmin:
		scope = store.StatsOfAll()
	case domain.RoleTutor:
		scope = store.StatsOfTutor(reader.ID)
	}
	stats, err := scope.Read(e.Request.Context(), e.App, now)
	if err != nil {
		return err
	}
	view := statsView{
		TotalAssignments:       stats.Total,
		PendingAssignments:     stats.ByStatus[domain.StatusPending],
		CompletedAssignments:   stats.ByStatus[domain.StatusCompleted] + stats.ByStatus[domain.StatusGraded],
		SubmittedAssignments:   stats.ByStatus[domain.StatusSubmitted],
		GradedAssignments:      stats.ByStatus[domain.StatusGraded],
		RecentAssignments:      stats.Recent,
		UpcomingDueAssignments: stats.Upcoming,
		PriorityStats:          []priorityCount{},
		SubjectStats:           []subjectCount{},
	}
	for _, group := range stats.ByPriority {
		view.PriorityStats = append(view.PriorityStats, priorityCount{group.Value, group.Value, group.Count})
	}
	for _, group := range stats.BySubject {
		view.SubjectStats = append(view.SubjectStats, subjectCount{group.Value, group.Value, group.Count})
	}
	if reader.Role != domain.RoleAdmin {
		return e.JSON(http.StatusOK, view)
	}
	desk, err := viewDesk(e.Request.Context(), e.App, view, now)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, desk)
}

// intakeWeeks is how many weeks of intake admins see, including the current one.
const intakeWeeks = 12

// viewDesk adds the trends and the weekly intake to the statistics.
func viewDesk(ctx context.Context, app core.App, stats statsView, now time.Time) (desk deskView, err error) {
	latest, err := store.ReadDeskPeriod(ctx, app, now.Add(-domain.TrendPeriod), now)
	if err != nil {
		return desk, err
	}
	earlier, err := store.ReadDeskPeriod(ctx, app, now.Add(-2*domain.TrendPeriod), now.Add(-domain.TrendPeriod))
	if err != nil {
		return desk, err
	}
	first := domain.Monday(now).AddDate(0, 0, -7*(intakeWeeks-1))
	intake, err := store.ReadWeeklyIntake(ctx, app, first)
	if err != nil {
		return desk, err
	}
	desk = deskView{statsView: stats, Trends: trendsView{
		TotalAssignments:     domain.Trend(earlier.Total, latest.Total),
		PendingAssignments:   domain.Trend(earlier.Pending, latest.Pending),
		CompletedAssignments: domain.Trend(earlier.Completed, latest.Completed),
		Users:                domain.Trend(earlier.Users, latest.Users),
	}}
	for week := range intakeWeeks {
		desk.WeeklyIntake = append(desk.WeeklyIntake, weekIntake{
			Week: first.AddDate(0, 0, 7*week).Format(time.DateOnly), Count: intake[week],
		})
	}
	return desk, nil
}
