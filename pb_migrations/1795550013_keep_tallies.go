package pb_migrations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		err := execute(app,
			// How often each table has changed, so that whatever remembers something of it knows.
			"CREATE TABLE revisions (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID",
			"INSERT INTO revisions VALUES ('assignments', 1), ('users', 1), ('quotes', 1), ('activities', 1), ('reviews', 1), ('sessions', 1)",
			`CREATE TABLE tallies (scope TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, detail TEXT NOT NULL,
				n INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (scope, kind, value, detail)) WITHOUT ROWID`,
			"CREATE INDEX idx_tallies_empty ON tallies (n) WHERE n = 0",
			// Whatever remembers a session asks again once any has ended.
			"CREATE TRIGGER sessions_changed AFTER UPDATE OF id, user ON sessions\nBEGIN\nUPDATE revisions SET n = n + 1 WHERE name = 'sessions';\nEND",
			"CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions\nBEGIN\nUPDATE revisions SET n = n + 1 WHERE name = 'sessions';\nEND",
		)
		if err != nil {
			return err
		}

		var triggers []trigger
		var counts []string
		count := func(more []trigger, recounted string) {
			triggers, counts = append(triggers, more...), append(counts, recounted)
		}
		count(talliesOf(talliedTables()))
		count(talliesOfMails())
		count(talliesOfLedger())
		count(talliesOfGuestFiles("assignments", "@.student = '' AND @.fileSize > 0", "@.fileSize", "student, fileSize"))
		count(talliesOfGuestFiles("quotes", "@.student = '' AND @.assignment = ''",
			// An operator may have written anything there.
			`CAST((SELECT total(CASE type WHEN 'object' THEN json_extract(value, '$.size') END)
			FROM json_each(CASE WHEN json_valid(@.fileNames) THEN @.fileNames ELSE '[]' END)
			WHERE CASE type WHEN 'object' THEN json_extract(value, '$.purgedAt') IS NULL END) AS INTEGER)`,
			"student, assignment, fileNames"))

		var names []string
		for _, t := range triggers {
			names = append(names, "SELECT '"+t.name+"' AS name")
			if err := execute(app, fmt.Sprintf("CREATE TRIGGER %s AFTER %s\nBEGIN\n%sEND", t.name, t.event, t.body)); err != nil {
				return err
			}
		}
		// Two views for the command that compares: what the tallies should be, and which
		// triggers there should be.
		return execute(app,
			"CREATE VIEW recounted_tallies AS "+strings.Join(counts, "\nUNION ALL "),
			"CREATE VIEW tally_triggers AS "+strings.Join(names, " UNION ALL "),
		)
	}, nil)
}

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

