package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		site := core.NewBaseCollection("site")
		site.Fields.Add(
			&core.TextField{Name: "name", Max: 100, Required: true},
			&core.BoolField{Name: "demoMode"},
			&core.TextField{Name: "adminKeyHash", Max: 200, Hidden: true},
			&core.EmailField{Name: "supportEmail"},
			&core.TextField{Name: "currency", Pattern: "^[A-Z]{3}$", Max: 3, Required: true},
			&core.TextField{Name: "legalEntity", Max: 200},
			&core.TextField{Name: "analyticsId", Max: 60},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		if err := app.Save(site); err != nil {
			return err
		}

		row := core.NewRecord(site)
		row.Id = "deskmatesite000"
		row.Set("name", "Deskmate")
		row.Set("currency", "AUD")
		if err := app.Save(row); err != nil {
			return err
		}

		settings := app.Settings()
		settings.Meta.AppName = "Deskmate"
		return app.Save(settings)
	}, nil)
}
