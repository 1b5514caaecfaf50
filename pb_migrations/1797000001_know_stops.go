package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// One row: since when the program runs, and when it was last known to run.
		uptime := core.NewBaseCollection("uptime")
		uptime.Fields.Add(&core.DateField{Name: "runsSince"}, &core.DateField{Name: "seenAt"})
		return app.Save(uptime)
	}, nil)
}
