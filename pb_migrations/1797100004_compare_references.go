package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		for _, name := range []string{"payments", "payouts"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			// One character of a reference can become 18.
			collection.Fields.GetByName("referenceKey").(*core.TextField).Max = 2160
			if err := withoutTriggers(app, func() error { return app.Save(collection) }); err != nil {
				return err
			}
			// Where two references are compared as one from now on, the later keeps its spelling.
			if err := execute(app.DB(), "UPDATE OR IGNORE "+name+" SET referenceKey = reference_key(reference) WHERE referenceKey != reference_key(reference)"); err != nil {
				return err
			}
		}
		return nil
	}, nil)
}
