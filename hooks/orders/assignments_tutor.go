package orders

import (
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// recentTutorWork is how many assignments the tutor dashboard lists.
const recentTutorWork = 10

// showTutorAssignments returns the tutor dashboard (docs/product.md, section 3.8).
func showTutorAssignments(e *core.RequestEvent) error {
	ctx, tutor := e.Request.Context(), sessions.Caller(e)
	stats, err := store.ReadTutorStats(ctx, e.App, tutor.Id)
	if err != nil {
		return err
	}
	listing := store.AssignmentListing()
	listing.Where("a.tutor", "= {:me}", dbx.Params{"me": tutor.Id})
	rows, err := store.First[store.AssignmentRow](ctx, e.App, listing, recentTutorWork)
	if err != nil {
		return err
	}
	view, err := AssignmentViewer(e, tutor)
	if err != nil {
		return err
	}
	recent := make([]AssignmentView, len(rows))
	for i, row := range rows {
		recent[i] = view(row)
	}
	return e.JSON(http.StatusOK, struct {
		TotalAssignments     int              `json:"totalAssignments"`
		CompletedAssignments int              `json:"completedAssignments"`
		PendingAssignments   int              `json:"pendingAssignments"`
		TotalEarnings        float64          `json:"totalEarnings"`
		AverageRating        float64          `json:"averageRating"`
		RecentAssignments    []AssignmentView `json:"recentAssignments"`
	}{
		stats.Total, stats.Completed, stats.Open, domain.Units(stats.EarningsCents),
		domain.MeanRating(stats.RatingSum, stats.RatingCount), recent,
	})
}
