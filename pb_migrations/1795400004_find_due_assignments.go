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
		// A list of assignments that are due soon can be sorted by age without reading them.
		assignments.AddIndex("idx_assignments_due_created", false, "dueDate, created", "deletedAt = ''")
		return app.Save(assignments)
	}, nil)
}
