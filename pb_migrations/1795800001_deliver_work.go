package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	number := func(name string) core.Field {
		return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0)}
	}
	dated := func(collection *core.Collection) {
		collection.Fields.Add(
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
	}

	deliver := func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		assignments.Fields.Add(
			// Tutors may have seen it: what they are told about it depends on that.
			&core.BoolField{Name: "everInPool"},
			// Why the last tutor handed it back. It stays until there is another tutor.
			&core.TextField{Name: "handBackReason", Max: 2000},
			// Copies of what deliveries and revisions say, for lists and clocks.
			number("openRevision"), number("lastVersion"), number("deliveredWords"),
		)
		// How many assignments a tutor has in progress.
		assignments.AddIndex("idx_assignments_open_work", false, "tutor, status", "tutor != ''")
		if err := app.Save(assignments); err != nil {
			return err
		}

		// What was delivered. A delivery never changes, and outlives its tutor.
		deliveries := core.NewBaseCollection("deliveries")
		deliveries.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true},
			&core.RelationField{Name: "tutor", CollectionId: users.Id, MaxSelect: 1},
			&core.NumberField{Name: "version", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.FileField{Name: "files", MaxSelect: 10, MaxSize: 60 << 20, Protected: true},
			// [{"file", "name", "size", "sha256", "words", "comparable", "purgedAt"}, ...] in upload order
			&core.JSONField{Name: "fileNames", MaxSize: 20000},
			&core.TextField{Name: "note", Max: 2000},
			number("words"),
			// The code of the public receipt.
			&core.TextField{Name: "receipt", Max: 40, Required: true},
			// The number of the revision that this version answers; 0 if none.
			number("answersRevision"),
		)
		dated(deliveries)
		deliveries.AddIndex("idx_deliveries_version", true, "assignment, version", "")
		deliveries.AddIndex("idx_deliveries_receipt", true, "receipt", "")
		deliveries.AddIndex("idx_deliveries_tutor", false, "tutor", "")
		if err := app.Save(deliveries); err != nil {
			return err
		}

		// "revisions" is the table that counts changes of lists.
		revisions := core.NewBaseCollection("revision_requests")
		revisions.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.NumberField{Name: "number", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.TextField{Name: "reason", Max: 2000},
			&core.DateField{Name: "dueAt", Required: true},
			&core.DateField{Name: "closedAt"},
		)
		dated(revisions)
		revisions.AddIndex("idx_revision_requests_number", true, "assignment, number", "")
		revisions.AddIndex("idx_revision_requests_open", true, "assignment", "closedAt = ''")
		revisions.AddIndex("idx_revision_requests_due", false, "dueAt", "closedAt = ''")
		if err := app.Save(revisions); err != nil {
			return err
		}

		// What one side wrote for the other and an admin has to read first.
		texts := core.NewBaseCollection("texts")
		texts.Fields.Add(
			&core.SelectField{Name: "noun", Values: []string{"deliveries", "revisions", "reviews"}, Required: true},
			&core.TextField{Name: "thing", Max: 15, Required: true},
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.TextField{Name: "text", Max: 10000},
			&core.RelationField{Name: "writer", CollectionId: users.Id, MaxSelect: 1},
			&core.SelectField{Name: "status", Values: []string{"held", "released", "removed"}, Required: true},
			&core.DateField{Name: "decidedAt"},
		)
		dated(texts)
		texts.AddIndex("idx_texts_thing", true, "noun, thing", "")
		texts.AddIndex("idx_texts_status", false, "status, created", "")
		texts.AddIndex("idx_texts_created", false, "created", "")
		texts.AddIndex("idx_texts_assignment", false, "assignment", "")
		texts.AddIndex("idx_texts_writer", false, "writer", "")
		if err := app.Save(texts); err != nil {
			return err
		}

		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			// Nobody guesses a code of 99 bits. This keeps those who try from being a load.
			core.RateLimitRule{Label: "GET /api/receipts/", MaxRequests: 120, Duration: 60},
		)
		return app.Save(settings)
	}
	m.Register(func(app core.App) error {
		return withoutTriggers(app, func() error { return deliver(app) })
	}, nil)
}
