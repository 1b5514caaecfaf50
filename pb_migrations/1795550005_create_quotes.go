package pb_migrations

import (
	"slices"

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
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		created, updated := dated()

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
			&core.RelationField{Name: "student", CollectionId: id["users"], MaxSelect: 1},
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1},
			&core.TextField{Name: "termsVersion", Max: 40, Required: true},
			created, updated,
			count("version"), // of the newest offer; 0 before the first
			// From when its files may be deleted, as the board has announced.
			&core.DateField{Name: "purgeAt"},
			// The paths of files that count as deleted and may still be in the store, one a line.
			&core.TextField{Name: "filesToRemove", Max: 1000000, Hidden: true},
		)
		quotes.AddIndex("idx_quotes_reference", true, "reference", "")
		quotes.AddIndex("idx_quotes_created", false, "created", "")
		quotes.AddIndex("idx_quotes_status", false, "status, created", "")
		quotes.AddIndex("idx_quotes_by_status", false, "status", "")
		quotes.AddIndex("idx_quotes_deadline", false, "deadline", "")
		quotes.AddIndex("idx_quotes_email", false, "email", "")
		// Deleting an account or an assignment looks for the requests that refer to it.
		quotes.AddIndex("idx_quotes_student", false, "student, created", "")
		quotes.AddIndex("idx_quotes_assignment", false, "assignment", "")
		quotes.AddIndex("idx_quotes_valid_until", false, "validUntil", "status = 'quoted'")
		// Each holds only what a job has yet to do.
		quotes.AddIndex("idx_quotes_to_announce", false, "termsVersion, created, id", "assignment = '' AND purgeAt = '' AND files != '[]'")
		quotes.AddIndex("idx_quotes_to_purge", false, "purgeAt, id", "assignment = '' AND purgeAt != ''")
		quotes.AddIndex("idx_quotes_to_remove", false, "id", "filesToRemove != ''")
		if err := app.Save(quotes); err != nil {
			return err
		}

		// The request that an assignment has come from, after its reference.
		assignments.Fields.AddAt(slices.Index(assignments.Fields.FieldNames(), "reference")+1,
			&core.RelationField{Name: "quote", CollectionId: quotes.Id, MaxSelect: 1})
		assignments.AddIndex("idx_assignments_quote", true, "quote", "quote != ''")
		if err := app.Save(assignments); err != nil {
			return err
		}

		// The public face of a priced quote request. There is one row for each link: a
		// withdrawn or answered offer keeps its row, and a new offer has a new one.
		offers := core.NewBaseCollection("offers")
		offers.Fields.Add(
			&core.RelationField{Name: "quote", CollectionId: quotes.Id, MaxSelect: 1, CascadeDelete: true, Required: true},
			// The secret of the link is derived from it and is not stored.
			&core.TextField{Name: "nonce", Max: 100, Required: true, Hidden: true},
			&core.SelectField{Name: "status", Values: []string{"open", "accepted", "declined", "withdrawn"}, Required: true},
			&core.DateField{Name: "openedAt"},
			&core.DateField{Name: "answeredAt"},
			&core.TextField{Name: "reason", Max: 2000},
			created, updated,
			// Nobody accepts a price that they made, under whatever address they asked for it.
			&core.RelationField{Name: "pricedBy", CollectionId: id["users"], MaxSelect: 1},
		)
		offers.AddIndex("idx_offers_quote", false, "quote, created", "")
		offers.AddIndex("idx_offers_open", true, "quote", "status = 'open'")
		offers.AddIndex("idx_offers_priced_by", false, "pricedBy", "")
		if err := app.Save(offers); err != nil {
			return err
		}

		// What was offered, and when. A version never changes.
		versions := core.NewBaseCollection("offer_versions")
		versions.Fields.Add(
			&core.RelationField{Name: "quote", CollectionId: quotes.Id, MaxSelect: 1, CascadeDelete: true, Required: true},
			&core.RelationField{Name: "offer", CollectionId: offers.Id, MaxSelect: 1, CascadeDelete: true, Required: true},
			&core.NumberField{Name: "version", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.NumberField{Name: "amountCents", OnlyInt: true, Required: true, Min: types.Pointer(1.0), Max: types.Pointer(100000000.0)},
			&core.DateField{Name: "validUntil", Required: true},
			&core.TextField{Name: "note", Max: 10000},
			&core.RelationField{Name: "policy", CollectionId: id["policies"], MaxSelect: 1, Required: true},
			percentage("tutorShare"),
			created, updated,
		)
		versions.AddIndex("idx_offer_versions", true, "quote, version", "")
		return app.Save(versions)
	}, nil)
}
