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
		// Money that is recorded has an amount.
		amount := func(name string) core.Field {
			return &core.NumberField{Name: name, OnlyInt: true, Required: true, Min: types.Pointer(1.0)}
		}
		// The spelling by which references are compared, to recognize what was recorded
		// before. One character of a reference can become 18.
		referenceKey := func() core.Field {
			return &core.TextField{Name: "referenceKey", Max: 2160, Required: true, Hidden: true}
		}

		// Claims outlive the accounts of those who opened them.
		claims := core.NewBaseCollection("claims")
		claims.Fields.Add(
			// Work with money or an offer is never deleted. A dispute about other work goes with it.
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.RelationField{Name: "openedBy", CollectionId: id["users"], MaxSelect: 1},
			&core.SelectField{Name: "kind", Values: []string{"refund", "dispute"}, Required: true},
			&core.SelectField{Name: "status", Values: []string{"open", "approved", "declined", "withdrawn", "paid"}, Required: true},
			&core.TextField{Name: "reason", Max: 2000},
			count("amountCents"),
			&core.TextField{Name: "outcome", Max: 2000},
			// It came with the cancellation, and goes if that is undone.
			&core.BoolField{Name: "byCancelling"},
			&core.DateField{Name: "dueAt"},
			&core.DateField{Name: "decidedAt"},
			&core.DateField{Name: "payFrom"},
			&core.DateField{Name: "payBy"},
			&core.DateField{Name: "paidAt"},
			created, updated,
			// The part in the order of whoever opened the claim. It outlives their account.
			&core.SelectField{Name: "openedAs", Values: []string{"student", "tutor", "admin"}},
		)
		claims.AddIndex("idx_claims_assignment", false, "assignment, created", "")
		claims.AddIndex("idx_claims_open", true, "assignment", "status = 'open'")
		claims.AddIndex("idx_claims_created", false, "created", "")
		claims.AddIndex("idx_claims_status", false, "status, created", "")
		claims.AddIndex("idx_claims_kind", false, "kind, created", "")
		claims.AddIndex("idx_claims_opened_by", false, "openedBy", "")
		claims.AddIndex("idx_claims_due", false, "dueAt", "status = 'open'")
		claims.AddIndex("idx_claims_to_pay", false, "payBy", "status = 'approved' AND amountCents > 0")

		payments := core.NewBaseCollection("payments")
		payments.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true},
			&core.SelectField{Name: "kind", Values: []string{"received", "returned"}, Required: true},
			// Such as REC-2026-0001, without gaps.
			&core.TextField{Name: "number", Max: 20, Required: true},
			amount("amountCents"),
			&core.TextField{Name: "method", Max: 60, Required: true},
			&core.TextField{Name: "reference", Max: 120, Required: true},
			referenceKey(),
			&core.TextField{Name: "receivedOn", Max: 10, Pattern: `^\d{4}-\d{2}-\d{2}$`, Required: true},
			&core.RelationField{Name: "recordedBy", CollectionId: id["users"], MaxSelect: 1},
			created, updated,
			// The id of the claim that money was returned for.
			&core.TextField{Name: "claim", Max: 15},
		)
		payments.AddIndex("idx_payments_assignment", false, "assignment, created", "")
		payments.AddIndex("idx_payments_number", true, "number", "")
		payments.AddIndex("idx_payments_reference", true, "assignment, kind, referenceKey", "")

		invoices := core.NewBaseCollection("invoices")
		invoices.Fields.Add(
			&core.RelationField{Name: "assignment", CollectionId: id["assignments"], MaxSelect: 1, Required: true},
			&core.TextField{Name: "number", Max: 20, Required: true}, // such as INV-2026-0001, without gaps
			&core.TextField{Name: "issuedOn", Max: 10, Required: true},
			// What the invoice said when it was issued. Of a deleted account, the amount stays.
			count("amountCents"),
			&core.TextField{Name: "currency", Max: 3},
			&core.TextField{Name: "description"},
			&core.TextField{Name: "seller"},
			&core.TextField{Name: "buyerName"},
			&core.TextField{Name: "buyerEmail"},
			created, updated,
		)
		invoices.AddIndex("idx_invoices_assignment", true, "assignment", "")
		invoices.AddIndex("idx_invoices_number", true, "number", "")

		// Who got how much for what stands in the ledger, which refers to payouts.
		payouts := core.NewBaseCollection("payouts")
		// The id of a payout is made of what the payout says, so that the entries that carry
		// it prove that as well.
		payouts.Fields.GetByName("id").(*core.TextField).Max = 26
		payouts.Fields.Add(
			// Such as PAY-2026-0001, without gaps.
			&core.TextField{Name: "number", Max: 20, Required: true},
			&core.TextField{Name: "method", Max: 60, Required: true},
			&core.TextField{Name: "reference", Max: 120, Required: true},
			referenceKey(),
			amount("totalCents"),
			&core.RelationField{Name: "by", CollectionId: id["users"], MaxSelect: 1},
			created, updated,
		)
		payouts.AddIndex("idx_payouts_created", false, "created", "")
		payouts.AddIndex("idx_payouts_number", true, "number", "")
		payouts.AddIndex("idx_payouts_reference", true, "referenceKey", "")
		payouts.AddIndex("idx_payouts_by", false, "by", "by != ''")

		return save(app, claims, payments, invoices, payouts)
	}, nil)
}
