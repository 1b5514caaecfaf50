package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
)

// currentPasswordLimit is the label of the limit on wrong passwords of signed-in
// accounts. It is not that of log-ins: a stolen session must not lock its owner out.
const currentPasswordLimit = "users:currentPassword"

// checkCurrentPassword refuses a change that a session alone must not make. All such
// changes count wrong passwords together, by account.
func checkCurrentPassword(app core.App, caller *core.Record, password string) error {
	refuse := func(code domain.Code, message string) error {
		return failures.Refuse(domain.Problems{{Field: "currentPassword", Code: code, Message: message}})
	}
	if password == "" {
		return refuse(domain.Required, "Current password is required")
	}
	attempts := api.AttemptsOf(app, currentPasswordLimit)
	if err := attempts.Take(caller.Id); err != nil {
		return err
	}
	if !caller.ValidatePassword(password) {
		return refuse(domain.Invalid, "Current password is incorrect")
	}
	attempts.Release(caller.Id)
	return nil
}
