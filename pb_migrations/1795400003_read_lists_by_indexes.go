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
		// No list shows deleted work. Indexes that leave it out let a list skip rows
		// without reading them.
		const live = "deletedAt = ''"
		for name, columns := range map[string]string{
			"idx_assignments_created":   "created",
			"idx_assignments_updated":   "updated",
			"idx_assignments_due":       "dueDate",
			"idx_assignments_title":     "title COLLATE NOCASE",
			"idx_assignments_subject":   "subject COLLATE NOCASE",
			"idx_assignments_by_status": "status",
			"idx_assignments_priority":  "instr('LowMediumHigh', priority)",
			// These find the rows with one value, sorted by age.
			"idx_assignments_status":      "status, created",
			"idx_assignments_of_priority": "priority, created",
			"idx_assignments_of_subject":  "subject, created",
		} {
			assignments.AddIndex(name, false, columns, live)
		}
		return app.Save(assignments)
	}, nil)
}
