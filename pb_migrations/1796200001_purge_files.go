package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	purge := func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.Fields.Add(
			&core.DateField{Name: "cancelledAt"},
			// When nothing was left to be done: the work was accepted or cancelled, or its last
			// claim was settled, whichever came last. Empty as long as something is open.
			&core.DateField{Name: "settledAt"},
			// From when its files may be deleted, as its people were told.
			&core.DateField{Name: "purgeAt"},
			&core.DateField{Name: "purgedAt"},
			// What is left of its own file: [{"file", "name", "size", "sha256", "purgedAt"}]
			&core.JSONField{Name: "purgedFiles", MaxSize: 20000},
			// The paths of files that count as deleted and may still be in the store, one a line.
			&core.TextField{Name: "filesToRemove", Max: 1000000, Hidden: true},
		)
		// Each holds only what the job has yet to do.
		assignments.AddIndex("idx_assignments_to_announce", false, "policy, settledAt, id", "settledAt != '' AND purgeAt = ''")
		assignments.AddIndex("idx_assignments_to_purge", false, "purgeAt, id", "purgeAt != '' AND purgedAt = ''")
		assignments.AddIndex("idx_assignments_to_remove", false, "id", "filesToRemove != ''")
		if err := app.Save(assignments); err != nil {
			return err
		}
		// When work was cancelled was not kept. The last change is never too early.
		return execute(app.DB(),
			"UPDATE assignments SET cancelledAt = updated WHERE status = 'cancelled'",
			`UPDATE assignments SET settledAt = max(cancelledAt, acceptedAt, coalesce((SELECT max(CASE
					WHEN paidAt != '' THEN paidAt WHEN decidedAt != '' AND status != 'withdrawn' THEN decidedAt ELSE updated END)
				FROM claims WHERE assignment = assignments.id), ''))
			WHERE (status = 'cancelled' OR status IN ('completed', 'graded') AND acceptedAt != '') AND NOT EXISTS
				(SELECT 1 FROM claims WHERE assignment = assignments.id AND (status = 'open' OR status = 'approved' AND amountCents > 0))`)
	}
	m.Register(func(app core.App) error {
		return withoutTriggers(app, func() error { return purge(app) })
	}, nil)
}
