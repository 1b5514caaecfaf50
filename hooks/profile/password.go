package profile

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/rules"
)

// changePassword ends every other session; the answer carries the token with
// which this one goes on. Hashing happens before the transaction: it takes long
// and would hold the only writer.
func changePassword(e *core.RequestEvent) error {
	var input rules.PasswordChange
	if err := wire.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.CheckPresent(); len(problems) > 0 {
		return wire.Refuse(problems)
	}
	caller := wire.Caller(e)
	if !caller.ValidatePassword(input.CurrentPassword) {
		return wire.Refuse(rules.Problems{{Field: "currentPassword", Code: rules.Invalid, Message: "Current password is incorrect"}})
	}
	if problems := input.CheckNew(); len(problems) > 0 {
		return wire.Refuse(problems)
	}
	changed := caller.Fresh()
	changed.SetPassword(input.NewPassword)
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	err := inSession(e.App, caller, func(tx core.App, _ *core.Record) error {
		return tx.SaveWithContext(ctx, changed)
	})
	if err != nil {
		return err
	}
	session, err := wire.OpenSession(changed)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Message string `json:"message"`
		wire.SessionView
	}{"Password changed successfully", session})
}
