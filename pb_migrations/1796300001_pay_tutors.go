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
		// Who got how much for what stands in the ledger, which refers to payouts.
		payouts := core.NewBaseCollection("payouts")
		payouts.Fields.Add(
			// Such as PAY-2026-0001, without gaps.
			&core.TextField{Name: "number", Max: 20, Required: true},
			&core.TextField{Name: "method", Max: 60, Required: true},
			&core.TextField{Name: "reference", Max: 120, Required: true},
			// The reference in lower case, to recognize a payout that was recorded before.
			&core.TextField{Name: "referenceKey", Max: 240, Required: true, Hidden: true},
			&core.NumberField{Name: "totalCents", OnlyInt: true, Required: true, Min: types.Pointer(1.0)},
			&core.RelationField{Name: "by", CollectionId: users.Id, MaxSelect: 1},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		payouts.AddIndex("idx_payouts_created", false, "created", "")
		payouts.AddIndex("idx_payouts_number", true, "number", "")
		payouts.AddIndex("idx_payouts_reference", true, "referenceKey", "")
		payouts.AddIndex("idx_payouts_by", false, "by", "by != ''")
		if err := app.Save(payouts); err != nil {
			return err
		}
		return execute(app.DB(), "CREATE INDEX idx_ledger_payout ON ledger (payout, tutor) WHERE payout != ''")
	}, func(app core.App) error {
		if err := execute(app.DB(), "DROP INDEX idx_ledger_payout"); err != nil {
			return err
		}
		payouts, err := app.FindCollectionByNameOrId("payouts")
		if err != nil {
			return err
		}
		return app.Delete(payouts)
	})
}
