package pb_migrations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// tally counts the rows of a table, by scope (an account, or an empty text for
// everything) and by up to two values. In its SQL, @ stands for the row. Empty SQL means
// an empty text, an amount of 0, or all rows.
type tally struct {
	kind, scope, value, detail string
	where                      string // which rows count
	amount                     string // what is added up besides the number of rows
	columns                    string // all columns that the SQL above reads
	scopes                     string // if set, the kind under which the scopes themselves are counted
}

// tallyTable is a table whose rows are counted.
type tallyTable struct {
	name    string
	tallies []tally
}

// talliedTables returns what is counted. At first, all work counted alike; later, cancelled
// work counts apart.
func talliedTables(withCancelled bool) []tallyTable {
	const (
		live    = "@.deletedAt = ''"
		pending = live + " AND @.status = 'pending'"
		done    = live + " AND @.deliveredAt != ''"
		handed  = live + " AND @.student != ''"
		given   = live + " AND @.tutor != ''"
		stub    = "@.deletedAt != '' AND @.tutor != ''"

		createdDay, createdHour     = "substr(@.created, 1, 10)", "substr(@.created, 1, 13)"
		dueDay, dueHour             = "substr(@.dueDate, 1, 10)", "substr(@.dueDate, 1, 13)"
		deliveredDay, deliveredHour = "substr(@.deliveredAt, 1, 10)", "substr(@.deliveredAt, 1, 13)"
	)
	active, whether, columns := live, "", func(names string) string { return names }
	var cancelled []tally
	if !withCancelled {
		active += " AND @.status != 'cancelled'"
		whether = "CASE WHEN @.status = 'cancelled' THEN 'cancelled' ELSE '' END"
		columns = func(names string) string { return names + ", status" }
		gone := live + " AND @.status = 'cancelled'"
		cancelled = []tally{
			{kind: "cancelled day", value: createdDay, where: gone, columns: "created, status, deletedAt"},
			{kind: "cancelled hour", value: createdHour, where: gone, columns: "created, status, deletedAt"},
			{kind: "tutor cancelled day", scope: "@.tutor", value: createdDay, where: gone + " AND @.tutor != ''", columns: "tutor, created, status, deletedAt"},
		}
	}
	return []tallyTable{
		{"assignments", append([]tally{
			{kind: "assignments", value: "@.status", detail: "@.priority", where: live, columns: "status, priority, deletedAt"},
			{kind: "subject", value: "@.subject", detail: whether, where: live, columns: columns("subject, deletedAt")},
			{kind: "created day", value: createdDay, where: live, columns: "created, deletedAt"},
			{kind: "created hour", value: createdHour, where: live, columns: "created, deletedAt"},
			{kind: "pending day", value: createdDay, where: pending, columns: "created, status, deletedAt"},
			{kind: "pending hour", value: createdHour, where: pending, columns: "created, status, deletedAt"},
			{kind: "due day", value: dueDay, where: active, columns: columns("dueDate, deletedAt")},
			{kind: "due hour", value: dueHour, where: active, columns: columns("dueDate, deletedAt")},
			{kind: "delivered day", value: deliveredDay, where: done, columns: "deliveredAt, deletedAt"},
			{kind: "delivered hour", value: deliveredHour, where: done, columns: "deliveredAt, deletedAt"},
			{kind: "student", scope: "@.student", value: "@.status", detail: "@.priority", where: handed, scopes: "students", columns: "student, status, priority, deletedAt"},
			{kind: "student subject", scope: "@.student", value: "@.subject", detail: whether, where: handed, columns: columns("student, subject, deletedAt")},
			{kind: "stored", scope: "@.student", where: handed + " AND @.fileSize > 0", amount: "@.fileSize", columns: "student, fileSize, deletedAt"},
			{kind: "tutor", scope: "@.tutor", value: "@.status", detail: "@.priority", where: given, amount: "@.priceCents", columns: "tutor, status, priority, priceCents, deletedAt"},
			{kind: "tutor subject", scope: "@.tutor", value: "@.subject", detail: whether, where: given, columns: columns("tutor, subject, deletedAt")},
			{kind: "tutor created day", scope: "@.tutor", value: createdDay, where: given, columns: "tutor, created, deletedAt"},
			{kind: "tutor delivered day", scope: "@.tutor", value: deliveredDay, where: "@.tutor != '' AND @.deliveredAt != ''", amount: "@.priceCents", columns: "tutor, deliveredAt, priceCents"},
			// Deleted work that a tutor had finished still counts for the tutor.
			{kind: "tutor stub", scope: "@.tutor", value: "@.status", where: stub, amount: "@.priceCents", columns: "tutor, status, priceCents, deletedAt"},
			{kind: "tutor stub created day", scope: "@.tutor", value: createdDay, where: stub, columns: "tutor, created, deletedAt"},
		}, cancelled...)},
		{"users", []tally{
			{kind: "users", value: "@.role", detail: "@.status", columns: "role, status"},
			{kind: "opened day", value: createdDay, columns: "created"},
			{kind: "opened hour", value: createdHour, columns: "created"},
		}},
		{"quotes", []tally{
			{kind: "quotes", value: "@.status", columns: "status"},
		}},
		{"activities", []tally{
			{kind: "activities", value: "@.kind", columns: "kind"},
			// What people do to their own account counts once.
			{kind: "person", scope: "@.user", where: "@.user != ''", columns: "user"},
			{kind: "person", scope: "@.actor", where: "@.actor != '' AND @.actor != @.user", columns: "actor, user"},
		}},
		{"reviews", []tally{
			{kind: "ratings", scope: "@.tutor", where: "@.tutor != ''", amount: "@.rating", columns: "tutor, rating"},
		}},
	}
}

