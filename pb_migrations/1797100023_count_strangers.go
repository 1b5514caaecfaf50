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
		if err := app.Save(mails); err != nil {
			return err
		}
		// What tutors read was stored by an earlier search for contact details.
		if err := execute(app.DB(), storeShownTexts); err != nil {
			return err
		}
		// Where two references are compared as one from now on, the later keeps its spelling.
		for _, name := range []string{"payments", "payouts"} {
			if err := execute(app.DB(), "UPDATE OR IGNORE "+name+" SET referenceKey = reference_key(reference) WHERE referenceKey != reference_key(reference)"); err != nil {
				return err
			}
		}
		return nil
	}, nil)
}

// storeShownTexts stores what tutors read of assignments, where that has changed.
const storeShownTexts = `UPDATE assignments SET shownTitle = coalesce(nullif(hide_contact(title), title), ''),
	shownDescription = coalesce(nullif(hide_contact(description), description), ''),
	shownSubject = coalesce(nullif(hide_contact(subject), subject), ''), shownType = coalesce(nullif(hide_contact(type), type), '')
	WHERE shownTitle != coalesce(nullif(hide_contact(title), title), '') OR shownDescription != coalesce(nullif(hide_contact(description), description), '')
		OR shownSubject != coalesce(nullif(hide_contact(subject), subject), '') OR shownType != coalesce(nullif(hide_contact(type), type), '')`
