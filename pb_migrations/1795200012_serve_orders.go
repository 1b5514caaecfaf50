package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Every list is read along the index of its order; rows that are equal in it
		// stand as they were made, as no index with a second column has them.
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
		// Every account has an address. An index that leaves out the empty ones
		// serves neither the order nor the look for one address: SQLite cannot know
		// that what it looks for is not empty, and read the whole table at each log-in.
		users.RemoveIndex("idx_email__pb_users_auth_")
		users.AddIndex("idx_email__pb_users_auth_", true, "email COLLATE NOCASE", "")
		return app.Save(users)
	}, nil)
}
