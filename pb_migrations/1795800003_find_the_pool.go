package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		return withoutTriggers(app, func() error {
			assignments, err := app.FindCollectionByNameOrId("assignments")
			if err != nil {
				return err
			}
			// The first column has one value only. Without it, SQLite prefers the index of
			// another order, and reads every assignment.
			assignments.RemoveIndex("idx_assignments_pool")
			assignments.AddIndex("idx_assignments_pool", false, "inPool, dueDate", "inPool = TRUE AND deletedAt = ''")
			return app.Save(assignments)
		})
	}, nil)
}
