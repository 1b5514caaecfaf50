package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		assignments, err := app.FindCollectionByNameOrId("assignments")
		if err != nil {
			return err
		}
		assignments.Fields.GetByName("policy").(*core.RelationField).Required = true
		if err := app.Save(assignments); err != nil {
			return err
		}
		// What was made before the first version follows the first.
		const inForce = `(SELECT id FROM policies ORDER BY effectiveFrom > made.created,
			CASE WHEN effectiveFrom > made.created THEN effectiveFrom END, effectiveFrom DESC, length(version) DESC, version DESC LIMIT 1)`
		const missing = "made.policy NOT IN (SELECT id FROM policies) AND EXISTS (SELECT 1 FROM policies)"
		return execute(app.DB(),
			"UPDATE offer_versions AS made SET policy = "+inForce+" WHERE "+missing,
			// An order keeps the policy of its offer.
			`UPDATE assignments AS made SET policy = coalesce((SELECT v.policy FROM offer_versions v JOIN offers o ON o.id = v.offer
				WHERE v.quote = made.quote AND made.quote != '' AND o.status = 'accepted' ORDER BY v.version DESC LIMIT 1), `+inForce+") WHERE "+missing,
		)
	}, nil)
}
