package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		numbers := map[string]int{
			"revisionDays":          2,
			"longRevisionDays":      3,
			"longRevisionWords":     6000,
			"refundRequestDays":     3,
			"refundMinBusinessDays": 7,
			"refundMaxBusinessDays": 10,
			"disputeHours":          72,
			"retentionDays":         180,
			"minimumAge":            18,
			"wordsPerPage":          250,
		}

		policies := core.NewBaseCollection("policies")
		policies.Fields.Add(
			&core.TextField{Name: "version", Max: 40, Required: true},
			&core.DateField{Name: "effectiveFrom", Required: true},
		)
		for _, name := range []string{
			"revisionDays", "longRevisionDays", "longRevisionWords", "refundRequestDays", "refundMinBusinessDays",
			"refundMaxBusinessDays", "disputeHours", "retentionDays", "minimumAge", "wordsPerPage",
		} {
			policies.Fields.Add(&core.NumberField{Name: name, OnlyInt: true, Required: true, Min: types.Pointer(1.0)})
		}
		policies.Fields.Add(
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		policies.AddIndex("idx_policies_version", true, "version", "")
		policies.AddIndex("idx_policies_effective", false, "effectiveFrom", "")
		if err := app.Save(policies); err != nil {
			return err
		}

		first := core.NewRecord(policies)
		first.Set("version", "2024-07-01")
		first.Set("effectiveFrom", "2024-07-01 00:00:00.000Z")
		for name, number := range numbers {
			first.Set(name, number)
		}
		if err := app.Save(first); err != nil {
			return err
		}

		// Each assignment keeps the policy that was in force when it was created.
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.Fields.Add(&core.RelationField{Name: "policy", CollectionId: policies.Id, MaxSelect: 1})
		return app.Save(assignments)
	}, nil)
}
