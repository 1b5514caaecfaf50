package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		id, err := ids(app, "users", "assignments")
		if err != nil {
			return err
		}
		created, updated := dated()

		// What was delivered. A delivery never changes, and outlives its tutor.
		deliveries := core.NewBaseCollection("deliveries")
		deliveries.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true},
			&core.RelationField{Name: "tutor", CollectionId: id["users"], MaxSelect: 1},
			&core.NumberField{Name: "version", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.FileField{Name: "files", MaxSelect: 10, MaxSize: 60 << 20, Protected: true},
			// [{"file", "name", "size", "sha256", "words", "comparable", "purgedAt"}, ...] in upload order
			&core.JSONField{Name: "fileNames", MaxSize: 20000},
			&core.TextField{Name: "note", Max: 2000},
			count("words"),
			// The code of the public receipt.
			&core.TextField{Name: "receipt", Max: 40, Required: true},
			// The number of the revision that this version answers; 0 if none.
			count("answersRevision"),
			created, updated,
		)
		deliveries.AddIndex("idx_deliveries_version", true, "assignment, version", "")
		deliveries.AddIndex("idx_deliveries_receipt", true, "receipt", "")
		deliveries.AddIndex("idx_deliveries_tutor", false, "tutor", "")

		// "revisions" is the table that counts changes of lists.
		revisions := core.NewBaseCollection("revision_requests")
		revisions.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.NumberField{Name: "number", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.TextField{Name: "reason", Max: 2000},
			&core.DateField{Name: "dueAt", Required: true},
			&core.DateField{Name: "closedAt"},
			created, updated,
		)
		revisions.AddIndex("idx_revision_requests_number", true, "assignment, number", "")
		revisions.AddIndex("idx_revision_requests_open", true, "assignment", "closedAt = ''")
		revisions.AddIndex("idx_revision_requests_due", false, "dueAt", "closedAt = ''")

		// What one side wrote for the other and an admin has to read first.
		texts := core.NewBaseCollection("texts")
		texts.Fields.Add(
			&core.SelectField{Name: "noun", Values: []string{"deliveries", "revisions", "reviews"}, Required: true},
			&core.TextField{Name: "thing", Max: 15, Required: true},
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.TextField{Name: "text", Max: 10000},
			&core.RelationField{Name: "writer", CollectionId: id["users"], MaxSelect: 1},
			&core.SelectField{Name: "status", Values: []string{"held", "released", "removed"}, Required: true},
			&core.DateField{Name: "decidedAt"},
			created, updated,
		)
		texts.AddIndex("idx_texts_thing", true, "noun, thing", "")
		texts.AddIndex("idx_texts_status", false, "status, created", "")
		texts.AddIndex("idx_texts_created", false, "created", "")
		texts.AddIndex("idx_texts_assignment", false, "assignment", "")
		texts.AddIndex("idx_texts_writer", false, "writer", "")

		return save(app, deliveries, revisions, texts)
	}, nil)
}
