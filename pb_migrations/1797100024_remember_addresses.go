package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"

	"deskmate/rules"
)

func init() {
	m.Register(func(app core.App) error {
		// Nobody decides in their own case, under whatever address they sent it. Ten changes a
		// day, which is the limit, fill the field in ten years.
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.Add(&core.TextField{Name: "formerAddresses", Max: 1_000_000, Hidden: true})
		if err := app.Save(users); err != nil {
			return err
		}
		if err := rememberUndos(app); err != nil {
			return err
		}
		// Nor does anybody accept a price that they made, under whatever address they asked.
		offers, err := app.FindCollectionByNameOrId("offers")
		if err != nil {
			return err
		}
		offers.Fields.Add(&core.RelationField{Name: "pricedBy", CollectionId: users.Id, MaxSelect: 1})
		offers.AddIndex("idx_offers_priced_by", false, "pricedBy", "")
		if err := app.Save(offers); err != nil {
			return err
		}
		// Everybody reads what a tutor specializes in.
		return execute(app.DB(), `UPDATE users SET specialization = substr(hide_contact(specialization), 1, 200)
			WHERE specialization != '' AND hide_contact(specialization) != specialization`)
	}, nil)
}

// rememberUndos remembers the former addresses that are still known, because their change
// can be undone.
func rememberUndos(app core.App) error {
	var undos []struct{ User, Email string }
	if err := app.DB().Select("user", "email").From("email_undos").OrderBy("rowid").All(&undos); err != nil {
		return err
	}
	former := map[string]string{}
	for _, undo := range undos {
		former[undo.User] = rules.WithFormer(former[undo.User], undo.User, undo.Email)
	}
	for account, digests := range former {
		if _, err := app.DB().Update("users", dbx.Params{"formerAddresses": digests}, dbx.HashExp{"id": account}).Execute(); err != nil {
			return err
		}
	}
	return nil
}
