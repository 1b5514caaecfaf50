package store

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// NewUser returns a new, unsaved record of an active account.
func NewUser(app core.App, role string) (*core.Record, error) {
	users, err := app.FindCachedCollectionByNameOrId(Users)
	if err != nil {
		return nil, err
	}
	user := core.NewRecord(users)
	user.Set(Role, role)
	user.Set(Status, domain.StatusActive)
	return user, nil
}

// FindUserByEmail returns the account with an email address, regardless of
// case; sql.ErrNoRows if there is none.
func FindUserByEmail(app core.App, email string) (*core.Record, error) {
	return app.FindAuthRecordByEmail(Users, domain.NormalEmail(email))
}

// IsActive reports whether an account may sign in.
func IsActive(user *core.Record) bool { return user.GetString(Status) == domain.StatusActive }

// IsBeingDeleted reports whether the deletion of an account has begun.
func IsBeingDeleted(user *core.Record) bool { return !user.GetDateTime(DeletingAt).IsZero() }

// CountOtherActiveAdmins counts the active admins apart from the given one. Call
// it in the transaction that removes or demotes that admin.
func CountOtherActiveAdmins(ctx context.Context, app core.App, id string) (count int, err error) {
	err = app.DB().NewQuery("SELECT count(*) FROM users WHERE role = {:role} AND status = {:status} AND NOT mustConfirm AND id != {:id}").
		Bind(dbx.Params{"role": domain.RoleAdmin, "status": domain.StatusActive, "id": id}).
		WithContext(ctx).Row(&count)
	return count, err
}

// UserRow is one row of UserListing.
type UserRow struct {
	RowBase
	Name     string `db:"name"`
	Email    string `db:"email"`
	Role     string `db:"role"`
	Status   string `db:"status"`
	Verified bool   `db:"verified"`
	Created  Time   `db:"created"`
}

// UserOrders maps the sort names of the API to orders of UserListing.
var UserOrders = map[string]string{
	"createdAt": "u.created",
	"name":      "[[u.name]] COLLATE NOCASE",
	"email":     "[[u.email]] COLLATE NOCASE",
	"role":      "u.role",
	"status":    "u.status",
}

// UserListing lists all accounts, newest first.
func UserListing() Listing {
	return Listing{
		Columns: []string{"u.id", "u.name", "u.email", "u.role", "u.status", "u.verified", "u.created"},
		Table:   "users u",
		RowID:   "u.rowid",
		Indexes: []Index{{"u.role", "u.created"}, {"u.status", "u.created"}},
		Order:   Order{By: UserOrders["createdAt"], Desc: true},
	}
}

// UserSources is what a search of accounts covers.
var UserSources = []Source{{Table: Users, Alias: "u", Columns: []string{"name", "email"}, Key: "u.id"}}

// UserStats counts the accounts.
type UserStats struct {
	Total           int `db:"total"`
	Admins          int `db:"admins"`
	Students        int `db:"students"`
	Tutors          int `db:"tutors"`
	WithAssignments int `db:"withAssignments"`
}

// ReadUserStats counts accounts by role, and those that have submitted an assignment.
func ReadUserStats(ctx context.Context, app core.App) (stats UserStats, err error) {
	err = constant(app, `SELECT coalesce(sum(CASE WHEN kind = 'users' THEN n END), 0) AS total,
			coalesce(sum(CASE WHEN value = 'admin' THEN n END), 0) AS admins,
			coalesce(sum(CASE WHEN value = 'student' THEN n END), 0) AS students,
			coalesce(sum(CASE WHEN value = 'tutor' THEN n END), 0) AS tutors,
			coalesce(sum(CASE WHEN kind = 'students' THEN n END), 0) AS withAssignments
		FROM tallies WHERE scope = '' AND kind IN ('users', 'students')`).WithContext(ctx).One(&stats)
	return stats, err
}
