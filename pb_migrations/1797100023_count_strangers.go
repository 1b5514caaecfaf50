package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// What addresses that no account has confirmed were mailed in the last day. It is known
		// by a digest of the address, and outlives the mail, which goes with what it is about.
		mails := core.NewBaseCollection("stranger_mails")
		mails.Fields.Add(
			&core.TextField{Name: "digest", Max: 100, Required: true, Hidden: true},
			&core.BoolField{Name: "urgent"},
			&core.AutodateField{Name: "created", OnCreate: true},
		)
		mails.AddIndex("idx_stranger_mails_digest", false, "digest, urgent, created", "")
		mails.AddIndex("idx_stranger_mails_created", false, "created", "")
		return app.Save(mails)
	}, nil)
}
