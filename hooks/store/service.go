package store

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindServices returns the enabled services in display order.
func FindServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "enabled = true", "position,created", 0, 0)
}

// FindService returns a service by its slug, enabled or not; sql.ErrNoRows if there is none.
func FindService(app core.App, slug string) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Services, "slug = {:slug}", dbx.Params{"slug": slug})
}

// FindAllServices returns all services, enabled or not, in display order.
func FindAllServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "", "position,created", 0, 0)
}
