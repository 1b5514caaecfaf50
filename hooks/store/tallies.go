package store

import (
	"context"
	"errors"

	"github.com/pocketbase/pocketbase/core"
)

// The database counts its rows as they change: triggers keep the table tallies,
// which holds how many rows there are by scope, kind and up to two values, along
// with an amount. A scope is the id of an account, or empty for everything. The
// migration that creates the triggers defines each kind.

// ErrNoTallies says that a database was never migrated to tallies.
var ErrNoTallies = errors.New("the database has no tallies yet: bring it up to date first")

// TallyDifference is a tally that does not match the rows that it counts.
type TallyDifference struct {
	Scope        string `db:"scope"`
	Kind         string `db:"kind"`
	Value        string `db:"value"`
	Detail       string `db:"detail"`
	Count        int    `db:"n"`
	Amount       int    `db:"amount"`
	ActualCount  int    `db:"actualN"`
	ActualAmount int    `db:"actualAmount"`
}

// VerifyTallies recounts all rows and returns the tallies that differ.
func VerifyTallies(ctx context.Context, app core.App) (differences []TallyDifference, err error) {
	if !app.HasTable("tallies") {
		return nil, ErrNoTallies
	}
	// One statement reads one state of the database, whatever a running server writes.
	err = app.ConcurrentDB().NewQuery(`SELECT scope, kind, value, detail,
			sum(n) AS n, sum(amount) AS amount, sum(actualN) AS actualN, sum(actualAmount) AS actualAmount
		FROM (SELECT scope, kind, value, detail, n, amount, 0 AS actualN, 0 AS actualAmount FROM tallies
			UNION ALL SELECT scope, kind, value, detail, 0, 0, n, amount FROM recounted_tallies)
		GROUP BY scope, kind, value, detail HAVING sum(n) != sum(actualN) OR sum(amount) != sum(actualAmount)`).
		WithContext(ctx).All(&differences)
	return differences, err
}

// RebuildTallies recounts all rows and replaces the tallies. Call it in a transaction.
func RebuildTallies(ctx context.Context, tx core.App) error {
	if !tx.HasTable("tallies") {
		return ErrNoTallies
	}
	for _, statement := range []string{
		"DELETE FROM tallies",
		"INSERT INTO tallies SELECT * FROM recounted_tallies",
		// Rows may have changed without a trigger, so nothing remembered may be used again.
		"UPDATE revisions SET n = n + 1",
	} {
		if _, err := tx.DB().NewQuery(statement).WithContext(ctx).Execute(); err != nil {
			return err
		}
	}
	return nil
}

// revised are the tables whose totals may be remembered as long as their Revision is the same.
var revised = []string{Assignments, Users, Quotes, Activities, Reviews}

// Revision returns a number that rises with every change to a row of the tables,
// whoever makes it. It covers assignments, users, quotes, activities and reviews, and of
// the sessions only their ends.
func Revision(ctx context.Context, app core.App, tables ...string) (revision int, err error) {
	listing := Listing{Table: "revisions"}
	listing.WhereIn("name", tables)
	err = listing.query(app, []string{"coalesce(sum(n), 0)"}, "").WithContext(ctx).Row(&revision)
	return revision, err
}

// FindMissingTriggers returns the names of triggers without which the tallies and
// the revisions would not follow what is stored.
func FindMissingTriggers(ctx context.Context, app core.App) (names []string, err error) {
	err = app.ConcurrentDB().NewQuery("SELECT name FROM tally_triggers WHERE name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'trigger')").
		WithContext(ctx).Column(&names)
	return names, err
}
