package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		settings := app.Settings()
		settings.RateLimits.Enabled = true
		settings.RateLimits.Rules = []core.RateLimitRule{
			{Label: "POST /api/auth/login", MaxRequests: 60, Duration: 60},
			// Failed sign-ins to one account, from any IP address.
			{Label: "users:logIn", MaxRequests: 20, Duration: 600},
			{Label: "POST /api/auth/signup", MaxRequests: 60, Duration: 600},
			{Label: "POST /api/assignments/public", MaxRequests: 60, Duration: 600},
			{Label: "PUT /api/users/change-password", MaxRequests: 20, Duration: 600},
			{Label: "users:requestPasswordReset", MaxRequests: 10, Duration: 600},
			{Label: "users:confirmPasswordReset", MaxRequests: 20, Duration: 600},
			{Label: "users:requestVerification", MaxRequests: 10, Duration: 600},
			{Label: "users:confirmVerification", MaxRequests: 20, Duration: 600},
			{Label: "_superusers:auth", MaxRequests: 10, Duration: 60},
		}
		return app.Save(settings)
	}, nil)
}
