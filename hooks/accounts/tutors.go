package accounts

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// tutorRoutes returns the routes of this package.
func tutorRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/tutors", Who: api.Admins, Handler: listTutors},
		{Method: "GET", Path: "/experts", Who: api.Anyone, Handler: listExperts},
		{Method: "GET", Path: "/users/tutor-stats", Who: api.Tutors, Handler: showTutorStats},
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
	listing, query := store.TutorListing(), e.Request.URL.Query()
	err := errors.Join(
		api.Search(&listing, query, "u.name", "u.specialization"),
		api.SortBy(&listing, query, store.TutorOrders),
	)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, func(row store.TutorRow) tutorView {
		return tutorView{
			ID: row.ID, Name: row.Name, Specialization: row.Specialization,
			AverageRating: domain.MeanRating(row.RatingSum, row.RatingCount), RatingCount: row.RatingCount,
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
	return api.AnswerList(e, store.ExpertListing(), func(row store.ExpertRow) expertView {
		return expertView{
			Name: row.Name, Specialization: row.Specialization, Experience: row.Experience,
			AverageRating: domain.MeanRating(row.RatingSum, row.RatingCount), RatingCount: row.RatingCount,
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
	stats, err := store.ReadTutorStats(ctx, e.App, me)
	if err != nil {
		return err
	}
	latest, err := store.ReadTutorPeriod(ctx, e.App, me, now.Add(-domain.TrendPeriod), now)
	if err != nil {
		return err
	}
	earlier, err := store.ReadTutorPeriod(ctx, e.App, me, now.Add(-2*domain.TrendPeriod), now.Add(-domain.TrendPeriod))
	if err != nil {
		return err
	}
	view := tutorStatsView{
		TotalAssignments:     stats.Total,
		CompletedAssignments: stats.Completed,
		AverageRating:        domain.MeanRating(stats.RatingSum, stats.RatingCount),
		TotalEarnings:        domain.Units(stats.EarningsCents),
	}
	view.Trends.TotalAssignments = domain.Trend(earlier.Total, latest.Total)
	view.Trends.CompletedAssignments = domain.Trend(earlier.Completed, latest.Completed)
	view.Trends.TotalEarnings = domain.Trend(earlier.EarningsCents, latest.EarningsCents)
	return e.JSON(http.StatusOK, view)
}
