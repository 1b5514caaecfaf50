package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		quotes, err := app.FindCollectionByNameOrId("quotes")
		if err != nil {
			return err
		}
		activities, err := app.FindCollectionByNameOrId("activities")
		if err != nil {
			return err
		}
		activities.Fields.Add(&core.RelationField{Name: "quote", CollectionId: quotes.Id, MaxSelect: 1})
		activities.AddIndex("idx_activities_quote", false, "quote, created", "")
		return app.Save(activities)
	}, nil)
}
