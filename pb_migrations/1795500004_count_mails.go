package pb_migrations

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() { m.Register(countMails, leaveOutMails) }

// What mails add to the view of what the tallies should be, and to that of the triggers
// that there should be.
const (
	recountedMails = "\nUNION ALL SELECT '', 'mails', status, '', count(*), 0 FROM (SELECT status AS status FROM outbox) GROUP BY status"
	mailTriggers   = " UNION ALL SELECT 'mails_inserted' UNION ALL SELECT 'mails_moved' UNION ALL SELECT 'mails_deleted'"
)

// countMails counts mails by their status, as it changes.
func countMails(app core.App) error {
	add := func(row string, n int) string {
		return fmt.Sprintf("INSERT INTO tallies (scope, kind, value, detail, n, amount) VALUES ('', 'mails', %s.status, '', %d, 0) "+
			"ON CONFLICT DO UPDATE SET n = n + excluded.n;\n", row, n)
	}
	const removeEmpty = "DELETE FROM tallies WHERE n = 0;\n"
	if err := replaceView(app, "recounted_tallies", func(sql string) string { return sql + recountedMails }); err != nil {
		return err
	}
	if err := replaceView(app, "tally_triggers", func(sql string) string { return sql + mailTriggers }); err != nil {
		return err
	}
	return execute(app.DB(),
		"INSERT INTO tallies SELECT '', 'mails', status, '', count(*), 0 FROM outbox GROUP BY status",
		"CREATE TRIGGER mails_inserted AFTER INSERT ON outbox\nBEGIN\n"+add("NEW", 1)+"END",
		"CREATE TRIGGER mails_moved AFTER UPDATE OF status ON outbox WHEN OLD.status IS NOT NEW.status\nBEGIN\n"+add("OLD", -1)+add("NEW", 1)+removeEmpty+"END",
		"CREATE TRIGGER mails_deleted AFTER DELETE ON outbox\nBEGIN\n"+add("OLD", -1)+removeEmpty+"END",
	)
}

// leaveOutMails undoes countMails.
func leaveOutMails(app core.App) error {
	if err := replaceView(app, "recounted_tallies", func(sql string) string { return strings.TrimSuffix(sql, recountedMails) }); err != nil {
		return err
	}
	if err := replaceView(app, "tally_triggers", func(sql string) string { return strings.TrimSuffix(sql, mailTriggers) }); err != nil {
		return err
	}
	return execute(app.DB(), "DROP TRIGGER mails_inserted", "DROP TRIGGER mails_moved", "DROP TRIGGER mails_deleted", "DELETE FROM tallies WHERE kind = 'mails'")
}

func replaceView(app core.App, name string, change func(sql string) string) error {
	var sql string
	if err := app.DB().NewQuery("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = {:name}").Bind(map[string]any{"name": name}).Row(&sql); err != nil {
		return err
	}
	return execute(app.DB(), "DROP VIEW "+name, change(sql))
}
