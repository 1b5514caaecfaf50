package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	open := func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.Fields.Add(
			// Copies of what claims say, for lists and clocks: whether one is open, when a
			// refund was last declined, and when a claim last ceased to be open.
			&core.BoolField{Name: "claimOpen"},
			&core.DateField{Name: "refundDeclinedAt"},
			&core.DateField{Name: "claimClosedAt"},
		)
		if err := app.Save(assignments); err != nil {
			return err
		}

		claims, err := app.FindCollectionByNameOrId("claims")
		if err != nil {
			return err
		}
		// Work with money or an offer is never deleted. A dispute about other work goes with it.
		claims.Fields.GetByName("assignment").(*core.RelationField).CascadeDelete = true
		// The part in the order of whoever opened the claim. It outlives their account.
		claims.Fields.Add(&core.SelectField{Name: "openedAs", Values: []string{"student", "tutor", "admin"}})
		claims.AddIndex("idx_claims_open", true, "assignment", "status = 'open'")
		claims.AddIndex("idx_claims_created", false, "created", "")
		claims.AddIndex("idx_claims_kind", false, "kind, created", "")
		claims.AddIndex("idx_claims_opened_by", false, "openedBy", "")
		if err := app.Save(claims); err != nil {
			return err
		}
		payments, err := app.FindCollectionByNameOrId("payments")
		if err != nil {
			return err
		}
		// The id of the claim that money was returned for.
		payments.Fields.Add(&core.TextField{Name: "claim", Max: 15})
		if err := app.Save(payments); err != nil {
			return err
		}
		// Until now, claims came only from cancelling.
		return execute(app.DB(), "UPDATE claims SET openedAs = CASE WHEN openedBy != '' AND openedBy = "+
			"(SELECT student FROM assignments WHERE id = claims.assignment) THEN 'student' ELSE 'admin' END")
	}
	m.Register(func(app core.App) error {
		return withoutTriggers(app, func() error { return open(app) })
	}, nil)
}
