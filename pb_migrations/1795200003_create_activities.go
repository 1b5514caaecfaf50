package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}

		activities := core.NewBaseCollection("activities")
		activities.Fields.Add(
			&core.RelationField{Name: "user", CollectionId: users.Id, MaxSelect: 1},
			&core.RelationField{Name: "actor", CollectionId: users.Id, MaxSelect: 1},
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1},
			&core.TextField{Name: "kind", Max: 60, Required: true},
			&core.TextField{Name: "title", Max: 300, Required: true},
			// Who caused it: a person with an account, a guest, an operator in the console, or the program.
			&core.SelectField{Name: "via", Values: []string{"person", "guest", "console", "system"}, Required: true},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		activities.AddIndex("idx_activities_kind", false, "kind, created", "")
		activities.AddIndex("idx_activities_created", false, "created", "")
		activities.AddIndex("idx_activities_user", false, "user, created", "")
		activities.AddIndex("idx_activities_actor", false, "actor, created", "")
		activities.AddIndex("idx_activities_assignment", false, "assignment, created", "")
		return app.Save(activities)
	}, nil)
}
