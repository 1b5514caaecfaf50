package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Digests of the secrets of the browsers that an account was last used from on a
		// device, the newest first.
		devices, err := app.FindCollectionByNameOrId("devices")
		if err != nil {
			return err
		}
		devices.Fields.Add(&core.TextField{Name: "browsers", Max: 700, Hidden: true})
		return app.Save(devices)
	}, nil)
}
