package users

import (
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
)

func listUsers(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, sessions.ViewUserRow)
}

// listingOf returns the accounts, filtered, searched and ordered by the query.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.UserListing()
	oneOf := func(values []string) func(string) (string, bool) {
		return func(text string) (string, bool) { return text, slices.Contains(values, text) }
	}
	err := errors.Join(
		lists.SearchIndexed(&listing, query, records.UserSources...),
		lists.Filter(&listing, query, "role", "u.role", oneOf(rules.Roles)),
		lists.Filter(&listing, query, "status", "u.status", oneOf(rules.UserStatuses)),
		lists.SortBy(&listing, query, records.UserOrders),
	)
	return listing, err
}

func showStats(e *core.RequestEvent) error {
	stats, err := records.ReadUserStats(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]int{
		"totalUsers":           stats.Total,
		"adminUsers":           stats.Admins,
		"studentUsers":         stats.Students,
		"tutorUsers":           stats.Tutors,
		"usersWithAssignments": stats.WithAssignments,
	})
}
