package pb_migrations

import (
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
		return nil
	}, nil)
}