// keepTallies counts all rows, and creates the triggers that count changes from then on.
// It also creates two views for the command that compares: what the tallies should be,
// and which triggers there should be.
func keepTallies(app core.App, tables []tallyTable) error {
	or := func(text, otherwise string) string {
		if text == "" {
			return otherwise
		}
		return text
	}
	// of fills in the row, and the conditions of a tally.
	of := func(t tally, row, format string, args ...any) string {
		return strings.ReplaceAll(fmt.Sprintf(format, args...)+" WHERE "+or(t.where, "true"), "@", row)
	}
	columns := func(t tally) string {
		return fmt.Sprintf("%s AS scope, '%s' AS kind, %s AS value, %s AS detail", or(t.scope, "''"), t.kind, or(t.value, "''"), or(t.detail, "''"))
	}
	add := func(changes ...string) string {
		return "INSERT INTO tallies (scope, kind, value, detail, n, amount) SELECT * FROM (" + strings.Join(changes, " UNION ALL ") + ") WHERE true " +
			"ON CONFLICT DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount;\n"
	}
	// change counts a row in (n is 1) or out (n is -1).
	change := func(t tally, row string, n int) string {
		return of(t, row, "SELECT %s, %d AS n, %d * %s AS amount", columns(t), n, n, or(t.amount, "0"))
	}
	// changeScopes counts a scope in with its first row, and out with its last one.
	changeScopes := func(t tally, row string, n, rows int) string {
		return of(t, row, "SELECT '' AS scope, '%s' AS kind, '' AS value, '' AS detail, %d AS n, 0 AS amount", t.scopes, n) +
			strings.ReplaceAll(fmt.Sprintf(" AND (SELECT total(n) FROM tallies WHERE scope = %s AND kind = '%s') = %d", t.scope, t.kind, rows), "@", row)
	}
	differ := func(names string) string {
		var tests []string
		for name := range strings.SplitSeq(names, ", ") {
			tests = append(tests, fmt.Sprintf("OLD.%s IS NOT NEW.%[1]s", name))
		}
		return strings.Join(tests, " OR ")
	}
	const removeEmpty = "DELETE FROM tallies WHERE n = 0;\n"

	var triggers, names, sources, counts []string
	trigger := func(name, event, body string) {
		names = append(names, name)
		triggers = append(triggers, fmt.Sprintf("CREATE TRIGGER %s AFTER %s\nBEGIN\n%sEND", name, event, body))
	}
	for _, table := range tables {
		raise := fmt.Sprintf("UPDATE revisions SET n = n + 1 WHERE name = '%s';\n", table.name)
		var in, out, read []string
		var scopesIn, scopesOut string
		for i, t := range table.tallies {
			in, out = append(in, change(t, "NEW", 1)), append(out, change(t, "OLD", -1))
			move := add(change(t, "OLD", -1), change(t, "NEW", 1))
			counts = append(counts, of(t, "of_"+table.name, "SELECT %s, count(*) AS n, total(%s) AS amount FROM of_%s", columns(t), or(t.amount, "0"), table.name)+" GROUP BY 1, 3, 4")
			if t.scopes != "" {
				first, last := changeScopes(t, "NEW", 1, 1), changeScopes(t, "OLD", -1, 0)
				scopesIn, scopesOut = add(first), add(last)
				before := strings.ReplaceAll(t.where+" AND "+t.scope, "@", "OLD")
				move += add(last, fmt.Sprintf("%s AND NOT (%s = %s)", first, before, strings.ReplaceAll(t.scope, "@", "NEW")))
				counts = append(counts, of(t, "of_"+table.name, "SELECT '', '%s', '', '', count(DISTINCT %s), 0 FROM of_%s", t.scopes, t.scope, table.name)+" HAVING count(*) > 0")
			}
			read = append(read, strings.Split(t.columns, ", ")...)
			// One trigger for each tally: SQLite compiles only those for the columns that a statement sets.
			trigger(fmt.Sprintf("%s_moved_%d", table.name, i+1), fmt.Sprintf("UPDATE OF %s ON %s WHEN %s", t.columns, table.name, differ(t.columns)), move+removeEmpty)
		}
		slices.Sort(read)
		read = slices.Compact(read)
		for i, column := range read {
			read[i] = column + " AS " + column // so that the view still holds when an operator renames the column
		}
		// Materialized, so that the table with its long texts is read only once.
		sources = append(sources, fmt.Sprintf("of_%s AS MATERIALIZED (SELECT %s FROM %[1]s)", table.name, strings.Join(read, ", ")))
		trigger(table.name+"_inserted", "INSERT ON "+table.name, raise+add(in...)+scopesIn)
		trigger(table.name+"_updated", "UPDATE ON "+table.name, raise)
		trigger(table.name+"_deleted", "DELETE ON "+table.name, raise+add(out...)+scopesOut+removeEmpty)
	}
	return execute(app.DB(), append([]string{
		"CREATE VIEW recounted_tallies AS WITH " + strings.Join(sources, ",\n") + "\nSELECT scope, kind, value, detail, sum(n) AS n, CAST(sum(amount) AS INTEGER) AS amount FROM (\n" +
			strings.Join(counts, "\nUNION ALL ") + ") GROUP BY scope, kind, value, detail",
		"DELETE FROM tallies",
		"INSERT INTO tallies SELECT * FROM recounted_tallies",
		"CREATE VIEW tally_triggers AS SELECT '" + strings.Join(names, "' AS name UNION ALL SELECT '") + "' AS name",
	}, triggers...)...)
}

