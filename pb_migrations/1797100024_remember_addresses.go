package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
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
		// Former addresses are still known while their change can be undone.
		err = execute(app.DB(), `UPDATE users SET formerAddresses = replace((SELECT group_concat(DISTINCT address_digest(e.user, e.email))
			FROM email_undos e WHERE e.user = users.id), ',', ' ') WHERE id IN (SELECT user FROM email_undos)`)
		if err != nil {
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
