package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Every list is read along the index of its sort column. These indexes have no
		// second column, so rows with equal values come in insertion order.
		for name, column := range map[string]string{"assignments": "status", "activities": "kind", "quotes": "status"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			collection.AddIndex("idx_"+name+"_by_"+column, false, column, "")
			if err := app.Save(collection); err != nil {
				return err
			}
		}

		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.AddIndex("idx_users_by_role", false, "role", "")
		users.AddIndex("idx_users_by_status", false, "status", "")
		// Every account has an e-mail address, so the index needs no WHERE clause. With
		// one, SQLite could use the index neither to sort nor to find an address, since
		// it cannot tell that the parameter is not empty: each log-in scanned the table.
		users.RemoveIndex("idx_email__pb_users_auth_")
		users.AddIndex("idx_email__pb_users_auth_", true, "email COLLATE NOCASE", "")
		return app.Save(users)
	}, nil)
}
