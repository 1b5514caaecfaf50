package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		ids := map[string]string{}
		for _, name := range []string{"users", "assignments", "quotes"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			ids[name] = collection.Id
		}
		// What names a person, an assignment or a quote request goes with it.
		of := func(field, collection string, required bool) core.Field {
			return &core.RelationField{Name: field, CollectionId: ids[collection], MaxSelect: 1, CascadeDelete: true, Required: required}
		}

		outbox := core.NewBaseCollection("outbox")
		outbox.Fields.Add(
			&core.TextField{Name: "kind", Max: 60, Required: true},
			of("user", "users", false), // empty for people without an account
			&core.TextField{Name: "to", Max: 254, Required: true},
			of("assignment", "assignments", false),
			of("quote", "quotes", false),
			&core.JSONField{Name: "data", MaxSize: 4000},
			&core.BoolField{Name: "urgent"},
			&core.SelectField{Name: "status", Values: []string{"queued", "sent", "failed", "skipped"}, Required: true},
			&core.NumberField{Name: "attempts", OnlyInt: true, Min: types.Pointer(0.0)},
			// When it is due; while it is being sent, when somebody else may try.
			&core.DateField{Name: "nextAt"},
			&core.DateField{Name: "sentAt"},
			&core.TextField{Name: "error", Max: 500},
			&core.TextField{Name: "messageId", Max: 300},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		outbox.AddIndex("idx_outbox_created", false, "created", "")
		outbox.AddIndex("idx_outbox_status", false, "status, created", "")
		outbox.AddIndex("idx_outbox_due", false, "urgent DESC, nextAt", "status = 'queued'")
		outbox.AddIndex("idx_outbox_waiting", false, "created", "status = 'queued'")
		outbox.AddIndex("idx_outbox_to", false, "[[to]], created", "")
		outbox.AddIndex("idx_outbox_user", false, "user", "")
		outbox.AddIndex("idx_outbox_assignment", false, "assignment", "")
		outbox.AddIndex("idx_outbox_quote", false, "quote", "")

		notices := core.NewBaseCollection("notices")
		notices.Fields.Add(
			of("user", "users", true),
			&core.TextField{Name: "kind", Max: 60, Required: true},
			of("assignment", "assignments", false),
			of("quote", "quotes", false),
			&core.JSONField{Name: "data", MaxSize: 4000},
			&core.DateField{Name: "readAt"},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		notices.AddIndex("idx_notices_user", false, "user, created", "")
		notices.AddIndex("idx_notices_unread", false, "user, created", "readAt = ''")
		notices.AddIndex("idx_notices_assignment", false, "assignment", "")
		notices.AddIndex("idx_notices_quote", false, "quote", "")

		settings := core.NewBaseCollection("notice_settings")
		settings.Fields.Add(
			of("user", "users", false),
			&core.TextField{Name: "email", Max: 254}, // of people without an account
			&core.TextField{Name: "kind", Max: 60, Required: true},
			&core.BoolField{Name: "app"},
			&core.BoolField{Name: "mail"},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		settings.AddIndex("idx_notice_settings", true, "user, email, kind", "")

		// What the clock has already told, each by a key of its own.
		reminders := core.NewBaseCollection("reminders")
		reminders.Fields.Add(
			&core.TextField{Name: "key", Max: 200, Required: true},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		reminders.AddIndex("idx_reminders_key", true, "key", "")

		for _, collection := range []*core.Collection{outbox, notices, settings, reminders} {
			if err := app.Save(collection); err != nil {
				return err
			}
		}

		site, err := app.FindCollectionByNameOrId("site")
		if err != nil {
			return err
		}
		// The key that links without a stored token are derived from.
		site.Fields.Add(&core.TextField{Name: "linkKey", Max: 100, Hidden: true})
		if err := app.Save(site); err != nil {
			return err
		}
		_, err = app.DB().NewQuery("UPDATE site SET linkKey = {:key}").Bind(map[string]any{"key": security.RandomString(64)}).Execute()
		return err
	}, nil)
}
