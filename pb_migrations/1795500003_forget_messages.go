package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Old rows are found without reading the others.
		for _, index := range []struct{ collection, name, columns, where string }{
			{"notices", "idx_notices_read", "created", "readAt != ''"},
			{"notices", "idx_notices_waiting", "created", "readAt = ''"},
			{"reminders", "idx_reminders_created", "created", ""},
			{"devices", "idx_devices_updated", "updated", ""},
			{"email_undos", "idx_email_undos_expires", "expiresAt", ""},
		} {
			collection, err := app.FindCollectionByNameOrId(index.collection)
			if err != nil {
				return err
			}
			collection.AddIndex(index.name, false, index.columns, index.where)
			if err := app.Save(collection); err != nil {
				return err
			}
		}

		// Mails are counted as they change, by their status.
		var views []struct {
			Name string `db:"name"`
			SQL  string `db:"sql"`
		}
		err := app.DB().NewQuery("SELECT name, sql FROM sqlite_schema WHERE type = 'view' AND name IN ('recounted_tallies', 'tally_triggers')").All(&views)
		if err != nil {
			return err
		}
		more := map[string]string{
			"recounted_tallies": "\nUNION ALL SELECT '', 'mails', status, '', count(*), 0 FROM (SELECT status AS status FROM outbox) GROUP BY status",
			"tally_triggers":    " UNION ALL SELECT 'mails_inserted' UNION ALL SELECT 'mails_moved' UNION ALL SELECT 'mails_deleted'",
		}
		for _, view := range views {
			if err := execute(app.DB(), "DROP VIEW "+view.Name, view.SQL+more[view.Name]); err != nil {
				return err
			}
		}
		return countMails(app.DB())
	}, nil)
}

// countMails counts the mails that there are, and creates the triggers that count
// changes.
func countMails(db dbx.Builder) error {
	add := func(row string, n int) string {
		return fmt.Sprintf("INSERT INTO tallies (scope, kind, value, detail, n, amount) VALUES ('', 'mails', %s.status, '', %d, 0) ON CONFLICT DO UPDATE SET n = n + excluded.n;\n", row, n)
	}
	const removeEmpty = "DELETE FROM tallies WHERE n = 0;\n"
	return execute(db,
		"INSERT INTO tallies SELECT '', 'mails', status, '', count(*), 0 FROM outbox GROUP BY status",
		"CREATE TRIGGER mails_inserted AFTER INSERT ON outbox\nBEGIN\n"+add("NEW", 1)+"END",
		"CREATE TRIGGER mails_moved AFTER UPDATE OF status ON outbox WHEN OLD.status IS NOT NEW.status\nBEGIN\n"+add("OLD", -1)+add("NEW", 1)+removeEmpty+"END",
		"CREATE TRIGGER mails_deleted AFTER DELETE ON outbox\nBEGIN\n"+add("OLD", -1)+removeEmpty+"END",
	)
}
