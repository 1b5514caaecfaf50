// Package users is the desk's hand on accounts, and what holds for every
// account, whoever changes it (docs/product.md, section 1).
package users

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Routes is the table of what users answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: "/users", Who: wire.Admins, Handler: listUsers},
		{Method: "GET", Path: "/users/export.csv", Who: wire.Admins, Handler: exportUsers, Linked: true},
		{Method: "POST", Path: "/users/export.csv/link", Who: wire.Admins, Handler: wire.LinkExport(listingOf)},
		{Method: "GET", Path: "/users/stats", Who: wire.Admins, Handler: showStats},
		{Method: "PATCH", Path: "/users/{id}", Who: wire.Admins, Handler: updateUser},
	}
}

func updateUser(e *core.RequestEvent) error {
	var input rules.UpdateUser
	if err := wire.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return wire.Refuse(problems)
	}
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	var updated *core.Record
	err := e.App.RunInTransaction(func(tx core.App) error {
		user, err := tx.FindRecordById(records.Users, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return wire.NotFound("User not found")
		}
		if err != nil {
			return err
		}
		if input.Status != nil {
			if user.Id == wire.Caller(e).Id && *input.Status == rules.StatusInactive {
				return wire.Conflict("You cannot deactivate your own account")
			}
			user.Set(records.Status, *input.Status)
		}
		if input.Role != nil {
			user.Set(records.Role, *input.Role)
		}
		updated = user
		return tx.SaveWithContext(ctx, user)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, wire.ViewUser(updated))
}
