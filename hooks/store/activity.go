package store

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// ActivityRow is one event of the activity history, with the current names of
// the people involved.
type ActivityRow struct {
	RowBase
	Kind            string `db:"kind"`
	Title           string `db:"title"`
	Via             Via    `db:"via"`
	Actor           string `db:"actor"`
	ActorName       string `db:"actorName" sql:"coalesce(c.name, '')"`
	User            string `db:"user"`
	UserName        string `db:"userName" sql:"coalesce(u.name, '')"`
	Assignment      string `db:"assignment"`
	AssignmentTitle string `db:"assignmentTitle" sql:"coalesce(a.title, '')"`
	ShownTitle      string `db:"shownTitle" sql:"coalesce(a.shownTitle, '')"` // what its tutor reads, empty if it is the title
	Student         string `db:"student" sql:"coalesce(a.student, '')"`       // of the assignment
	Tutor           string `db:"tutor" sql:"coalesce(a.tutor, '')"`           // of the assignment
	Quote           string `db:"quote"`
	QuoteReference  string `db:"quoteReference" sql:"coalesce(q.reference, '')"`
	Created         Time   `db:"created"`
}

// ActivityOrders maps the sort names of the API to orders of ActivityListing.
var ActivityOrders = map[string]string{"timestamp": "x.created", "kind": "x.kind"}

var activityColumns = columns[ActivityRow]("x")

// ActivityListing lists the activity history, newest first. It reads titles of
// assignments and references of quote requests from their own tables, so they
// disappear from the history when their record is deleted.
func ActivityListing() Listing {
	return Listing{
		Columns: activityColumns,
		Table:   "activities x",
		Joins: []Join{
			{"users c", "c.id = x.actor"}, {"users u", "u.id = x.user"},
			{"assignments a", "a.id = x.assignment"}, {"quotes q", "q.id = x.quote"},
		},
		RowID:   "x.rowid",
		Indexes: []Index{{"x.assignment", "x.created"}, {"x.kind", "x.created"}},
		Order:   Order{By: ActivityOrders["timestamp"], Desc: true},
	}
}

// ActivitySources is what a search of the history covers: the people involved, the
// assignment and the quote request.
var ActivitySources = []Source{
	{Table: Users, Alias: "c", Columns: []string{"name", "email"}, Key: "x.actor"},
	{Table: Users, Alias: "u", Columns: []string{"name", "email"}, Key: "x.user"},
	{Table: Assignments, Alias: "a", Columns: []string{"title"}, Key: "x.assignment"},
	{Table: Quotes, Alias: "q", Columns: []string{"reference"}, Key: "x.quote"},
}

// WherePerson restricts the history to events that a person caused or that
// happened to them.
func WherePerson(listing *Listing, person string) {
	listing.Where("", "(+[[x.user]] = {:person} OR +[[x.actor]] = {:person})", dbx.Params{"person": person})
	listing.remember(ofPerson, person)
	listing.last().found = "SELECT rowid FROM activities WHERE user = {:person} UNION ALL SELECT rowid FROM activities WHERE actor = {:person}"
}

// WhereHappenedFrom restricts the history to events at or after a time.
func WhereHappenedFrom(listing *Listing, from time.Time) {
	listing.Where("x.created", ">= {:from}", dbx.Params{"from": stored(from)})
}

// WhereHappenedBefore restricts the history to events before a time.
func WhereHappenedBefore(listing *Listing, before time.Time) {
	listing.Where("x.created", "< {:before}", dbx.Params{"before": stored(before)})
}

// ReadRecentActivities reads the latest events that a person caused, or that
// concern their account or their assignments. It reads each of the three from
// its own index.
func ReadRecentActivities(ctx context.Context, app core.App, person string, limit int) ([]ActivityRow, error) {
	listing := ActivityListing()
	listing.Where("x.rowid", `IN (
			SELECT * FROM (SELECT rowid FROM activities WHERE user = {:person} ORDER BY created DESC, rowid DESC LIMIT {:limit} + 0)
			UNION
			SELECT * FROM (SELECT rowid FROM activities WHERE actor = {:person} ORDER BY created DESC, rowid DESC LIMIT {:limit} + 0)
			UNION
			SELECT * FROM (SELECT b.rowid FROM assignments o JOIN activities b ON b.assignment = o.id
				WHERE (o.student = {:person} OR o.tutor = {:person}) AND o.deletedAt = ''
				ORDER BY b.created DESC, b.rowid DESC LIMIT {:limit} + 0))`,
		dbx.Params{"person": person, "limit": limit})
	return First[ActivityRow](ctx, app, listing, limit)
}
