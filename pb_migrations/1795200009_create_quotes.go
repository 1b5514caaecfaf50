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

		quotes := core.NewBaseCollection("quotes")
		quotes.Fields.Add(
			&core.TextField{Name: "reference", Max: 20, Required: true},
			&core.EmailField{Name: "email", Required: true},
			&core.TextField{Name: "phone", Max: 40, Required: true},
			&core.TextField{Name: "countryCode", Max: 2, Required: true},
			&core.TextField{Name: "service", Max: 80},
			&core.TextField{Name: "subject", Max: 120, Required: true},
			&core.TextField{Name: "description", Max: 20000, Required: true},
			&core.DateField{Name: "deadline", Required: true},
			&core.TextField{Name: "timeZone", Max: 60, Required: true},
			&core.NumberField{Name: "pages", OnlyInt: true, Required: true, Min: types.Pointer(1.0), Max: types.Pointer(10000.0)},
			&core.FileField{Name: "files", MaxSelect: 10, MaxSize: 26214400, Protected: true},
			// [{"file": stored name, "name": original name, "size": bytes}, ...]
			&core.JSONField{Name: "fileNames", MaxSize: 20000},
			&core.SelectField{Name: "status", Values: []string{"new", "quoted", "accepted", "declined", "closed"}, Required: true},
			&core.NumberField{Name: "amountCents", OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100000000.0)},
			&core.TextField{Name: "currency", Max: 3, Required: true},
			&core.TextField{Name: "note", Max: 10000},
			&core.DateField{Name: "validUntil"},
			&core.RelationField{Name: "student", CollectionId: users.Id, MaxSelect: 1},
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1},
			&core.TextField{Name: "termsVersion", Max: 40, Required: true},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		quotes.AddIndex("idx_quotes_reference", true, "reference", "")
		quotes.AddIndex("idx_quotes_created", false, "created", "")
		quotes.AddIndex("idx_quotes_status", false, "status, created", "")
		quotes.AddIndex("idx_quotes_deadline", false, "deadline", "")
		quotes.AddIndex("idx_quotes_email", false, "email", "")
		return app.Save(quotes)
	}, nil)
}
