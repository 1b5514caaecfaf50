package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	m.Register(func(app core.App) error {
		created, updated := dated()

		// One row: what an admin sets for the whole site.
		site := core.NewBaseCollection("site")
		site.Fields.Add(
			&core.TextField{Name: "name", Max: 100, Required: true},
			&core.BoolField{Name: "demoMode"},
			&core.TextField{Name: "adminKeyHash", Max: 200, Hidden: true},
			&core.EmailField{Name: "supportEmail"},
			&core.TextField{Name: "currency", Pattern: "^[A-Z]{3}$", Max: 3, Required: true},
			&core.TextField{Name: "legalEntity", Max: 200},
			&core.TextField{Name: "analyticsId", Max: 60},
			created, updated,
			// How much one account may store; 0 means no limit.
			count("quotaMegabytes"),
			// The key that links without a stored token are derived from.
			&core.TextField{Name: "linkKey", Max: 100, Hidden: true},
			percentage("tutorShare"),
			&core.BoolField{Name: "requirePayment"},
			&core.NumberField{Name: "maxOpenAssignments", OnlyInt: true, Min: types.Pointer(1.0), Max: types.Pointer(1000.0)},
			&core.TextField{Name: "timeZone", Max: 60},
			&core.JSONField{Name: "holidays", MaxSize: 20000}, // ["2026-12-25", ...]
			&core.TextField{Name: "paymentInstructions", Max: 2000},
			&core.TextField{Name: "seller", Max: 1000},
			// The mark that the database has in common with its data folder, until one of them
			// is restored.
			&core.TextField{Name: "mark", Max: 100, Hidden: true},
		)

		policies := core.NewBaseCollection("policies")
		policies.Fields.Add(
			&core.TextField{Name: "version", Max: 40, Required: true},
			&core.DateField{Name: "effectiveFrom", Required: true},
		)
		number := func(name string) core.Field {
			return &core.NumberField{Name: name, OnlyInt: true, Required: true, Min: types.Pointer(1.0)}
		}
		for _, name := range []string{
			"revisionDays", "longRevisionDays", "longRevisionWords", "refundRequestDays", "refundMinBusinessDays",
			"refundMaxBusinessDays", "disputeHours", "retentionDays", "minimumAge", "wordsPerPage",
		} {
			policies.Fields.Add(number(name))
		}
		// How long the files of a quote request are kept that has not become an order.
		policies.Fields.Add(created, updated, number("quoteRetentionDays"))
		policies.AddIndex("idx_policies_version", true, "version", "")
		policies.AddIndex("idx_policies_effective", false, "effectiveFrom", "")

		// One row: since when the program runs, and when it was last known to run.
		uptime := core.NewBaseCollection("uptime")
		uptime.Fields.Add(&core.DateField{Name: "runsSince"}, &core.DateField{Name: "seenAt"})

		if err := save(app, site, policies, uptime); err != nil {
			return err
		}
		err := insert(app, "site", dbx.Params{
			"id":                 "deskmatesite000",
			"name":               "Deskmate",
			"currency":           "AUD",
			"quotaMegabytes":     2048,
			"linkKey":            security.RandomString(64),
			"tutorShare":         100,
			"maxOpenAssignments": 5,
			"timeZone":           "UTC",
			"holidays":           "[]",
		})
		if err != nil {
			return err
		}
		err = insert(app, "policies", dbx.Params{
			"version":               "2024-07-01",
			"effectiveFrom":         "2024-07-01 00:00:00.000Z",
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
			"quoteRetentionDays":    90,
		})
		if err != nil {
			return err
		}
		settings := app.Settings()
		settings.Meta.AppName = "Deskmate"
		return app.Save(settings)
	}, nil)
}
