package store

import (
	"context"
	"time"

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
		Columns: userColumns,
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

// TutorStats sums up a tutor's work. It includes assignments that were deleted
// after the tutor had finished them. Earnings are sums of the entries of the ledger.
type TutorStats struct {
	Total         int `db:"total"`
	Completed     int `db:"completed"`
	Open          int `db:"open"` // neither completed nor cancelled
	EarningsCents int `db:"earningsCents"`
	RatingSum     int `db:"ratingSum"`
	RatingCount   int `db:"ratingCount"`
}

// TutorPeriod sums up a tutor's work in one period.
type TutorPeriod struct {
	Total         int `db:"total"`
	Completed     int `db:"completed"`
	EarningsCents int `db:"earningsCents"`
}

// ReadTutorStats sums up a tutor's assignments, earnings and ratings.
func ReadTutorStats(ctx context.Context, app core.App, tutor string) (stats TutorStats, err error) {
	err = constant(app, `SELECT coalesce(sum(CASE WHEN kind IN ('tutor', 'tutor stub') THEN n END), 0) AS total,
			coalesce(sum(CASE WHEN value IN ('completed', 'graded') THEN n END), 0) AS completed,
			coalesce(sum(CASE WHEN kind = 'tutor' AND value NOT IN ('completed', 'graded', 'cancelled') THEN n END), 0) AS open,
			coalesce(sum(CASE WHEN kind = 'earnings' AND value != 'paid' THEN amount END), 0) AS earningsCents,
			coalesce(sum(CASE WHEN kind = 'ratings' THEN amount END), 0) AS ratingSum,
			coalesce(sum(CASE WHEN kind = 'ratings' THEN n END), 0) AS ratingCount
		FROM tallies WHERE scope = {:tutor} AND kind IN ('tutor', 'tutor stub', 'ratings', 'earnings')`).
		Bind(dbx.Params{"tutor": tutor}).WithContext(ctx).One(&stats)
	return stats, err
}

// tutorPeriod is the same SQL for every tutor and every period. Earnings are found from the
// work, which is the outer loop of the join: one period has little of it.
var tutorPeriod = "SELECT " + tutorCreated.between("from", "before") + " AS total, " + tutorDelivered.between("from", "before") + ` AS completed,
	(SELECT coalesce(-sum(l.tutors), 0) FROM assignments a CROSS JOIN ledger l ON l.assignment = a.id
		WHERE a.tutor = {:me} AND a.tutor != '' AND a.deliveredAt != '' AND a.deliveredAt >= {:from} AND a.deliveredAt < {:before}
			AND l.assignment != '' AND l.tutor = {:me} AND l.kind != 'paid') +
	(SELECT coalesce(-sum(tutors), 0) FROM ledger WHERE tutor = {:me} AND kind = 'adjusted' AND at >= {:fromAt} AND at < {:beforeAt}) AS earningsCents`

// ReadTutorPeriod counts the assignments of a tutor that were created, and those
// that were finished, at or after one time and before another. It adds up the entries
// about the work that was finished then, and the adjustments of that time.
func ReadTutorPeriod(ctx context.Context, app core.App, tutor string, from, before time.Time) (period TutorPeriod, err error) {
	params := bindTime(bindTime(dbx.Params{"me": tutor}, "from", stored(from)), "before", stored(before))
	params["fromAt"], params["beforeAt"] = domain.FormatTime(from), domain.FormatTime(before) // as the ledger stores times
	err = constant(app, tutorPeriod).Bind(params).WithContext(ctx).One(&period)
	return period, err
}

// ratings are those of the tutor in the row u.
var ratings = Join{"tallies r", "r.scope = u.id AND r.kind = 'ratings' AND r.value = '' AND r.detail = ''"}

// TutorRating adds up the ratings of a tutor, in rows that join them as r.
type TutorRating struct {
	RatingSum   int `db:"ratingSum" sql:"coalesce(r.amount, 0)"`
	RatingCount int `db:"ratingCount" sql:"coalesce(r.n, 0)"`
}

// TutorRow is one row of TutorListing.
type TutorRow struct {
	RowBase
	Name           string `db:"name"`
	Specialization string `db:"specialization"`
	TutorRating
	Open int `db:"open" sql:"-"`
}

// ExpertRow is one row of ExpertListing.
type ExpertRow struct {
	RowBase
	Name           string `db:"name"`
	Specialization string `db:"specialization"`
	Experience     string `db:"experience"`
	TutorRating
	Completed int `db:"completed" sql:"-"`
}

// TutorOrders maps the sort names of the API to orders of TutorListing.
var TutorOrders = map[string]string{"name": "[[u.name]] COLLATE NOCASE"}

var (
	userColumns  = columns[UserRow]("u")
	tutorColumns = columns[TutorRow]("u", `(SELECT coalesce(sum(a.n), 0) FROM tallies a WHERE a.scope = u.id AND a.kind = 'tutor'
		AND a.value NOT IN ('completed', 'graded', 'cancelled')) AS open`)
	expertColumns = columns[ExpertRow]("u", `(SELECT coalesce(sum(a.n), 0) FROM tallies a WHERE a.scope = u.id AND a.kind IN ('tutor', 'tutor stub')
		AND a.value IN ('completed', 'graded')) AS completed`)
)

// TutorListing lists the active tutors by name, with their ratings and the
// number of their open assignments, for admins to choose from.
func TutorListing() Listing {
	listing := UserListing()
	listing.Columns, listing.Joins, listing.Order = tutorColumns, []Join{ratings}, Order{By: TutorOrders["name"]}
	listing.Where("u.role", "= {:role}", dbx.Params{"role": domain.RoleTutor})
	listing.Where("u.status", "= {:active}", dbx.Params{"active": domain.StatusActive})
	return listing
}

// ExpertListing lists the active tutors whom visitors may see, by name.
func ExpertListing() Listing {
	listing := TutorListing()
	listing.Columns = expertColumns
	listing.Where("u.listed", "= TRUE", nil)
	return listing
}
