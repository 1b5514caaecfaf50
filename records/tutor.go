package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// TutorStats are a tutor's counts. What was deleted after it was finished still
// counts: the tutor did the work.
type TutorStats struct {
	Total         int `db:"total"`
	Completed     int `db:"completed"`
	EarningsCents int `db:"earningsCents"`
	RatingSum     int `db:"ratingSum"`
	RatingCount   int `db:"ratingCount"`
}

// TutorSpan are a tutor's counts of one span of time.
type TutorSpan struct {
	Total         int `db:"total"`
	Completed     int `db:"completed"`
	EarningsCents int `db:"earningsCents"`
}

// ReadTutorStats counts a tutor's work, earnings and ratings.
func ReadTutorStats(ctx context.Context, app core.App, tutor string) (stats TutorStats, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT count(*) AS total,
			coalesce(sum(status IN ('completed', 'graded')), 0) AS completed,
			coalesce(sum(CASE WHEN status IN ('completed', 'graded') THEN priceCents END), 0) AS earningsCents,
			(SELECT coalesce(sum(rating), 0) FROM reviews WHERE tutor = {:tutor}) AS ratingSum,
			(SELECT count(*) FROM reviews WHERE tutor = {:tutor}) AS ratingCount
		FROM assignments WHERE tutor = {:tutor}`).
		Bind(dbx.Params{"tutor": tutor}).WithContext(ctx).One(&stats)
	return stats, err
}

// ReadTutorSpan counts what came to a tutor and what was finished from one time
// on and before another.
func ReadTutorSpan(ctx context.Context, app core.App, tutor string, from, before time.Time) (span TutorSpan, err error) {
	err = app.ConcurrentDB().NewQuery(`SELECT
			coalesce(sum(created >= {:from} AND created < {:before}), 0) AS total,
			coalesce(sum(deliveredAt >= {:from} AND deliveredAt < {:before}), 0) AS completed,
			coalesce(sum(CASE WHEN deliveredAt >= {:from} AND deliveredAt < {:before} THEN priceCents END), 0) AS earningsCents
		FROM assignments WHERE tutor = {:tutor}`).
		Bind(dbx.Params{"tutor": tutor, "from": stored(from), "before": stored(before)}).WithContext(ctx).One(&span)
	return span, err
}

// TutorRow is an active tutor as the desk chooses one.
type TutorRow struct {
	Placed
	Name           string `db:"name"`
	Specialization string `db:"specialization"`
	RatingSum      int    `db:"ratingSum"`
	RatingCount    int    `db:"ratingCount"`
	Open           int    `db:"open"`
}

// TutorOrders are the orders that the list of tutors can have.
var TutorOrders = map[string]string{"name": "u.name COLLATE NOCASE"}

// TutorListing lists the active tutors by name, with their ratings and how much
// of their work is open.
func TutorListing() Listing {
	listing := Listing{
		Columns: `u.id, u.name, u.specialization,
			(SELECT coalesce(sum(r.rating), 0) FROM reviews r WHERE r.tutor = u.id) AS ratingSum,
			(SELECT count(*) FROM reviews r WHERE r.tutor = u.id) AS ratingCount,
			(SELECT count(*) FROM assignments a WHERE a.tutor = u.id AND a.deletedAt = ''
				AND a.status NOT IN ('completed', 'graded')) AS open`,
		Table: "users u",
		Made:  "u.rowid",
		Order: Order{By: TutorOrders["name"]},
	}
	listing.Where("u.role", "= {:role}", dbx.Params{"role": rules.RoleTutor})
	listing.Where("u.status", "= {:active}", dbx.Params{"active": rules.StatusActive})
	return listing
}

// ExpertRow is a tutor as visitors see one.
type ExpertRow struct {
	Placed
	Name           string `db:"name"`
	Specialization string `db:"specialization"`
	Experience     string `db:"experience"`
	RatingSum      int    `db:"ratingSum"`
	RatingCount    int    `db:"ratingCount"`
	Completed      int    `db:"completed"`
}

// ExpertListing lists the active tutors who are shown to visitors, by name.
func ExpertListing() Listing {
	listing := Listing{
		Columns: `u.id, u.name, u.specialization, u.experience,
			(SELECT coalesce(sum(r.rating), 0) FROM reviews r WHERE r.tutor = u.id) AS ratingSum,
			(SELECT count(*) FROM reviews r WHERE r.tutor = u.id) AS ratingCount,
			(SELECT count(*) FROM assignments a WHERE a.tutor = u.id AND a.status IN ('completed', 'graded')) AS completed`,
		Table: "users u",
		Made:  "u.rowid",
		Order: Order{By: "u.name COLLATE NOCASE"},
	}
	listing.Where("u.role", "= {:role}", dbx.Params{"role": rules.RoleTutor})
	listing.Where("u.status", "= {:active}", dbx.Params{"active": rules.StatusActive})
	listing.Where("u.listed", "= TRUE", nil)
	return listing
}
