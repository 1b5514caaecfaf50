// Package users lets admins manage accounts, and enforces the rules that apply to
// every account, whoever changes it (docs/product.md, section 1).
package users

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/users", Who: routes.Admins, Handler: listUsers},
		{Method: "GET", Path: "/users/stats", Who: routes.Admins, Handler: showStats},
		{Method: "PATCH", Path: "/users/{id}", Who: routes.Admins, Handler: updateUser},
	}
}

func updateUser(e *core.RequestEvent) error {
	var input rules.UpdateUser
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var updated *core.Record
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		user, err := tx.FindRecordById(records.Users, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return failures.NotFound("User not found")
		}
		if err != nil {
			return err
		}
		if input.Status != nil {
			if user.Id == sessions.Caller(e).Id && *input.Status == rules.StatusInactive {
				return failures.Conflict("You cannot deactivate your own account")
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
	return e.JSON(http.StatusOK, sessions.ViewUser(updated))
}
