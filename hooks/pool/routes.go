// Package pool offers assignments to all tutors, who take them themselves
// (docs/product.md, section 10.6).
package pool

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/lists"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of the pool.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/assignments/pool", Who: routes.Tutors, Handler: listPool},
		{Method: "GET", Path: "/assignments/pool/summary", Who: routes.Tutors, Handler: showSummary},
		{Method: "PUT", Path: "/assignments/pool", Who: routes.Admins, Handler: putSeveral},
		{Method: "PUT", Path: "/assignments/{id}/pool", Who: routes.Admins, Handler: putOne},
		{Method: "POST", Path: "/assignments/{id}/claim", Who: routes.Tutors, Handler: claimWork},
	}
}

// rowView is an assignment in the pool. It names nobody, and has no contact details.
type rowView struct {
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

func view(row records.PoolRow) rowView {
	view := rowView{
		ID: row.ID, Reference: row.Reference, Title: row.Title, Description: row.Description,
		Subject: row.Subject, DueDate: string(row.DueDate), Priority: row.Priority, Type: row.Type,
		Earnings: rules.Units(row.TutorCents()), CreatedAt: string(row.Created),
	}
	if row.Words > 0 {
		view.Words = &row.Words
	}
	return view
}

func listPool(e *core.RequestEvent) error {
	query, listing := e.Request.URL.Query(), records.PoolListing(sessions.Reader(e).ID)
	err := errors.Join(
		lists.Search(&listing, query, records.TitleForTutors, records.SubjectForTutors, "a.reference"),
		lists.Filter(&listing, query, "subject", records.SubjectForTutors, func(text string) (string, bool) { return text, true }),
		filterPool(&listing, query, clock.Now(e.App)),
		lists.SortBy(&listing, query, records.PoolOrders),
	)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, view)
}

// filterPool applies the filters by due date, length and earnings.
func filterPool(listing *records.Listing, query url.Values, now time.Time) error {
	if query.Has("due") {
		days, ok := rules.PoolDays(query.Get("due"))
		if !ok {
			return failures.BadRequest("Invalid due filter")
		}
		records.WherePoolDue(listing, now, now.Add(time.Duration(days)*24*time.Hour))
	}
	if query.Has("words") {
		least, most, ok := rules.PoolWords(query.Get("words"))
		if !ok {
			return failures.BadRequest("Invalid words filter")
		}
		records.WherePoolWords(listing, least, most)
	}
	if query.Has("earnings") {
		cents, ok := rules.PoolEarnings(query.Get("earnings"))
		if !ok {
			return failures.BadRequest("Invalid earnings filter")
		}
		records.WherePoolEarns(listing, cents)
	}
	return nil
}

// showSummary tells a tutor how many assignments they have open, how many they may have,
// and which subjects are in the pool.
func showSummary(e *core.RequestEvent) error {
	ctx, tutor := e.Request.Context(), sessions.Reader(e).ID
	terms, err := records.ReadOrderTerms(ctx, e.App)
	if err != nil {
		return err
	}
	open, err := records.CountOpenWork(ctx, e.App, tutor)
	if err != nil {
		return err
	}
	subjects, err := records.PoolSubjects(ctx, e.App, tutor)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Open     int      `json:"open"`
		Limit    int      `json:"limit"`
		Subjects []string `json:"subjects"`
	}{open, terms.Settings.MaxOpenAssignments, subjects})
}
