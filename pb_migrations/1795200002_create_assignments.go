package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}

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
			&core.SelectField{Name: "status", Values: []string{"pending", "submitted", "in_progress", "revision", "completed", "graded"}, Required: true},
			&core.FileField{Name: "file", MaxSelect: 1, MaxSize: 26214400, Protected: true},
			&core.TextField{Name: "fileName", Max: 255},
			&core.RelationField{Name: "student", CollectionId: users.Id, MaxSelect: 1},
			&core.EmailField{Name: "guestEmail"},
			&core.RelationField{Name: "tutor", CollectionId: users.Id, MaxSelect: 1},
			&core.TextField{Name: "grade", Max: 40},
			&core.TextField{Name: "feedback", Max: 10000},
			&core.TextField{Name: "type", Max: 60},
			&core.NumberField{Name: "priceCents", OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100000000.0)},
			&core.NumberField{Name: "words", OnlyInt: true, Min: types.Pointer(0.0)},
			&core.DateField{Name: "deliveredAt"},
			&core.DateField{Name: "deletedAt"},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)

		// One index per list: the owner or filter column, then the column of the
		// default order. SQLite appends the rowid, the tie-breaker, to every index.
		assignments.AddIndex("idx_assignments_created", false, "created", "")
		assignments.AddIndex("idx_assignments_student", false, "student, created", "")
		assignments.AddIndex("idx_assignments_tutor", false, "tutor, created", "")
		assignments.AddIndex("idx_assignments_status", false, "status, created", "")
		assignments.AddIndex("idx_assignments_updated", false, "updated", "")
		assignments.AddIndex("idx_assignments_title", false, "title COLLATE NOCASE", "")
		assignments.AddIndex("idx_assignments_subject", false, "subject COLLATE NOCASE", "")
		assignments.AddIndex("idx_assignments_due", false, "dueDate", "")
		assignments.AddIndex("idx_assignments_priority", false, "instr('LowMediumHigh', priority)", "")
		// A covering index for the admin statistics, which then need not read the long texts.
		assignments.AddIndex("idx_assignments_figures", false, "status, priority, subject, created, dueDate, deletedAt", "")
		assignments.AddIndex("idx_assignments_delivered", false, "deliveredAt", "deliveredAt != ''")
		assignments.AddIndex("idx_assignments_guest", false, "guestEmail", "guestEmail != ''")
		return app.Save(assignments)
	}, nil)
}
