package users

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Listen keeps what holds for every account, be it changed by a route, the
// console or a command.
func Listen(app core.App) {
	app.OnRecordCreate(records.Users).BindFunc(normalize)
	app.OnRecordUpdate(records.Users).BindFunc(normalize)
	app.OnRecordUpdate(records.Users).BindFunc(endSessionsOfInactive)
	app.OnRecordValidate(records.Users).BindFunc(allowLongestPassword)
	app.OnRecordUpdateExecute(records.Users).BindFunc(keepAnAdmin)
	app.OnRecordDeleteExecute(records.Users).BindFunc(keepAnAdmin)
	app.OnRecordDelete(records.Users).BindFunc(refuseLastAdmin)
}

// normalize keeps one spelling of an address, and writes back only what
// changed: a save of one field must not undo another that came meanwhile.
func normalize(e *core.RecordEvent) error {
	e.Record.SetEmail(rules.NormalEmail(e.Record.Email()))
	if !e.Record.IsNew() {
		e.Record.IgnoreUnchangedFields(true)
	}
	return e.Next()
}

// endSessionsOfInactive changes the key behind every token and file link of an
// account that is shut, so that none of them lives again after a reactivation.
func endSessionsOfInactive(e *core.RecordEvent) error {
	wasInactive := e.Record.Original().GetString(records.Status) == rules.StatusInactive
	if !wasInactive && !records.IsActive(e.Record) {
		e.Record.RefreshTokenKey()
	}
	return e.Next()
}

// allowLongestPassword lets a password have all the bytes that its hash reads:
// the framework's own limit stands one short of it and cannot be raised.
func allowLongestPassword(e *core.RecordEvent) error {
	password, ok := e.Record.GetRaw(records.PasswordField).(*core.PasswordFieldValue)
	if !ok || len(password.Plain) != rules.PasswordMaxBytes {
		return e.Next()
	}
	// Without its text a password is not measured; a change is told by the text, so it comes back.
	plain := password.Plain
	password.Plain = ""
	err := e.Next()
	password.Plain = plain
	return err
}

// keepAnAdmin refuses to shut, demote or delete the last active admin. It asks
// and writes in one transaction, so that two such changes cannot pass each
// other. What is stored says who is an admin, not what this copy remembers.
func keepAnAdmin(e *core.RecordEvent) error {
	if remains := e.Type != core.ModelEventTypeDelete && isActiveAdmin(e.Record); remains {
		return e.Next()
	}
	return wire.InTransaction(e, func() error {
		stored, err := e.App.FindRecordById(records.Users, e.Record.Id)
		if err != nil {
			return err
		}
		if !isActiveAdmin(stored) {
			return e.Next()
		}
		others, err := records.CountOtherActiveAdmins(e.Context, e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if others == 0 {
			return wire.Conflict("At least one active admin must remain")
		}
		return e.Next()
	})
}

// refuseLastAdmin asks before anything of the account is removed; keepAnAdmin
// asks again when it goes.
func refuseLastAdmin(e *core.RecordEvent) error {
	if !isActiveAdmin(e.Record) {
		return e.Next()
	}
	others, err := records.CountOtherActiveAdmins(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if others == 0 {
		return wire.Conflict("At least one active admin must remain")
	}
	return e.Next()
}

func isActiveAdmin(user *core.Record) bool {
	return records.IsActive(user) && user.GetString(records.Role) == rules.RoleAdmin
}
