package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/store"
)

// Names of tests that are not for the value of a column.
const (
	dueAfter = "due after"
	ofPerson = "of person"
)

// totals lists the tallies that Count can use: for which table, of which kind, and
// which tests may select from its scopes, values and details.
var totals = []struct{ table, kind, scope, value, detail string }{
	{Assignments, "assignments", "", "a.status", "a.priority"},
	{Assignments, "subject", "", "a.subject", ""},
	{Assignments, "student", "a.student", "a.status", "a.priority"},
	{Assignments, "student subject", "a.student", "a.subject", ""},
	{Assignments, "tutor", "a.tutor", "a.status", "a.priority"},
	{Assignments, "tutor subject", "a.tutor", "a.subject", ""},
	{Users, "users", "", "u.role", "u.status"},
	{Quotes, "quotes", "", "q.status", ""},
	{Activities, "activities", "", "x.kind", ""},
	{Activities, "person", ofPerson, "", ""},
	{Outbox, "mails", "", "o.status", ""},
	{Ledger, "entries", "", "l.kind", ""},
	{Ledger, "earnings", "l.tutor", "l.kind", ""},
}

// Count returns the number of rows that match the listing: from the tallies where
// possible, otherwise by counting. What was counted is used again until one of the
// tables that were read changes.
func (l Listing) Count(ctx context.Context, app core.App) (int, error) {
	if query := l.tallied(app); query != nil {
		return readCount(ctx, query)
	}
	// A transaction reads what others do not see, the present never comes back, and
	// not the changes to every table are counted.
	if app.IsTransactional() || !slices.Contains(changeCounted, l.tableName()) || slices.ContainsFunc(l.conditions, func(c condition) bool { return c.tested == dueAfter }) {
		return l.countRows(ctx, app)
	}
	return l.rememberedCount(ctx, app)
}

// countRows counts the rows: those that text indexes find, unless they are so many
// that testing each row takes less time.
func (l Listing) countRows(ctx context.Context, app core.App) (int, error) {
	if finding, ok := l.finding(); ok {
		dense, err := l.isDense(ctx, app)
		if err != nil {
			return 0, err
		}
		if !dense {
			l = finding
		}
	}
	return readCount(ctx, l.counting(app))
}

// counting returns the query that counts the rows.
func (l Listing) counting(app core.App) *dbx.Query {
	return l.withoutTexts().query(app, []string{"count(*)"}, "")
}

func readCount(ctx context.Context, query *dbx.Query) (count int, err error) {
	err = query.WithContext(ctx).Row(&count)
	return count, err
}

// tables returns the names of the tables that the listing reads.
func (l Listing) tables() []string {
	tables := []string{l.tableName()}
	for _, join := range l.Joins {
		tables = append(tables, tableName(join.Table))
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// tableName removes the alias of a table.
func tableName(table string) string {
	name, _, _ := strings.Cut(table, " ")
	return name
}

// tallied returns a query that reads the number of matching rows from the tallies,
// or nil if they do not hold it.
func (l Listing) tallied(app core.App) *dbx.Query {
	tests := map[string][]string{}
	for _, c := range l.conditions {
		if _, twice := tests[c.tested]; twice || c.tested == "" {
			return nil
		}
		tests[c.tested] = c.values
	}
	table := l.tableName()
	if table == Assignments {
		if !slices.Equal(tests["a.deletedAt"], []string{""}) {
			return nil
		}
		delete(tests, "a.deletedAt") // tallies leave out deleted assignments
		if moment, ok := tests[dueAfter]; ok && len(tests) == 1 {
			return constant(app, "SELECT "+due.after("now")).Bind(bindTime(dbx.Params{}, "now", moment[0]))
		}
	}
	for _, t := range totals {
		if t.table != table {
			continue
		}
		scope, used := "", 0
		if t.scope != "" {
			if values := tests[t.scope]; len(values) != 1 || values[0] == "" {
				continue
			} else {
				scope, used = values[0], 1
			}
		}
		tallies := Listing{Table: "tallies"}
		tallies.Where("scope", "= {:scope}", dbx.Params{"scope": scope})
		tallies.Where("kind", "= {:kind}", dbx.Params{"kind": t.kind})
		if values, ok := tests[t.value]; ok {
			tallies.WhereIn("value", values)
			used++
		}
		if values, ok := tests[t.detail]; ok {
			tallies.WhereIn("detail", values)
			used++
		}
		if used == len(tests) {
			return tallies.query(app, []string{"coalesce(sum(n), 0)"}, "")
		}
	}
	return nil
}

// counted is the result of a query, and how often its tables had changed before it ran.
type counted struct{ changes, count int }

// maxRemembered is how many counts an app remembers.
const maxRemembered = 256

// rememberedCount counts the rows, unless none of their tables has changed since they
// were last counted. The query with its values identifies the result, so nobody is
// shown a count of rows that they did not ask for.
func (l Listing) rememberedCount(ctx context.Context, app core.App) (int, error) {
	query := l.counting(app)
	key := sha256.Sum256(fmt.Appendf(nil, "%s %#v", query.SQL(), query.Params()))
	counts := app.Store().GetOrSet("deskmateCounts", func() any { return store.New[[32]byte, counted](nil) }).(*store.Store[[32]byte, counted])
	changes, err := CountChanges(ctx, app, l.withoutTexts().tables()...)
	if err != nil {
		return 0, err
	}
	if known, ok := counts.GetOk(key); ok && known.changes == changes {
		return known.count, nil
	}
	count, err := l.countRows(ctx, app)
	if err != nil {
		return 0, err
	}
	result := counted{changes, count}
	if !counts.SetIfLessThanLimit(key, result, maxRemembered) {
		counts.Reset(map[[32]byte]counted{key: result})
	}
	return count, nil
}

// changeCounted are the tables whose totals may be remembered until one of them changes.
var changeCounted = []string{Assignments, Users, Quotes, Activities, Reviews}

// CountChanges returns a number that rises with every change to a row of the tables,
// whoever makes it. It covers assignments, users, quotes, activities and reviews, and of
// the sessions only their ends.
func CountChanges(ctx context.Context, app core.App, tables ...string) (changes int, err error) {
	listing := Listing{Table: "revisions"}
	listing.WhereIn("name", tables)
	err = listing.query(app, []string{"coalesce(sum(n), 0)"}, "").WithContext(ctx).Row(&changes)
	return changes, err
}

// FindMissingTriggers returns the names of triggers without which the tallies and
// the counts of changes would not follow what is stored.
func FindMissingTriggers(ctx context.Context, app core.App) (names []string, err error) {
	err = app.ConcurrentDB().NewQuery("SELECT name FROM tally_triggers WHERE name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'trigger')").
		WithContext(ctx).Column(&names)
	return names, err
}
