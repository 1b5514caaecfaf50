package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// The mark that the database has in common with its data folder, until one of them is
		// restored.
		site, err := app.FindCollectionByNameOrId("site")
		if err != nil {
			return err
		}
		site.Fields.Add(&core.TextField{Name: "mark", Max: 100, Hidden: true})
		return app.Save(site)
	}, nil)
}
