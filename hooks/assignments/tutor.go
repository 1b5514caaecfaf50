package assignments

import (
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
)

// recentTutorWork is how many assignments the tutor dashboard lists.
const recentTutorWork = 10

// showTutorAssignments returns the tutor dashboard (docs/product.md, section 3.8).
func showTutorAssignments(e *core.RequestEvent) error {
	ctx, tutor := e.Request.Context(), sessions.Caller(e)
	stats, err := records.ReadTutorStats(ctx, e.App, tutor.Id)
	if err != nil {
		return err
	}
	listing := records.AssignmentListing()
	listing.Where("a.tutor", "= {:me}", dbx.Params{"me": tutor.Id})
	rows, err := records.First[records.AssignmentRow](ctx, e.App, listing, recentTutorWork)
	if err != nil {
		return err
	}
	view, err := orders.AssignmentViewer(e, tutor)
	if err != nil {
		return err
	}
	recent := make([]orders.AssignmentView, len(rows))
	for i, row := range rows {
		recent[i] = view(row)
	}
	return e.JSON(http.StatusOK, struct {
		TotalAssignments     int                     `json:"totalAssignments"`
		CompletedAssignments int                     `json:"completedAssignments"`
		PendingAssignments   int                     `json:"pendingAssignments"`
		TotalEarnings        float64                 `json:"totalEarnings"`
		AverageRating        float64                 `json:"averageRating"`
		RecentAssignments    []orders.AssignmentView `json:"recentAssignments"`
	}{
		stats.Total, stats.Completed, stats.Open, rules.Units(stats.EarningsCents),
		rules.MeanRating(stats.RatingSum, stats.RatingCount), recent,
	})
}
