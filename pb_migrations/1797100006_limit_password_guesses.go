package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Wrong passwords of one signed-in account, from any address.
		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			core.RateLimitRule{Label: "users:currentPassword", MaxRequests: 20, Duration: 600})
		return app.Save(settings)
	}, nil)
}
