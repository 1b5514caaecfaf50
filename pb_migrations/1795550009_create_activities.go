package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		id, err := ids(app, "users", "assignments", "quotes")
		if err != nil {
			return err
		}
		created, updated := dated()

		activities := core.NewBaseCollection("activities")
		activities.Fields.Add(
			&core.RelationField{Name: "user", CollectionId: id["users"], MaxSelect: 1},
			&core.RelationField{Name: "actor", CollectionId: id["users"], MaxSelect: 1},
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1},
			&core.TextField{Name: "kind", Max: 60, Required: true},
			&core.TextField{Name: "title", Max: 300, Required: true},
			// Who caused it: a person with an account, a guest, an operator in the console, or the program.
			&core.SelectField{Name: "via", Values: []string{"person", "guest", "console", "system"}, Required: true},
			created, updated,
			&core.RelationField{Name: "quote", CollectionId: id["quotes"], MaxSelect: 1},
		)
		activities.AddIndex("idx_activities_created", false, "created", "")
		activities.AddIndex("idx_activities_by_kind", false, "kind", "")
		activities.AddIndex("idx_activities_kind", false, "kind, created", "")
		activities.AddIndex("idx_activities_user", false, "user, created", "")
		activities.AddIndex("idx_activities_actor", false, "actor, created", "")
		activities.AddIndex("idx_activities_assignment", false, "assignment, created", "")
		activities.AddIndex("idx_activities_quote", false, "quote, created", "")
		return app.Save(activities)
	}, nil)
}
