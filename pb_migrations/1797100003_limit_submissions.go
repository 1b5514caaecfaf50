package pb_migrations

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What one account creates is limited, whether it has files or not. Mails of one kind to
// one account are found to gather them.
func init() {
	m.Register(func(app core.App) error {
		outbox, err := app.FindCollectionByNameOrId("outbox")
		if err != nil {
			return err
		}
		outbox.RemoveIndex("idx_outbox_user")
		outbox.AddIndex("idx_outbox_user_kind", false, "user, kind, created", "")
		if err := app.Save(outbox); err != nil {
			return err
		}
		settings := app.Settings()
		settings.RateLimits.Rules = slices.DeleteFunc(settings.RateLimits.Rules, func(rule core.RateLimitRule) bool {
			return rule.Label == "users:upload"
		})
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			// Everything that one account creates, from any address.
			core.RateLimitRule{Label: "users:submit", MaxRequests: 60, Duration: 600})
		return app.Save(settings)
	}, nil)
}
