package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// userRoutes returns the routes of this package.
func userRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/users", Who: api.Admins, Handler: listUsers},
		{Method: "GET", Path: "/users/stats", Who: api.Admins, Handler: showStats},
		{Method: "PATCH", Path: "/users/{id}", Who: api.Admins, Handler: updateUser},
	}
}

func updateUser(e *core.RequestEvent) error {
	var input domain.UpdateUser
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var updated *core.Record
	err := transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		user, err := tx.FindRecordById(store.Users, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return failures.NotFound("User not found")
		}
		if err != nil {
			return err
		}
		if input.Status != nil {
			if user.Id == sessions.Caller(e).Id && *input.Status == domain.StatusInactive {
				return failures.Conflict("You cannot deactivate your own account")
			}
			user.Set(store.Status, *input.Status)
		}
		if input.Role != nil {
			user.Set(store.Role, *input.Role)
		}
		updated = user
		return tx.SaveWithContext(ctx, user)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, sessions.ViewUser(updated))
}
