package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// ActivityRow is one thing that happened, with the names of those who had a
// part in it as they are called now.
type ActivityRow struct {
	Placed
	Kind            string         `db:"kind"`
	Title           string         `db:"title"`
	Via             Via            `db:"via"`
	Actor           string         `db:"actor"`
	ActorName       string         `db:"actorName"`
	User            string         `db:"user"`
	UserName        string         `db:"userName"`
	Assignment      string         `db:"assignment"`
	AssignmentTitle string         `db:"assignmentTitle"`
	Student         string         `db:"student"` // of the assignment, as is Tutor
	Tutor           string         `db:"tutor"`
	Quote           string         `db:"quote"`
	QuoteReference  string         `db:"quoteReference"`
	Created         types.DateTime `db:"created"`
}

// ActivityOrders are the orders that a list of activities can have.
var ActivityOrders = map[string]string{"timestamp": "x.created", "kind": "x.kind"}

// ActivityListing lists what happened, newest first. Titles of assignments and
// references of quote requests are read where they live: when one is deleted
// its words are gone from here too.
func ActivityListing() Listing {
	return Listing{
		Columns: `x.id, x.kind, x.title, x.via, x.created,
			x.actor, coalesce(c.name, '') AS actorName, x.user, coalesce(u.name, '') AS userName,
			x.assignment, coalesce(a.title, '') AS assignmentTitle,
			coalesce(a.student, '') AS student, coalesce(a.tutor, '') AS tutor,
			x.quote, coalesce(q.reference, '') AS quoteReference`,
		Table: "activities x",
		Joins: `LEFT JOIN users c ON c.id = x.actor LEFT JOIN users u ON u.id = x.user
			LEFT JOIN assignments a ON a.id = x.assignment LEFT JOIN quotes q ON q.id = x.quote`,
		Made:   "x.rowid",
		Shared: []string{"x.kind", "x.created", "x.rowid"},
		Order:  Order{By: ActivityOrders["timestamp"], Desc: true},
	}
}

// ActivitySearch are the columns that a search of the history looks into: the
// people who had a part in it, the assignment and the quote request.
var ActivitySearch = []string{"c.name", "c.email", "u.name", "u.email", "a.title", "q.reference"}

// WherePerson narrows the history to what a person did or what happened to
// them; each of the two is found in its own index.
func WherePerson(listing *Listing, person string) {
	listing.Where("x.rowid", `IN (SELECT rowid FROM activities WHERE user = {:person}
		UNION ALL SELECT rowid FROM activities WHERE actor = {:person})`, dbx.Params{"person": person})
}

// WhereHappenedFrom narrows the history to what happened at a time or later.
func WhereHappenedFrom(listing *Listing, from time.Time) {
	listing.Where("x.created", ">= {:from}", dbx.Params{"from": stored(from)})
}

// WhereHappenedBefore narrows the history to what happened before a time.
func WhereHappenedBefore(listing *Listing, before time.Time) {
	listing.Where("x.created", "< {:before}", dbx.Params{"before": stored(before)})
}

// ReadRecentActivities reads the last things that happened to a person's
// account and assignments, or that the person did. Each of the three is read
// from its own index.
func ReadRecentActivities(ctx context.Context, app core.App, person string, limit int) ([]ActivityRow, error) {
	listing := ActivityListing()
	listing.Where("x.rowid", `IN (
			SELECT * FROM (SELECT rowid FROM activities WHERE user = {:person} ORDER BY created DESC, rowid DESC LIMIT {:limit})
			UNION
			SELECT * FROM (SELECT rowid FROM activities WHERE actor = {:person} ORDER BY created DESC, rowid DESC LIMIT {:limit})
			UNION
			SELECT * FROM (SELECT b.rowid FROM assignments o JOIN activities b ON b.assignment = o.id
				WHERE (o.student = {:person} OR o.tutor = {:person}) AND o.deletedAt = ''
				ORDER BY b.created DESC, b.rowid DESC LIMIT {:limit}))`,
		dbx.Params{"person": person, "limit": limit})
	return Page[ActivityRow](ctx, app, listing, 0, limit)
}
