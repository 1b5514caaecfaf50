package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		settings := app.Settings()
		limits := &settings.RateLimits
		for _, rule := range []core.RateLimitRule{
			{Label: "_superusers:requestPasswordReset", MaxRequests: 10, Duration: 600},
			{Label: "_superusers:confirmPasswordReset", MaxRequests: 20, Duration: 600},
			// Failed sign-ins to one account from all devices together that it has not been used from.
			{Label: "users:logInFromNewDevices", MaxRequests: 100, Duration: 600},
		} {
			if _, ok := limits.FindRateLimitRule([]string{rule.Label}); !ok { // an operator may have added it
				limits.Rules = append(limits.Rules, rule)
			}
		}
		return app.Save(settings)
	}, nil)
}
