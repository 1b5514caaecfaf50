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
		// Nor does anybody accept a price that they made, under whatever address they asked.
		offers, err := app.FindCollectionByNameOrId("offers")
		if err != nil {
			return err
		}
		offers.Fields.Add(&core.RelationField{Name: "pricedBy", CollectionId: users.Id, MaxSelect: 1})
		offers.AddIndex("idx_offers_priced_by", false, "pricedBy", "")
		return app.Save(offers)
	}, nil)
}
