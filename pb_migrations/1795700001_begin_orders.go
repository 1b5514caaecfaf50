package pb_migrations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	cents := func(name string) core.Field {
		return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0)}
	}
	share := func(name string) core.Field {
		return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100.0)}
	}
	dated := func(collection *core.Collection) {
		collection.Fields.Add(
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
	}

	begin := func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		quotes, err := app.FindCollectionByNameOrId("quotes")
		if err != nil {
			return err
		}
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		policies, err := app.FindCollectionByNameOrId("policies")
		if err != nil {
			return err
		}

		statuses, _ := assignments.Fields.GetByName("status").(*core.SelectField)
		statuses.Values = append(statuses.Values, "cancelled")
		assignments.Fields.Add(
			&core.TextField{Name: "reference", Max: 20},
			&core.RelationField{Name: "quote", CollectionId: quotes.Id, MaxSelect: 1},
			// The number of words ordered; 0 if it is not known.
			&core.NumberField{Name: "words", OnlyInt: true, Min: types.Pointer(0.0)},
			// The tutor's share of the price, in per cent.
			share("tutorShare"),
			&core.BoolField{Name: "inPool"},
			// The last delivery, or when an admin finished the work by hand. The windows
			// run from here. Unlike deliveredAt it stays during a revision.
			&core.DateField{Name: "windowsStart"},
			&core.DateField{Name: "acceptedAt"},
			&core.TextField{Name: "cancelReason", Max: 2000},
			// Sums of the payments and of the approved refunds.
			cents("receivedCents"), cents("returnedCents"), cents("refundCents"),
		)
		if err := app.Save(assignments); err != nil {
			return err
		}
		// Work that was finished before orders had windows counts as accepted.
		// One statement, because each rewrites all rows with their long texts.
		err = execute(app.DB(), "UPDATE assignments SET tutorShare = 100, windowsStart = deliveredAt, "+
			"acceptedAt = CASE WHEN deliveredAt != '' THEN updated ELSE '' END, "+newReference)
		if err != nil {
			return err
		}
		if err := replaceDuplicates(app); err != nil {
			return err
		}
		assignments.AddIndex("idx_assignments_reference", true, "reference", "reference != ''")
		assignments.AddIndex("idx_assignments_quote", true, "quote", "quote != ''")
		assignments.AddIndex("idx_assignments_pool", false, "dueDate", "inPool = TRUE AND deletedAt = ''")
		assignments.AddIndex("idx_assignments_to_accept", false, "windowsStart", "acceptedAt = '' AND deliveredAt != '' AND deletedAt = ''")
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
		)
		dated(offers)
		offers.AddIndex("idx_offers_quote", false, "quote, created", "")
		offers.AddIndex("idx_offers_open", true, "quote", "status = 'open'")
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
			&core.RelationField{Name: "policy", CollectionId: policies.Id, MaxSelect: 1, Required: true},
			share("tutorShare"),
		)
		dated(versions)
		versions.AddIndex("idx_offer_versions", true, "quote, version", "")
		if err := app.Save(versions); err != nil {
			return err
		}

		// Claims outlive the accounts of those who opened them.
		claims := core.NewBaseCollection("claims")
		claims.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true},
			&core.RelationField{Name: "openedBy", CollectionId: users.Id, MaxSelect: 1},
			&core.SelectField{Name: "kind", Values: []string{"refund", "dispute"}, Required: true},
			&core.SelectField{Name: "status", Values: []string{"open", "approved", "declined", "withdrawn", "paid"}, Required: true},
			&core.TextField{Name: "reason", Max: 2000},
			cents("amountCents"),
			&core.TextField{Name: "outcome", Max: 2000},
			// It came with the cancellation, and goes if that is undone.
			&core.BoolField{Name: "byCancelling"},
			&core.DateField{Name: "dueAt"},
			&core.DateField{Name: "decidedAt"},
			&core.DateField{Name: "payFrom"},
			&core.DateField{Name: "payBy"},
			&core.DateField{Name: "paidAt"},
		)
		dated(claims)
		claims.AddIndex("idx_claims_assignment", false, "assignment, created", "")
		claims.AddIndex("idx_claims_status", false, "status, created", "")
		if err := app.Save(claims); err != nil {
			return err
		}

		payments := core.NewBaseCollection("payments")
		payments.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true},
			&core.SelectField{Name: "kind", Values: []string{"received", "returned"}, Required: true},
			// Such as REC-2026-0001, without gaps.
			&core.TextField{Name: "number", Max: 20, Required: true},
			&core.NumberField{Name: "amountCents", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.TextField{Name: "method", Max: 60, Required: true},
			&core.TextField{Name: "reference", Max: 120, Required: true},
			// The reference in lower case, to recognize a payment that was recorded before.
			&core.TextField{Name: "referenceKey", Max: 240, Required: true, Hidden: true},
			&core.TextField{Name: "receivedOn", Max: 10, Pattern: `^\d{4}-\d{2}-\d{2}$`, Required: true},
			&core.RelationField{Name: "recordedBy", CollectionId: users.Id, MaxSelect: 1},
		)
		dated(payments)
		payments.AddIndex("idx_payments_assignment", false, "assignment, created", "")
		payments.AddIndex("idx_payments_number", true, "number", "")
		payments.AddIndex("idx_payments_reference", true, "assignment, kind, referenceKey", "")
		if err := app.Save(payments); err != nil {
			return err
		}

		invoices := core.NewBaseCollection("invoices")
		invoices.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: assignments.Id, MaxSelect: 1, Required: true},
			&core.TextField{Name: "number", Max: 20, Required: true}, // such as INV-2026-0001, without gaps
			&core.TextField{Name: "issuedOn", Max: 10, Required: true},
			// What the invoice said when it was issued. Of a deleted account, the amount stays.
			cents("amountCents"),
			&core.TextField{Name: "currency", Max: 3},
			&core.TextField{Name: "description"},
			&core.TextField{Name: "seller"},
			&core.TextField{Name: "buyerName"},
			&core.TextField{Name: "buyerEmail"},
		)
		dated(invoices)
		invoices.AddIndex("idx_invoices_assignment", true, "assignment", "")
		invoices.AddIndex("idx_invoices_number", true, "number", "")
		if err := app.Save(invoices); err != nil {
			return err
		}

		quotes.Fields.Add(
			&core.NumberField{Name: "version", OnlyInt: true, Min: types.Pointer(0.0)}, // of the newest offer; 0 before the first
		)
		quotes.AddIndex("idx_quotes_student", false, "student, created", "")
		if err := app.Save(quotes); err != nil {
			return err
		}

		site, err := app.FindCollectionByNameOrId("site")
		if err != nil {
			return err
		}
		site.Fields.Add(
			share("tutorShare"),
			&core.BoolField{Name: "requirePayment"},
			&core.NumberField{Name: "maxOpenAssignments", OnlyInt: true, Min: types.Pointer(1.0), Max: types.Pointer(1000.0)},
			&core.TextField{Name: "timeZone", Max: 60},
			&core.JSONField{Name: "holidays", MaxSize: 20000}, // ["2026-12-25", ...]
			&core.TextField{Name: "paymentInstructions", Max: 2000},
			&core.TextField{Name: "seller", Max: 1000},
		)
		if err := app.Save(site); err != nil {
			return err
		}
		if err := execute(app.DB(), "UPDATE site SET tutorShare = 100, maxOpenAssignments = 5, timeZone = 'UTC', holidays = '[]'"); err != nil {
			return err
		}

		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			// Nobody guesses a token of 160 bits. This keeps those who try from being a load.
			core.RateLimitRule{Label: "GET /api/offers/", MaxRequests: 120, Duration: 60},
			core.RateLimitRule{Label: "POST /api/offers/", MaxRequests: 20, Duration: 60},
		)
		return app.Save(settings)
	}
	m.Register(func(app core.App) error {
		return withoutTriggers(app, func() error { return begin(app) })
	}, nil)
}

// newReference sets a random reference such as A-7F3K2M, without letters that are
// easily confused.
var newReference = "reference = 'A-'" + strings.Repeat(" || substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + abs(random() % 31), 1)", 6)

// replaceDuplicates gives new references to assignments whose reference is that of
// another one, until there are none.
func replaceDuplicates(app core.App) error {
	if err := execute(app.DB(), "CREATE INDEX references_to_compare ON assignments (reference)"); err != nil {
		return err
	}
	for {
		result, err := app.DB().NewQuery("UPDATE assignments SET " + newReference +
			" WHERE EXISTS (SELECT 1 FROM assignments a WHERE a.reference = assignments.reference AND a.rowid < assignments.rowid)").Execute()
		if err != nil {
			return err
		}
		if replaced, err := result.RowsAffected(); err != nil || replaced == 0 {
			return execute(app.DB(), "DROP INDEX references_to_compare")
		}
	}
}
