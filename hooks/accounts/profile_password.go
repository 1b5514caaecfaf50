package accounts

import (
	"context"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
)

// changePassword ends every other session; the answer carries a new token for this
// one. The password is hashed before the transaction begins: it is slow, and would
// hold the only writer.
func changePassword(e *core.RequestEvent) error {
	var input domain.PasswordChange
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.CheckPresent(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	if err := checkCurrentPassword(e.App, caller, input.CurrentPassword); err != nil {
		return err
	}
	if problems := input.CheckNew(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	changed := caller.Fresh()
	changed.SetPassword(input.NewPassword)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var session sessions.SessionView
	err := inSession(ctx, e.App, caller, func(ctx context.Context, tx core.App, _ *core.Record) (err error) {
		if err := tx.SaveWithContext(ctx, changed); err != nil {
			return err
		}
		session, err = sessions.Open(ctx, tx, changed)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Message string `json:"message"`
		sessions.SessionView
	}{"Password changed successfully", session})
}
