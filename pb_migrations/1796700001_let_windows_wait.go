package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		// By how many milliseconds the windows start later than the work was delivered,
		// because a claim of the tutor's was open meanwhile.
		assignments.Fields.Add(&core.NumberField{Name: "windowsWaited", OnlyInt: true})
		return app.Save(assignments)
	}, nil)
}
