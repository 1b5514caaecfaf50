package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Each index holds what stands on the desk's board under one kind, or under two,
		// sorted by its clock. Most work is finished and in none of them. PocketBase reads
		// no conditions that end with a parenthesis.
		const open = "deletedAt = '' AND status != 'completed' AND status != 'graded' AND status != 'cancelled'"
		for name, indexes := range map[string][]struct{ name, columns, where string }{
			"assignments": {
				{"idx_assignments_without_tutor", "created", "tutor = '' AND status != 'in_progress' AND status != 'revision' AND " + open},
				// A revision has a clock of its own.
				{"idx_assignments_open_due", "dueDate", open + " AND openRevision = 0"},
				{"idx_assignments_of_tutor_due", "tutor, dueDate", open + " AND tutor != ''"},
				{"idx_assignments_unpaid", "created", "deletedAt = '' AND status != 'cancelled' AND priceCents - refundCents - receivedCents + returnedCents > 0"},
				// How many open orders follow each version of the policies.
				{"idx_assignments_open_policy", "policy", "deletedAt = '' AND acceptedAt = '' AND status != 'cancelled'"},
			},
			"quotes": {
				{"idx_quotes_valid_until", "validUntil", "status = 'quoted'"},
			},
			"claims": {
				{"idx_claims_due", "dueAt", "status = 'open'"},
				{"idx_claims_to_pay", "payBy", "status = 'approved' AND amountCents > 0"},
			},
		} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			for _, index := range indexes {
				collection.AddIndex(index.name, false, index.columns, index.where)
			}
			if err := app.Save(collection); err != nil {
				return err
			}
		}
		// A new installation has just recorded that its first policies were added, but
		// nobody did: older installations have no such entry.
		return execute(app.DB(), "DELETE FROM activities WHERE kind = 'policy.created'")
	}, nil)
}
