package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// userRoutes returns the routes of this package.
func userRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/users", Who: api.Admins, Handler: listUsers},
		{Method: "GET", Path: "/users/stats", Who: api.Admins, Handler: showStats},
		{Method: "PATCH", Path: "/users/{id}", Who: api.Admins, Handler: updateUser},
	}
}

func updateUser(e *core.RequestEvent) error {
	var input domain.UpdateUser
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	var updated *core.Record
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		user, err := tx.FindRecordById(store.Users, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return failures.NotFound("User not found")
		}
		if err != nil {
			return err
		}
		if input.Status != nil {
			if user.Id == sessions.Caller(e).Id && *input.Status == domain.StatusInactive {
				return failures.Conflict("You cannot deactivate your own account")
			}
			user.Set(store.Status, *input.Status)
		}
		if input.Role != nil {
			user.Set(store.Role, *input.Role)
		}
		updated = user
		return tx.SaveWithContext(ctx, user)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, sessions.ViewUser(updated))
}

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

// Kinds of events in the history of an account (docs/product.md, section 3.9).
const (
	opened          = "account.opened"
	verified        = "account.verified"
	profileChanged  = "account.changed"
	emailChanged    = "account.email"
	passwordChanged = "account.password"
	deactivated     = "account.deactivated"
	activated       = "account.activated"
	roleChanged     = "account.role"
	accountDeleted  = "account.deleted"
)

// Noun declares accounts.
var Noun = api.Noun{
	Collection: store.Users,
	Announce: func(_ core.App, account *core.Record, change api.Change) []api.Announcement {
		return api.Announce(account, change, func(version *core.Record) func(domain.Reader) domain.Scope {
			id := version.Id
			return func(reader domain.Reader) domain.Scope { return domain.AccountScope(reader, id) }
		})
	},
	History: accountHistory,
	Kinds: []string{
		opened, verified, profileChanged, emailChanged, passwordChanged, deactivated, activated, roleChanged, accountDeleted,
	},
	Export: api.Export[store.UserRow]{Noun: store.Users, Listing: listingOf, Columns: []api.Column[store.UserRow]{
		{Head: "id", Cell: func(row store.UserRow) string { return row.ID }},
		{Head: "name", Cell: func(row store.UserRow) string { return row.Name }},
		{Head: "email", Cell: func(row store.UserRow) string { return row.Email }},
		{Head: "role", Cell: func(row store.UserRow) string { return row.Role }},
		{Head: "status", Cell: func(row store.UserRow) string { return row.Status }},
		{Head: "created", Cell: func(row store.UserRow) string { return string(row.Created) }},
	}},
}

const addressVerified = "Email address verified"

// accountHistory returns the events that make up a change to an account.
func accountHistory(account *core.Record, change api.Change) []api.Event {
	before := account.Original()
	events := []api.Event{}
	add := func(happened bool, kind, title string) {
		if happened {
			events = append(events, api.Event{Kind: kind, Title: title, User: account.Id})
		}
	}
	switch {
	case change == api.Created:
		add(true, opened, "Account opened")
		add(account.Verified(), verified, addressVerified) // as when a link that was mailed to the address opened it
		return events
	case change == api.Deleted:
		return []api.Event{{Kind: accountDeleted, Title: "Account deleted", User: account.Id}}
	case api.Differs(account, store.DeletingAt):
		return nil // the history records the deletion when it is complete
	}
	add(!before.Verified() && account.Verified(), verified, addressVerified)
	add(before.Email() != account.Email(), emailChanged, "Email address changed")
	add(api.Differs(account, store.PasswordField+":hash"), passwordChanged, "Password changed")
	add(store.IsActive(before) && !store.IsActive(account), deactivated, "Account deactivated")
	add(!store.IsActive(before) && store.IsActive(account), activated, "Account activated")
	add(api.Differs(account, store.Role), roleChanged, "Role changed to "+account.GetString(store.Role))
	add(api.Differs(account, store.FirstName, store.LastName, store.Phone, store.Bio,
		store.Specialization, store.Experience, store.Country), profileChanged, "Profile updated")
	return events
}
