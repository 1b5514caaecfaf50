package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// The figures of a month are read from these indexes alone. What tutors got is what the
		// other accounts leave.
		err := execute(app.DB(),
			"DROP INDEX idx_ledger_at",
			"CREATE INDEX idx_ledger_at ON ledger (at, kind, cash, customer, desk)",
		)
		if err != nil {
			return err
		}
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.AddIndex("idx_assignments_deadlines", false, "dueDate, id, status, deliveredAt, windowsStart, cancelledAt", "deletedAt = ''")
		return app.Save(assignments)
	}, nil)
}
