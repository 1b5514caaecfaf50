package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Where accounts are logged in. A token of a session without a row is void.
		sessions := core.NewBaseCollection("sessions")
		sessions.Fields.Add(
			&core.RelationField{Name: "user", CollectionId: "_pb_users_auth_", MaxSelect: 1, Required: true, CascadeDelete: true},
			&core.TextField{Name: "device", Max: 100, Required: true},
			&core.DateField{Name: "seenAt", Required: true},
			&core.DateField{Name: "expiresAt", Required: true},
			&core.AutodateField{Name: "created", OnCreate: true},
		)
		sessions.AddIndex("idx_sessions_user", false, "user, seenAt", "")
		sessions.AddIndex("idx_sessions_expires", false, "expiresAt", "")
		if err := app.Save(sessions); err != nil {
			return err
		}
		return execute(app.DB(),
			// Whatever remembers a session asks again once any has ended.
			"INSERT INTO revisions VALUES ('sessions', 1)",
			"CREATE TRIGGER sessions_changed AFTER UPDATE OF id, user ON sessions\nBEGIN\nUPDATE revisions SET n = n + 1 WHERE name = 'sessions';\nEND",
			"CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions\nBEGIN\nUPDATE revisions SET n = n + 1 WHERE name = 'sessions';\nEND",
			// The key that tokens are signed with has changed, so they are all void.
			"CREATE TRIGGER sessions_ended AFTER UPDATE OF tokenKey ON users WHEN OLD.tokenKey IS NOT NEW.tokenKey\nBEGIN\nDELETE FROM sessions WHERE user = NEW.id;\nEND",
		)
	}, nil)
}
