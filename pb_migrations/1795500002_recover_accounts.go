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
		create := func(name, index string, unique bool, fields ...core.Field) error {
			collection := core.NewBaseCollection(name)
			collection.Fields.Add(&core.RelationField{Name: "user", CollectionId: users.Id, MaxSelect: 1, CascadeDelete: true, Required: true})
			collection.Fields.Add(fields...)
			collection.Fields.Add(
				&core.AutodateField{Name: "created", OnCreate: true},
				&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
			)
			collection.AddIndex("idx_"+name, unique, index, "")
			return app.Save(collection)
		}
		nonce := func() core.Field { return &core.TextField{Name: "nonce", Max: 100, Required: true, Hidden: true} }

		// The devices that an account has signed in from.
		if err := create("devices", "user, name", true, &core.TextField{Name: "name", Max: 100, Required: true}); err != nil {
			return err
		}
		// The newest link of each purpose that an account was sent. Older ones are void.
		err = create("account_links", "user, purpose", true,
			&core.SelectField{Name: "purpose", Values: []string{"verify", "reset"}, Required: true}, nonce())
		if err != nil {
			return err
		}
		// Addresses that an account had before, and until when each may be restored.
		err = create("email_undos", "user, created", false,
			&core.TextField{Name: "email", Max: 254, Required: true}, &core.DateField{Name: "expiresAt", Required: true}, nonce())
		if err != nil {
			return err
		}
		// The secret addresses of people's calendars.
		if err := create("calendars", "user", true, nonce()); err != nil {
			return err
		}

		settings := app.Settings()
		settings.RateLimits.Rules = append(settings.RateLimits.Rules,
			core.RateLimitRule{Label: "POST /api/auth/undo-email", MaxRequests: 20, Duration: 600})
		return app.Save(settings)
	}, nil)
}
