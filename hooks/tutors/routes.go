// Package tutors serves the stats of a tutor, the public list of experts, and the list
// from which admins choose a tutor (docs/product.md, section 3.8).
package tutors

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/tutors", Who: routes.Admins, Handler: listTutors},
		{Method: "GET", Path: "/experts", Who: routes.Anyone, Handler: listExperts},
		{Method: "GET", Path: "/users/tutor-stats", Who: routes.Tutors, Handler: showTutorStats},
	}
}

type tutorView struct {
	ID              string  `json:"_id"`
	Name            string  `json:"name"`
	Specialization  string  `json:"specialization"`
	AverageRating   float64 `json:"averageRating"`
	RatingCount     int     `json:"ratingCount"`
	OpenAssignments int     `json:"openAssignments"`
}

func listTutors(e *core.RequestEvent) error {
	listing, query := records.TutorListing(), e.Request.URL.Query()
	err := errors.Join(
		lists.Search(&listing, query, "u.name", "u.specialization"),
		lists.SortBy(&listing, query, records.TutorOrders),
	)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, func(row records.TutorRow) tutorView {
		return tutorView{
			ID: row.ID, Name: row.Name, Specialization: row.Specialization,
			AverageRating: rules.MeanRating(row.RatingSum, row.RatingCount), RatingCount: row.RatingCount,
			OpenAssignments: row.Open,
		}
	})
}

// expertView is the public JSON of a tutor. It has neither an id nor an address.
type expertView struct {
	Name                 string  `json:"name"`
	Specialization       string  `json:"specialization"`
	Experience           string  `json:"experience"`
	AverageRating        float64 `json:"averageRating"`
	RatingCount          int     `json:"ratingCount"`
	CompletedAssignments int     `json:"completedAssignments"`
}

func listExperts(e *core.RequestEvent) error {
	return lists.Answer(e, records.ExpertListing(), func(row records.ExpertRow) expertView {
		return expertView{
			Name: row.Name, Specialization: row.Specialization, Experience: row.Experience,
			AverageRating: rules.MeanRating(row.RatingSum, row.RatingCount), RatingCount: row.RatingCount,
			CompletedAssignments: row.Completed,
		}
	})
}

// tutorStatsView is a tutor's totals and how the last 30 days compare with the 30
// days before. A trend is null if there is nothing to compare with.
type tutorStatsView struct {
	TotalAssignments     int     `json:"totalAssignments"`
	CompletedAssignments int     `json:"completedAssignments"`
	AverageRating        float64 `json:"averageRating"`
	TotalEarnings        float64 `json:"totalEarnings"`
	Trends               struct {
		TotalAssignments     *float64 `json:"totalAssignments"`
		CompletedAssignments *float64 `json:"completedAssignments"`
		TotalEarnings        *float64 `json:"totalEarnings"`
	} `json:"trends"`
}

func showTutorStats(e *core.RequestEvent) error {
	ctx, me, now := e.Request.Context(), sessions.Caller(e).Id, clock.Now(e.App)
	stats, err := records.ReadTutorStats(ctx, e.App, me)
	if err != nil {
		return err
	}
	latest, err := records.ReadTutorPeriod(ctx, e.App, me, now.Add(-rules.TrendPeriod), now)
	if err != nil {
		return err
	}
	earlier, err := records.ReadTutorPeriod(ctx, e.App, me, now.Add(-2*rules.TrendPeriod), now.Add(-rules.TrendPeriod))
	if err != nil {
		return err
	}
	view := tutorStatsView{
		TotalAssignments:     stats.Total,
		CompletedAssignments: stats.Completed,
		AverageRating:        rules.MeanRating(stats.RatingSum, stats.RatingCount),
		TotalEarnings:        rules.Units(stats.EarningsCents),
	}
	view.Trends.TotalAssignments = rules.Trend(earlier.Total, latest.Total)
	view.Trends.CompletedAssignments = rules.Trend(earlier.Completed, latest.Completed)
	view.Trends.TotalEarnings = rules.Trend(earlier.EarningsCents, latest.EarningsCents)
	return e.JSON(http.StatusOK, view)
}