// dropTallies removes what keepTallies created, but not the tallies.
func dropTallies(app core.App) error {
	var names []string
	if err := app.DB().NewQuery("SELECT name FROM tally_triggers").Column(&names); err != nil {
		return err
	}
	for _, name := range names {
		if err := execute(app.DB(), "DROP TRIGGER "+name); err != nil {
			return err
		}
	}
	return execute(app.DB(), "DROP VIEW recounted_tallies", "DROP VIEW tally_triggers")
}

// withoutTriggers drops all triggers and views, makes a change to the schema, and creates
// them again as they were. For each column that is added, SQLite would parse all of them
// several times, which took most of the time of a first start. The change must touch
// neither what is counted nor what is searched. The views of view collections stay:
// PocketBase itself creates them again if the change concerns them.
func withoutTriggers(app core.App, change func() error) error {
	var dropped []struct{ Type, Name, SQL string }
	err := app.DB().NewQuery("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') " +
		"AND name NOT IN (SELECT name FROM _collections WHERE type = 'view') ORDER BY rowid").All(&dropped)
	if err != nil {
		return err
	}
	for _, object := range dropped {
		if err := execute(app.DB(), fmt.Sprintf("DROP %s IF EXISTS `%s`", object.Type, object.Name)); err != nil {
			return err
		}
	}
	if err := change(); err != nil {
		return err
	}
	for _, object := range dropped {
		if err := execute(app.DB(), object.SQL); err != nil {
			return err
		}
	}
	return nil
}

// execute runs statements one after another.
func execute(db dbx.Builder, statements ...string) error {
	for _, statement := range statements {
		if _, err := db.NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%w: %s", err, statement)
		}
	}
	return nil
}
