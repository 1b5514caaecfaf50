package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		id, err := ids(app, "users", "assignments", "quotes")
		if err != nil {
			return err
		}
		created, updated := dated()
		// What names a person, an assignment or a quote request goes with it.
		of := func(field, collection string, required bool) core.Field {
			return &core.RelationField{Name: field, CollectionId: id[collection], MaxSelect: 1, CascadeDelete: true, Required: required}
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
			count("attempts"),
			// When it is due; while it is being sent, when somebody else may try.
			&core.DateField{Name: "nextAt"},
			&core.DateField{Name: "sentAt"},
			&core.TextField{Name: "error", Max: 500},
			&core.TextField{Name: "messageId", Max: 300},
			created, updated,
		)
		outbox.AddIndex("idx_outbox_created", false, "created", "")
		outbox.AddIndex("idx_outbox_status", false, "status, created", "")
		outbox.AddIndex("idx_outbox_due", false, "urgent DESC, nextAt", "status = 'queued'")
		outbox.AddIndex("idx_outbox_waiting", false, "created", "status = 'queued'")
		outbox.AddIndex("idx_outbox_to", false, "[[to]], created", "")
		// Mails of one kind to one account are found to gather them.
		outbox.AddIndex("idx_outbox_user_kind", false, "user, kind, created", "")
		outbox.AddIndex("idx_outbox_assignment", false, "assignment", "")
		outbox.AddIndex("idx_outbox_quote", false, "quote", "")

		// What addresses that no account has confirmed were mailed in the last day. It is known
		// by a digest of the address, and outlives the mail, which goes with what it is about.
		strangers := core.NewBaseCollection("stranger_mails")
		strangers.Fields.Add(
			&core.TextField{Name: "digest", Max: 100, Required: true, Hidden: true},
			&core.BoolField{Name: "urgent"},
			&core.AutodateField{Name: "created", OnCreate: true},
		)
		strangers.AddIndex("idx_stranger_mails_digest", false, "digest, urgent, created", "")
		strangers.AddIndex("idx_stranger_mails_created", false, "created", "")

		notices := core.NewBaseCollection("notices")
		notices.Fields.Add(
			of("user", "users", true),
			&core.TextField{Name: "kind", Max: 60, Required: true},
			of("assignment", "assignments", false),
			of("quote", "quotes", false),
			&core.JSONField{Name: "data", MaxSize: 4000},
			&core.DateField{Name: "readAt"},
			created, updated,
		)
		notices.AddIndex("idx_notices_user", false, "user, created", "")
		notices.AddIndex("idx_notices_unread", false, "user, created", "readAt = ''")
		notices.AddIndex("idx_notices_assignment", false, "assignment", "")
		notices.AddIndex("idx_notices_quote", false, "quote", "")
		// Old rows are found without reading the others.
		notices.AddIndex("idx_notices_read", false, "created", "readAt != ''")
		notices.AddIndex("idx_notices_waiting", false, "created", "readAt = ''")

		settings := core.NewBaseCollection("notice_settings")
		settings.Fields.Add(
			of("user", "users", false),
			&core.TextField{Name: "email", Max: 254}, // of people without an account
			&core.TextField{Name: "kind", Max: 60, Required: true},
			&core.BoolField{Name: "app"},
			&core.BoolField{Name: "mail"},
			created, updated,
		)
		settings.AddIndex("idx_notice_settings", true, "user, email, kind", "")

		// What the clock has already told, each by a key of its own.
		reminders := core.NewBaseCollection("reminders")
		reminders.Fields.Add(&core.TextField{Name: "key", Max: 200, Required: true}, created, updated)
		reminders.AddIndex("idx_reminders_key", true, "key", "")
		reminders.AddIndex("idx_reminders_created", false, "created", "")

		return save(app, outbox, strangers, notices, settings, reminders)
	}, nil)
}
