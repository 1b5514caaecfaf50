package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		// When the deletion of the account began. It takes several transactions.
		users.Fields.Add(&core.DateField{Name: "deletingAt"})
		users.AddIndex("idx_users_deleting", false, "deletingAt", "deletingAt != ''")
		if err := app.Save(users); err != nil {
			return err
		}

		// Deleting an account or an assignment looks for the quote requests that refer to it.
		quotes, err := app.FindCollectionByNameOrId("quotes")
		if err != nil {
			return err
		}
		quotes.AddIndex("idx_quotes_student", false, "student", "")
		quotes.AddIndex("idx_quotes_assignment", false, "assignment", "")
		return app.Save(quotes)
	}, nil)
}
