package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		err := execute(app.DB(),
			"CREATE TABLE revisions (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID",
			"INSERT INTO revisions VALUES ('assignments', 1), ('users', 1), ('quotes', 1), ('activities', 1), ('reviews', 1)",
			`CREATE TABLE tallies (scope TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, detail TEXT NOT NULL,
				n INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (scope, kind, value, detail)) WITHOUT ROWID`,
			"CREATE INDEX idx_tallies_empty ON tallies (n) WHERE n = 0",
		)
		if err != nil {
			return err
		}
		err = keepTallies(app, talliedTables(true))
		if err != nil {
			return err
		}
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.RemoveIndex("idx_assignments_figures")
		// For the parts of a day and of an hour at the ends of a period.
		assignments.AddIndex("idx_assignments_student_due", false, "student, dueDate", "student != '' AND deletedAt = ''")
		assignments.AddIndex("idx_assignments_tutor_due", false, "tutor, dueDate", "tutor != '' AND deletedAt = ''")
		assignments.AddIndex("idx_assignments_tutor_delivered", false, "tutor, deliveredAt, priceCents", "tutor != '' AND deliveredAt != ''")
		return app.Save(assignments)
	}, func(app core.App) error {
		if err := dropTallies(app); err != nil {
			return err
		}
		if err := execute(app.DB(), "DROP TABLE tallies", "DROP TABLE revisions"); err != nil {
			return err
		}
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		for _, index := range []string{"idx_assignments_student_due", "idx_assignments_tutor_due", "idx_assignments_tutor_delivered"} {
			assignments.RemoveIndex(index)
		}
		assignments.AddIndex("idx_assignments_figures", false, "status, priority, subject, created, dueDate, deletedAt", "")
		return app.Save(assignments)
	})
}
