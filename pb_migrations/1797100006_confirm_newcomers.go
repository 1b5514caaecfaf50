package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Admins who register with the key read nothing until they have confirmed their
		// address. Those of today go on as they are.
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.Add(&core.BoolField{Name: "mustConfirm"})
		if err := app.Save(users); err != nil {
			return err
		}
		site, err := app.FindCollectionByNameOrId("site")
		if err != nil {
			return err
		}
		site.Fields.Add(&core.DateField{Name: "adminKeySetAt"})
		if err := app.Save(site); err != nil {
			return err
		}

		// Wrong passwords of one signed-in account, from any address.
		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			core.RateLimitRule{Label: "users:currentPassword", MaxRequests: 20, Duration: 600})
		return app.Save(settings)
	}, nil)
}
