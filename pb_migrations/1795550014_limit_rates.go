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
			{Label: "POST /api/auth/verify-email", MaxRequests: 20, Duration: 600},
			{Label: "_superusers:auth", MaxRequests: 10, Duration: 60},
			{Label: "POST /api/quotes", MaxRequests: 60, Duration: 600},
			{Label: "POST /api/auth/undo-email", MaxRequests: 20, Duration: 600},
			// Changes of one account's address, from any IP address.
			{Label: "users:changeEmail", MaxRequests: 10, Duration: 24 * 60 * 60},
			// Nobody guesses a token of 160 bits, or a code of 99. This keeps those who try from
			// being a load.
			{Label: "GET /api/offers/", MaxRequests: 120, Duration: 60},
			{Label: "POST /api/offers/", MaxRequests: 20, Duration: 60},
			{Label: "GET /api/receipts/", MaxRequests: 120, Duration: 60},
			{Label: "_superusers:requestPasswordReset", MaxRequests: 10, Duration: 600},
			{Label: "_superusers:confirmPasswordReset", MaxRequests: 20, Duration: 600},
			// Failed sign-ins to one account from all devices together that it has not been used from.
			{Label: "users:logInFromNewDevices", MaxRequests: 100, Duration: 600},
			// Everything that one account creates, from any address.
			{Label: "users:submit", MaxRequests: 60, Duration: 600},
			// Wrong passwords of one signed-in account, from any address.
			{Label: "users:currentPassword", MaxRequests: 20, Duration: 600},
		}
		return app.Save(settings)
	}, nil)
}