// talliedTables returns what is counted. Cancelled work counts apart.
func talliedTables() []tallyTable {
	const (
		live      = "@.deletedAt = ''"
		active    = live + " AND @.status != 'cancelled'"
		cancelled = live + " AND @.status = 'cancelled'"
		pending   = live + " AND @.status = 'pending'"
		done      = live + " AND @.deliveredAt != ''"
		handed    = live + " AND @.student != ''"
		given     = live + " AND @.tutor != ''"
		stub      = "@.deletedAt != '' AND @.tutor != ''"

		whether = "CASE WHEN @.status = 'cancelled' THEN 'cancelled' ELSE '' END"

		createdDay, createdHour     = "substr(@.created, 1, 10)", "substr(@.created, 1, 13)"
		dueDay, dueHour             = "substr(@.dueDate, 1, 10)", "substr(@.dueDate, 1, 13)"
		deliveredDay, deliveredHour = "substr(@.deliveredAt, 1, 10)", "substr(@.deliveredAt, 1, 13)"
	)
	return []tallyTable{
		{"assignments", []tally{
			{kind: "assignments", value: "@.status", detail: "@.priority", where: live, columns: "status, priority, deletedAt"},
			{kind: "subject", value: "@.subject", detail: whether, where: live, columns: "subject, deletedAt, status"},
			{kind: "created day", value: createdDay, where: live, columns: "created, deletedAt"},
			{kind: "created hour", value: createdHour, where: live, columns: "created, deletedAt"},
			{kind: "pending day", value: createdDay, where: pending, columns: "created, status, deletedAt"},
			{kind: "pending hour", value: createdHour, where: pending, columns: "created, status, deletedAt"},
			{kind: "due day", value: dueDay, where: active, columns: "dueDate, deletedAt, status"},
			{kind: "due hour", value: dueHour, where: active, columns: "dueDate, deletedAt, status"},
			{kind: "delivered day", value: deliveredDay, where: done, columns: "deliveredAt, deletedAt"},
			{kind: "delivered hour", value: deliveredHour, where: done, columns: "deliveredAt, deletedAt"},
			{kind: "student", scope: "@.student", value: "@.status", detail: "@.priority", where: handed, scopes: "students", columns: "student, status, priority, deletedAt"},
			{kind: "student subject", scope: "@.student", value: "@.subject", detail: whether, where: handed, columns: "student, subject, deletedAt, status"},
			{kind: "stored", scope: "@.student", where: handed + " AND @.fileSize > 0", amount: "@.fileSize", columns: "student, fileSize, deletedAt"},
			{kind: "tutor", scope: "@.tutor", value: "@.status", detail: "@.priority", where: given, amount: "@.priceCents", columns: "tutor, status, priority, priceCents, deletedAt"},
			{kind: "tutor subject", scope: "@.tutor", value: "@.subject", detail: whether, where: given, columns: "tutor, subject, deletedAt, status"},
			{kind: "tutor created day", scope: "@.tutor", value: createdDay, where: given, columns: "tutor, created, deletedAt"},
			{kind: "tutor delivered day", scope: "@.tutor", value: deliveredDay, where: "@.tutor != '' AND @.deliveredAt != ''", amount: "@.priceCents", columns: "tutor, deliveredAt, priceCents"},
			// Deleted work that a tutor had finished still counts for the tutor.
			{kind: "tutor stub", scope: "@.tutor", value: "@.status", where: stub, amount: "@.priceCents", columns: "tutor, status, priceCents, deletedAt"},
			{kind: "tutor stub created day", scope: "@.tutor", value: createdDay, where: stub, columns: "tutor, created, deletedAt"},
			{kind: "cancelled day", value: createdDay, where: cancelled, columns: "created, status, deletedAt"},
			{kind: "cancelled hour", value: createdHour, where: cancelled, columns: "created, status, deletedAt"},
			{kind: "tutor cancelled day", scope: "@.tutor", value: createdDay, where: cancelled + " AND @.tutor != ''", columns: "tutor, created, status, deletedAt"},
		}},
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

const removeEmpty = "DELETE FROM tallies WHERE n = 0;\n"

// trigger does something after an event.
type trigger struct{ name, event, body string }

// talliesOf returns the triggers that count changes, and the query for what the tallies
// should be.
func talliesOf(tables []tallyTable) (triggers []trigger, recounted string) {
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

	var sources, counts []string
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
			triggers = append(triggers, trigger{
				fmt.Sprintf("%s_moved_%d", table.name, i+1),
				fmt.Sprintf("UPDATE OF %s ON %s WHEN %s", t.columns, table.name, differ(t.columns)), move + removeEmpty,
			})
		}
		slices.Sort(read)
		read = slices.Compact(read)
		for i, column := range read {
			read[i] = column + " AS " + column // so that the view still holds when an operator renames the column
		}
		// Materialized, so that the table with its long texts is read only once.
		sources = append(sources, fmt.Sprintf("of_%s AS MATERIALIZED (SELECT %s FROM %[1]s)", table.name, strings.Join(read, ", ")))
		triggers = append(triggers,
			trigger{table.name + "_inserted", "INSERT ON " + table.name, raise + add(in...) + scopesIn},
			trigger{table.name + "_updated", "UPDATE ON " + table.name, raise},
			trigger{table.name + "_deleted", "DELETE ON " + table.name, raise + add(out...) + scopesOut + removeEmpty},
		)
	}

	recounted = "WITH " + strings.Join(sources, ",\n") + "\nSELECT scope, kind, value, detail, sum(n) AS n, CAST(sum(amount) AS INTEGER) AS amount FROM (\n" +
		strings.Join(counts, "\nUNION ALL ") + ") GROUP BY scope, kind, value, detail"
	return triggers, recounted
}

