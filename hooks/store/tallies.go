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
	return executeAll(ctx, tx, nil,
		"DELETE FROM tallies",
		"INSERT INTO tallies SELECT * FROM recounted_tallies",
		// Rows may have changed without a trigger, so nothing remembered may be used again.
		"UPDATE revisions SET n = n + 1",
	)
}
