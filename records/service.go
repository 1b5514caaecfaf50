package records

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindServices finds the services that the operator offers, in their order.
func FindServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "enabled = true", "position,created", 0, 0)
}

// FindService finds a service by its slug, offered or not; sql.ErrNoRows where there is none.
func FindService(app core.App, slug string) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Services, "slug = {:slug}", dbx.Params{"slug": slug})
}

// FindAllServices finds every service, offered or not, in their order.
func FindAllServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "", "position,created", 0, 0)
}
