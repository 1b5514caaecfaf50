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
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}

		reviews := core.NewBaseCollection("reviews")
		reviews.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.RelationField{Name: "student", CollectionId: users.Id, MaxSelect: 1},
			&core.RelationField{Name: "tutor", CollectionId: users.Id, MaxSelect: 1},
			&core.NumberField{Name: "rating", OnlyInt: true, Required: true, Min: types.Pointer(1.0), Max: types.Pointer(5.0)},
			&core.TextField{Name: "comment", Max: 2000},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		reviews.AddIndex("idx_reviews_assignment", true, "assignment", "")
		reviews.AddIndex("idx_reviews_tutor", false, "tutor, rating", "")
		reviews.AddIndex("idx_reviews_student", false, "student", "")
		return app.Save(reviews)
	}, nil)
}
