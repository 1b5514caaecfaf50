package assignments

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
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
	scope := records.StatsOfStudent(reader.ID)
	switch reader.Role {
	case rules.RoleAdmin:
		scope = records.StatsOfAll()
	case rules.RoleTutor:
		scope = records.StatsOfTutor(reader.ID)
	}
	stats, err := scope.Read(e.Request.Context(), e.App, now)
	if err != nil {
		return err
	}
	view := statsView{
		TotalAssignments:       stats.Total,
		PendingAssignments:     stats.ByStatus[rules.StatusPending],
		CompletedAssignments:   stats.ByStatus[rules.StatusCompleted] + stats.ByStatus[rules.StatusGraded],
		SubmittedAssignments:   stats.ByStatus[rules.StatusSubmitted],
		GradedAssignments:      stats.ByStatus[rules.StatusGraded],
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
	if reader.Role != rules.RoleAdmin {
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
	latest, err := records.ReadDeskPeriod(ctx, app, now.Add(-rules.TrendPeriod), now)
	if err != nil {
		return desk, err
	}
	earlier, err := records.ReadDeskPeriod(ctx, app, now.Add(-2*rules.TrendPeriod), now.Add(-rules.TrendPeriod))
	if err != nil {
		return desk, err
	}
	first := rules.Monday(now).AddDate(0, 0, -7*(intakeWeeks-1))
	intake, err := records.ReadWeeklyIntake(ctx, app, first)
	if err != nil {
		return desk, err
	}
	desk = deskView{statsView: stats, Trends: trendsView{
		TotalAssignments:     rules.Trend(earlier.Total, latest.Total),
		PendingAssignments:   rules.Trend(earlier.Pending, latest.Pending),
		CompletedAssignments: rules.Trend(earlier.Completed, latest.Completed),
		Users:                rules.Trend(earlier.Users, latest.Users),
	}}
	for week := range intakeWeeks {
		desk.WeeklyIntake = append(desk.WeeklyIntake, weekIntake{
			Week: first.AddDate(0, 0, 7*week).Format(time.DateOnly), Count: intake[week],
		})
	}
	return desk, nil
}
