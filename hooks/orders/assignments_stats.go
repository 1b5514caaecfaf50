package orders

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

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
