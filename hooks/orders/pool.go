package orders

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// poolRoutes returns the routes of the pool.
func poolRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/assignments/pool", Who: api.Tutors, Handler: listPool},
		{Method: "GET", Path: "/assignments/pool/summary", Who: api.Tutors, Handler: showSummary},
		{Method: "PUT", Path: "/assignments/pool", Who: api.Admins, Handler: putSeveral},
		{Method: "PUT", Path: "/assignments/{id}/pool", Who: api.Admins, Handler: putOne},
		{Method: "POST", Path: "/assignments/{id}/claim", Who: api.Tutors, Handler: takeWork},
	}
}

// poolRowView is an assignment in the pool. It names nobody, and has no contact details.
type poolRowView struct {
	ID          string  `json:"_id"`
	Reference   string  `json:"reference"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Subject     string  `json:"subject"`
	DueDate     string  `json:"dueDate"`
	Priority    string  `json:"priority"`
	Type        string  `json:"type"`
	Words       *int    `json:"words"`
	Earnings    float64 `json:"earnings"`
	CreatedAt   string  `json:"createdAt"`
}

func viewPoolRow(row store.PoolRow) poolRowView {
	view := poolRowView{
		ID: row.ID, Reference: row.Reference, Title: row.Title, Description: row.Description,
		Subject: row.Subject, DueDate: string(row.DueDate), Priority: row.Priority, Type: row.Type,
		Earnings: domain.Units(row.TutorCents()), CreatedAt: string(row.Created),
	}
	if row.Words > 0 {
		view.Words = &row.Words
	}
	return view
}

func listPool(e *core.RequestEvent) error {
	query, listing := e.Request.URL.Query(), store.PoolListing(sessions.Reader(e).ID)
	err := errors.Join(
		api.Search(&listing, query, store.TitleForTutors, store.SubjectForTutors, "a.reference"),
		api.Filter(&listing, query, "subject", store.SubjectForTutors, func(text string) (string, bool) { return text, true }),
		filterPool(&listing, query, clock.Now(e.App)),
		api.SortBy(&listing, query, store.PoolOrders),
	)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, viewPoolRow)
}

// filterPool applies the filters by due date, length and earnings.
func filterPool(listing *store.Listing, query url.Values, now time.Time) error {
	if query.Has("due") {
		days, ok := domain.PoolDays(query.Get("due"))
		if !ok {
			return failures.BadRequest("Invalid due filter")
		}
		store.WherePoolDue(listing, now, now.Add(time.Duration(days)*24*time.Hour))
	}
	if query.Has("words") {
		least, most, ok := domain.PoolWords(query.Get("words"))
		if !ok {
			return failures.BadRequest("Invalid words filter")
		}
		store.WherePoolWords(listing, least, most)
	}
	if query.Has("earnings") {
		cents, ok := domain.PoolEarnings(query.Get("earnings"))
		if !ok {
			return failures.BadRequest("Invalid earnings filter")
		}
		store.WherePoolEarns(listing, cents)
	}
	return nil
}

// showSummary tells a tutor how many assignments they have open, how many they may have,
// and which subjects are in the pool.
func showSummary(e *core.RequestEvent) error {
	ctx, tutor := e.Request.Context(), sessions.Reader(e).ID
	terms, err := store.ReadOrderTerms(ctx, e.App)
	if err != nil {
		return err
	}
	open, err := store.CountOpenWork(ctx, e.App, tutor)
	if err != nil {
		return err
	}
	subjects, err := store.PoolSubjects(ctx, e.App, tutor)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Open     int      `json:"open"`
		Limit    int      `json:"limit"`
		Subjects []string `json:"subjects"`
	}{open, terms.Settings.MaxOpenAssignments, subjects})
}

// GuardPool refuses to put into the pool what is closed, has a tutor or must be paid for
// first, and remembers what was ever in it.
func GuardPool(e *core.RecordEvent) error {
	stored := store.AssignmentOf(e.Record)
	if !stored.InPool || e.Record.Original().GetBool(store.InPool) {
		return e.Next()
	}
	terms, err := store.ReadOrderTerms(e.Context, e.App)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(e.Record.Id, stored.Policy)
	if err != nil {
		return err
	}
	order := stored.Order()
	order.InPool = false // not yet
	if message := order.RefusePool(true, clock.Now(e.App), policy, terms.Settings); message != "" {
		return failures.Conflict(message)
	}
	e.Record.Set(store.EverInPool, true)
	return e.Next()
}

// PoolNoun announces to tutors what enters, leaves and changes in the pool. The history of
// assignments is that of their own noun.
var PoolNoun = api.Noun{Collection: store.Assignments, Announce: announcePool}

func announcePool(_ core.App, assignment *core.Record, change api.Change) []api.Announcement {
	before, after := store.AssignmentOf(assignment.Original()), store.AssignmentOf(assignment)
	was, is := isOffered(before), change != api.Deleted && isOffered(after)
	switch {
	case was && is:
		change = api.Updated
	case is:
		change = api.Created
	case was:
		change = api.Deleted
	default:
		return nil
	}
	return []api.Announcement{{
		Noun: "pool", ID: assignment.Id, Change: change,
		MayReceive: func(reader domain.Reader) bool { return reader.Role == domain.RoleTutor && reader.ID != after.Student },
	}}
}

// isOffered reports whether tutors can see an assignment in the pool.
func isOffered(assignment store.StoredAssignment) bool {
	return assignment.InPool && !assignment.IsStub()
}
