package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		// In bytes; 0 where it is not known yet, -1 where the file store has no such file.
		assignments.Fields.Add(&core.NumberField{Name: "fileSize", OnlyInt: true})
		assignments.AddIndex("idx_assignments_unmeasured", false, "id", "file != '' AND fileSize = 0")
		if err := app.Save(assignments); err != nil {
			return err
		}

		site, err := app.FindCollectionByNameOrId("site")
		if err != nil {
			return err
		}
		// How much one account may store; 0 means no limit.
		site.Fields.Add(&core.NumberField{Name: "quotaMegabytes", OnlyInt: true, Min: types.Pointer(0.0)})
		if err := app.Save(site); err != nil {
			return err
		}
		if _, err := app.DB().NewQuery("UPDATE site SET quotaMegabytes = 2048").Execute(); err != nil {
			return err
		}

		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			// Files that one account hands in, from any address.
			core.RateLimitRule{Label: "users:upload", MaxRequests: 120, Duration: 600})
		return app.Save(settings)
	}, nil)
}
