package users

import (
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

func listUsers(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerList(e, listing, wire.ViewUserRow)
}

// listingOf is the list of accounts filtered, searched and ordered as the request asks.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.UserListing()
	oneOf := func(values []string) func(string) (string, bool) {
		return func(text string) (string, bool) { return text, slices.Contains(values, text) }
	}
	err := errors.Join(
		wire.Search(&listing, query, "u.name", "u.email"),
		wire.Filter(&listing, query, "role", "u.role", oneOf(rules.Roles)),
		wire.Filter(&listing, query, "status", "u.status", oneOf(rules.UserStatuses)),
		wire.SortBy(&listing, query, records.UserOrders),
	)
	return listing, err
}

// exportUsers sends the list of accounts, as filtered, for a spreadsheet.
func exportUsers(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerCSV(e, "users.csv", listing, []string{"id", "name", "e-mail", "role", "status", "created"},
		func(row records.UserRow) []string {
			return []string{row.ID, row.Name, row.Email, row.Role, row.Status, rules.FormatTime(row.Created.Time())}
		})
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
