package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Admins who register with the key read nothing until they have confirmed their
		// address. Those of today go on as they are.
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.Add(&core.BoolField{Name: "mustConfirm"})
		return app.Save(users)
	}, nil)
}