// talliesOfMails count mails by their status.
func talliesOfMails() (triggers []trigger, recounted string) {
	add := func(row string, n int) string {
		return fmt.Sprintf("INSERT INTO tallies (scope, kind, value, detail, n, amount) VALUES ('', 'mails', %s.status, '', %d, 0) "+
			"ON CONFLICT DO UPDATE SET n = n + excluded.n;\n", row, n)
	}
	return []trigger{
		{"mails_inserted", "INSERT ON outbox", add("NEW", 1)},
		{"mails_moved", "UPDATE OF status ON outbox WHEN OLD.status IS NOT NEW.status", add("OLD", -1) + add("NEW", 1) + removeEmpty},
		{"mails_deleted", "DELETE ON outbox", add("OLD", -1) + removeEmpty},
	}, "SELECT '', 'mails', status, '', count(*), 0 FROM (SELECT status AS status FROM outbox) GROUP BY status"
}

// talliesOfLedger count its entries, and add up what tutors earn. Entries are only ever added.
func talliesOfLedger() (triggers []trigger, recounted string) {
	add := func(row string) string {
		return "INSERT INTO tallies (scope, kind, value, detail, n, amount) " + row + " ON CONFLICT DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount;\n"
	}
	return []trigger{{
			"ledger_counted", "INSERT ON ledger",
			add("VALUES ('', 'entries', NEW.kind, '', 1, 0)") + add("SELECT NEW.tutor, 'earnings', NEW.kind, '', 1, -NEW.tutors WHERE NEW.tutor != ''"),
		}},
		"SELECT '', 'entries', kind, '', count(*), 0 FROM (SELECT kind AS kind FROM ledger) GROUP BY kind" +
			"\nUNION ALL SELECT tutor, 'earnings', kind, '', count(*), -sum(tutors) FROM (SELECT tutor AS tutor, kind AS kind, tutors AS tutors FROM ledger WHERE tutor != '') GROUP BY tutor, kind"
}

// talliesOfGuestFiles add up the files of a table that belong to no account. In the SQL, @
// stands for the row.
func talliesOfGuestFiles(table, where, bytes, columns string) (triggers []trigger, recounted string) {
	of := func(row, text string) string { return strings.ReplaceAll(text, "@", row) }
	add := func(row string, n int) string {
		return of(row, fmt.Sprintf("INSERT INTO tallies (scope, kind, value, detail, n, amount) SELECT '', 'guest files', '%s', '', %d, %d * %s WHERE %s "+
			"ON CONFLICT DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount;\n", table, n, n, bytes, where))
	}
	return []trigger{
			{table + "_guest_files_inserted", "INSERT ON " + table + " WHEN " + of("NEW", where), add("NEW", 1)},
			{table + "_guest_files_moved", "UPDATE OF " + columns + " ON " + table, add("OLD", -1) + add("NEW", 1) + removeEmpty},
			{table + "_guest_files_deleted", "DELETE ON " + table + " WHEN " + of("OLD", where), add("OLD", -1) + removeEmpty},
		},
		of("x", fmt.Sprintf("SELECT '', 'guest files', '%[1]s', '', count(*), CAST(total(%[2]s) AS INTEGER) FROM %[1]s x WHERE %[3]s HAVING count(*) > 0", table, bytes, where))
}
