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
			// When the deletion of the account began. It takes several transactions.
			&core.DateField{Name: "deletingAt"},
			// Admins who register with the key read nothing until they have confirmed their
			// address.
			&core.BoolField{Name: "mustConfirm"},
			// Nobody decides in their own case, under whatever address they sent it. Ten changes a
			// day, which is the limit, fill the field in ten years.
			&core.TextField{Name: "formerAddresses", Max: 1_000_000, Hidden: true},
		)

		// Addresses are unique regardless of case. Every account has one, so the index needs
		// no WHERE clause. With PocketBase's, SQLite could use the index neither to sort nor
		// to find an address, since it cannot tell that the parameter is not empty.
		users.RemoveIndex("idx_email__pb_users_auth_")
		users.AddIndex("idx_email__pb_users_auth_", true, "email COLLATE NOCASE", "")
		// Every list is read along the index of its sort column. Indexes without a second
		// column list rows with equal values in the order in which they came.
		users.AddIndex("idx_users_created", false, "created", "")
		users.AddIndex("idx_users_name", false, "name COLLATE NOCASE", "")
		users.AddIndex("idx_users_by_role", false, "role", "")
		users.AddIndex("idx_users_by_status", false, "status", "")
		users.AddIndex("idx_users_role_created", false, "role, created", "")
		users.AddIndex("idx_users_status_created", false, "status, created", "")
		users.AddIndex("idx_users_deleting", false, "deletingAt", "deletingAt != ''")
		if err := app.Save(users); err != nil {
			return err
		}

		created, updated := dated()
		user := func() core.Field {
			return &core.RelationField{Name: "user", CollectionId: users.Id, MaxSelect: 1, CascadeDelete: true, Required: true}
		}
		nonce := func() core.Field { return &core.TextField{Name: "nonce", Max: 100, Required: true, Hidden: true} }

		// Where accounts are logged in. A token of a session without a row is void.
		sessions := core.NewBaseCollection("sessions")
		sessions.Fields.Add(
			user(),
			&core.TextField{Name: "device", Max: 100, Required: true},
			&core.DateField{Name: "seenAt", Required: true},
			&core.DateField{Name: "expiresAt", Required: true},
			created,
		)
		sessions.AddIndex("idx_sessions_user", false, "user, seenAt", "")
		sessions.AddIndex("idx_sessions_expires", false, "expiresAt", "")

		// The devices that an account has signed in from.
		devices := core.NewBaseCollection("devices")
		devices.Fields.Add(
			user(),
			&core.TextField{Name: "name", Max: 100, Required: true},
			created, updated,
			// Digests of the secrets of the browsers that the account was last used from, the
			// newest first.
			&core.TextField{Name: "browsers", Max: 700, Hidden: true},
		)
		devices.AddIndex("idx_devices", true, "user, name", "")
		devices.AddIndex("idx_devices_updated", false, "updated", "")

		// The newest link of each purpose that an account was sent. Older ones are void.
		links := core.NewBaseCollection("account_links")
		links.Fields.Add(
			user(),
			&core.SelectField{Name: "purpose", Values: []string{"verify", "reset"}, Required: true},
			nonce(),
			created, updated,
		)
		links.AddIndex("idx_account_links", true, "user, purpose", "")

		// Addresses that an account had before, and until when each may be restored. Until
		// then they are reserved.
		undos := core.NewBaseCollection("email_undos")
		undos.Fields.Add(
			user(),
			&core.TextField{Name: "email", Max: 254, Required: true},
			&core.DateField{Name: "expiresAt", Required: true},
			nonce(),
			created, updated,
		)
		undos.AddIndex("idx_email_undos", false, "user, created", "")
		undos.AddIndex("idx_email_undos_expires", false, "expiresAt", "")
		undos.AddIndex("idx_email_undos_email", false, "email", "")

		// The secret addresses of people's calendars.
		calendars := core.NewBaseCollection("calendars")
		calendars.Fields.Add(user(), nonce(), created, updated)
		calendars.AddIndex("idx_calendars", true, "user", "")

		if err := save(app, sessions, devices, links, undos, calendars); err != nil {
			return err
		}
		// The key that tokens are signed with has changed, so they are all void.
		return execute(app, "CREATE TRIGGER sessions_ended AFTER UPDATE OF tokenKey ON users WHEN OLD.tokenKey IS NOT NEW.tokenKey\nBEGIN\nDELETE FROM sessions WHERE user = NEW.id;\nEND")
	}, nil)
}
