package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Former addresses are reserved while they can be restored.
		undos, err := app.FindCollectionByNameOrId("email_undos")
		if err != nil {
			return err
		}
		undos.AddIndex("idx_email_undos_email", false, "email", "")
		if err := app.Save(undos); err != nil {
			return err
		}

		settings := app.Settings()
		limits := &settings.RateLimits
		for i := range limits.Rules {
			if limits.Rules[i].Label == "users:confirmVerification" { // a call of our own now
				limits.Rules[i].Label = "POST /api/auth/verify-email"
			}
		}
		// Changes of one account's address, from any IP address.
		limits.Rules = append(limits.Rules, core.RateLimitRule{Label: "users:changeEmail", MaxRequests: 10, Duration: 24 * 60 * 60})
		return app.Save(settings)
	}, nil)
}
