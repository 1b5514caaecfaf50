// Package pb_migrations holds the schema migrations, oldest first. Migrations use
// only literals, so that later code cannot change their meaning. The code of a
// released migration is never edited.
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

		// Only Deskmate's own routes create, change and deactivate accounts.
		users.ListRule, users.ViewRule = nil, nil
		users.CreateRule, users.UpdateRule, users.DeleteRule, users.ManageRule = nil, nil, nil, nil
		users.AuthRule = types.Pointer("status = 'active'")
		users.AuthAlert.Enabled = false
		users.OTP.Enabled = false
		users.MFA.Enabled = false
		users.OAuth2.Enabled = false
		users.AuthToken.Duration = 604800
		users.Fields.GetByName("password").(*core.PasswordField).Min = 6

		users.Fields.RemoveByName("avatar")
		users.Fields.GetByName("name").(*core.TextField).Required = true
		users.Fields.Add(
			&core.SelectField{Name: "role", Values: []string{"admin", "student", "tutor"}, Required: true},
			&core.SelectField{Name: "status", Values: []string{"active", "inactive"}, Required: true},
			&core.TextField{Name: "firstName", Max: 100},
			&core.TextField{Name: "lastName", Max: 100},
			&core.TextField{Name: "phone", Max: 40},
			&core.TextField{Name: "bio", Max: 2000},
			&core.TextField{Name: "specialization", Max: 200},
			&core.SelectField{Name: "experience", Values: []string{"Beginner", "Intermediate", "Advanced", "Expert"}},
			&core.TextField{Name: "country", Max: 100},
			&core.BoolField{Name: "listed"},
			&core.TextField{Name: "termsVersion", Max: 40},
			&core.DateField{Name: "termsAcceptedAt"},
		)

		// E-mail addresses are unique regardless of case.
		users.RemoveIndex("idx_email__pb_users_auth_")
		users.AddIndex("idx_email__pb_users_auth_", true, "email COLLATE NOCASE", "email != ''")
		users.AddIndex("idx_users_created", false, "created", "")
		users.AddIndex("idx_users_role_created", false, "role, created", "")
		users.AddIndex("idx_users_status_created", false, "status, created", "")
		users.AddIndex("idx_users_name", false, "name COLLATE NOCASE", "")
		return app.Save(users)
	}, nil)
}
