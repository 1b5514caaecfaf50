package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		id, err := ids(app, "users", "policies")
		if err != nil {
			return err
		}
		created, updated := dated()

		assignments := core.NewBaseCollection("assignments")
		assignments.Fields.Add(
			// The text fields are optional here because deleting an assignment that a
			// tutor has earned from leaves a stub without them. A record event
			// requires them in all other cases.
			&core.TextField{Name: "title", Max: 200},
			&core.TextField{Name: "description", Max: 20000},
			&core.DateField{Name: "dueDate"},
			&core.TextField{Name: "subject", Max: 120},
			&core.SelectField{Name: "priority", Values: []string{"Low", "Medium", "High"}, Required: true},
			&core.SelectField{Name: "status", Values: []string{"pending", "submitted", "in_progress", "revision", "completed", "graded", "cancelled"}, Required: true},
			&core.FileField{Name: "file", MaxSelect: 1, MaxSize: 26214400, Protected: true},
			&core.TextField{Name: "fileName", Max: 255},
			&core.RelationField{Name: "student", CollectionId: id["users"], MaxSelect: 1},
			&core.EmailField{Name: "guestEmail"},
			&core.RelationField{Name: "tutor", CollectionId: id["users"], MaxSelect: 1},
			&core.TextField{Name: "grade", Max: 40},
			&core.TextField{Name: "feedback", Max: 10000},
			&core.TextField{Name: "type", Max: 60},
			&core.NumberField{Name: "priceCents", OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100000000.0)},
			count("words"), // ordered; 0 if it is not known
			&core.DateField{Name: "deliveredAt"},
			&core.DateField{Name: "deletedAt"},
			created, updated,
			// Each assignment keeps the policy that was in force when it was created.
			&core.RelationField{Name: "policy", CollectionId: id["policies"], MaxSelect: 1, Required: true},
			// In bytes; 0 where it is not known yet, -1 where the file store has no such file.
			&core.NumberField{Name: "fileSize", OnlyInt: true},

			&core.TextField{Name: "reference", Max: 20},
			percentage("tutorShare"), // of the price
			&core.BoolField{Name: "inPool"},
			// The last delivery, or when an admin finished the work by hand. The windows
			// run from here. Unlike deliveredAt it stays during a revision.
			&core.DateField{Name: "windowsStart"},
			&core.DateField{Name: "acceptedAt"},
			&core.TextField{Name: "cancelReason", Max: 2000},
			// Sums of the payments and of the approved refunds.
			count("receivedCents"), count("returnedCents"), count("refundCents"),

			// Tutors may have seen it: what they are told about it depends on that.
			&core.BoolField{Name: "everInPool"},
			// Why the last tutor handed it back. It stays until there is another tutor.
			&core.TextField{Name: "handBackReason", Max: 2000},
			// Copies of what deliveries and revisions say, for lists and clocks.
			count("openRevision"), count("lastVersion"), count("deliveredWords"),
			// Copies of what claims say: whether one is open, when a refund was last declined,
			// and when a claim last ceased to be open.
			&core.BoolField{Name: "claimOpen"},
			&core.DateField{Name: "refundDeclinedAt"},
			&core.DateField{Name: "claimClosedAt"},

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
			// By how many milliseconds the windows start later than the work was delivered,
			// because a claim of the tutor's was open meanwhile.
			&core.NumberField{Name: "windowsWaited", OnlyInt: true},

			// What tutors read, where it is not what was written. A detail of one character
			// becomes eight.
			&core.TextField{Name: "shownTitle", Max: 1600},
			&core.TextField{Name: "shownDescription", Max: 160_000},
			&core.TextField{Name: "shownSubject", Max: 960},
			&core.TextField{Name: "shownType", Max: 480},
		)

		// PocketBase reads no conditions that end with a parenthesis.
		const (
			live = "deletedAt = ''"
			open = live + " AND status != 'completed' AND status != 'graded' AND status != 'cancelled'"
		)
		for _, index := range []struct{ name, columns, where string }{
			// One index per list: the owner or filter column, then the column of the default
			// order. SQLite appends the rowid, the tie-breaker, to every index. No list of all
			// work shows what was deleted, so a list can skip rows without reading them.
			{"idx_assignments_created", "created", live},
			{"idx_assignments_updated", "updated", live},
			{"idx_assignments_due", "dueDate", live},
			{"idx_assignments_title", "title COLLATE NOCASE", live},
			{"idx_assignments_subject", "subject COLLATE NOCASE", live},
			{"idx_assignments_by_status", "status", live},
			{"idx_assignments_priority", "instr('LowMediumHigh', priority)", live},
			{"idx_assignments_status", "status, created", live},
			{"idx_assignments_of_priority", "priority, created", live},
			{"idx_assignments_of_subject", "subject, created", live},
			// A list of what is due soon can be sorted by age without reading the rows.
			{"idx_assignments_due_created", "dueDate, created", live},
			{"idx_assignments_student", "student, created", ""},
			{"idx_assignments_tutor", "tutor, created", ""},
			{"idx_assignments_guest", "guestEmail", "guestEmail != ''"},
			{"idx_assignments_delivered", "deliveredAt", "deliveredAt != ''"},

			// The figures of a month, and of the parts of a day and of an hour at the ends of a
			// period.
			{"idx_assignments_deadlines", "dueDate, id, status, deliveredAt, windowsStart, cancelledAt", live},
			{"idx_assignments_student_due", "student, dueDate", "student != '' AND deletedAt = ''"},
			{"idx_assignments_tutor_due", "tutor, dueDate", "tutor != '' AND deletedAt = ''"},
			{"idx_assignments_tutor_delivered", "tutor, deliveredAt, priceCents", "tutor != '' AND deliveredAt != ''"},

			// The first column of the pool has one value only. Without it, SQLite prefers the
			// index of another order, and reads every assignment.
			{"idx_assignments_pool", "inPool, dueDate", "inPool = TRUE AND deletedAt = ''"},
			// How many assignments a tutor has in progress.
			{"idx_assignments_open_work", "tutor, status", "tutor != ''"},

			// Each holds what stands on the desk's board under one kind, or under two, sorted by
			// its clock. Most work is finished and in none of them. A revision has a clock of its
			// own, and in the pool, work waits for tutors instead of the desk.
			{"idx_assignments_without_tutor", "created", "tutor = '' AND inPool = FALSE AND " + open},
			{"idx_assignments_open_due", "dueDate", open + " AND openRevision = 0"},
			{"idx_assignments_of_tutor_due", "tutor, dueDate", open + " AND tutor != ''"},
			{"idx_assignments_unpaid", "created", "deletedAt = '' AND status != 'cancelled' AND priceCents - refundCents - receivedCents + returnedCents > 0"},
			// How many open orders follow each version of the policies.
			{"idx_assignments_open_policy", "policy", "deletedAt = '' AND acceptedAt = '' AND status != 'cancelled'"},

			// Each holds only what a job has yet to do.
			{"idx_assignments_unmeasured", "id", "file != '' AND fileSize = 0"},
			{"idx_assignments_to_accept", "windowsStart", "acceptedAt = '' AND deliveredAt != '' AND deletedAt = ''"},
			{"idx_assignments_to_announce", "policy, settledAt, id", "settledAt != '' AND purgeAt = ''"},
			{"idx_assignments_to_purge", "purgeAt, id", "purgeAt != '' AND purgedAt = ''"},
			{"idx_assignments_to_remove", "id", "filesToRemove != ''"},
		} {
			assignments.AddIndex(index.name, false, index.columns, index.where)
		}
		assignments.AddIndex("idx_assignments_reference", true, "reference", "reference != ''")
		if err := app.Save(assignments); err != nil {
			return err
		}

		reviews := core.NewBaseCollection("reviews")
		reviews.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.RelationField{Name: "student", CollectionId: id["users"], MaxSelect: 1},
			&core.RelationField{Name: "tutor", CollectionId: id["users"], MaxSelect: 1},
			&core.NumberField{Name: "rating", OnlyInt: true, Required: true, Min: types.Pointer(1.0), Max: types.Pointer(5.0)},
			&core.TextField{Name: "comment", Max: 2000},
			created, updated,
		)
		reviews.AddIndex("idx_reviews_assignment", true, "assignment", "")
		reviews.AddIndex("idx_reviews_tutor", false, "tutor, rating", "")
		reviews.AddIndex("idx_reviews_student", false, "student", "")
		return app.Save(reviews)
	}, nil)
}
