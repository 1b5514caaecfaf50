package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	// Work that an admin set to in progress or revision waits for a tutor too. In the pool,
	// work waits for tutors instead of the desk.
	const open = "deletedAt = '' AND status != 'completed' AND status != 'graded' AND status != 'cancelled'"
	index := func(where string) func(core.App) error {
		return func(app core.App) error {
			assignments, err := app.FindCollectionByNameOrId("assignments")
			if err != nil {
				return err
			}
			assignments.AddIndex("idx_assignments_without_tutor", false, "created", where)
			return app.Save(assignments)
		}
	}
	m.Register(
		index("tutor = '' AND inPool = FALSE AND "+open),
		index("tutor = '' AND status != 'in_progress' AND status != 'revision' AND "+open),
	)
}
