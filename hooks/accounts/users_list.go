package accounts

import (
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

func listUsers(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, sessions.ViewUserRow)
}

// listingOf returns the accounts, filtered, searched and ordered by the query.
func listingOf(e *core.RequestEvent) (store.Listing, error) {
	query := e.Request.URL.Query()
	listing := store.UserListing()
	oneOf := func(values []string) func(string) (string, bool) {
		return func(text string) (string, bool) { return text, slices.Contains(values, text) }
	}
	err := errors.Join(
		api.SearchIndexed(&listing, query, store.UserSources...),
		api.Filter(&listing, query, "role", "u.role", oneOf(domain.Roles)),
		api.Filter(&listing, query, "status", "u.status", oneOf(domain.UserStatuses)),
		api.SortBy(&listing, query, store.UserOrders),
	)
	return listing, err
}

func showStats(e *core.RequestEvent) error {
	stats, err := store.ReadUserStats(e.Request.Context(), e.App)
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
