package users

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Listen enforces the rules that apply to every account, whether a route, the
// console or a command changes it.
func Listen(app core.App) {
	app.OnRecordCreate(records.Users).BindFunc(normalize)
	app.OnRecordUpdate(records.Users).BindFunc(normalize)
	app.OnRecordUpdate(records.Users).BindFunc(rememberAddress)
	app.OnRecordCreate(records.Users).BindFunc(refuseContacts)
	app.OnRecordUpdate(records.Users).BindFunc(refuseContacts)
	app.OnRecordCreate(records.Users).BindFunc(deactivateDeleted)
	app.OnRecordUpdate(records.Users).BindFunc(deactivateDeleted)
	app.OnRecordUpdate(records.Users).BindFunc(endSessionsOfInactive)
	app.OnRecordUpdate(records.Users).BindFunc(admitConfirmed)
	app.OnRecordValidate(records.Users, core.CollectionNameSuperusers).BindFunc(refuseEasyPassword)
	app.OnRecordValidate(records.Users).BindFunc(allowLongestPassword)
	app.OnRecordUpdateExecute(records.Users).Bind(writes.At(writes.StageInvariant, keepAnAdmin))
	app.OnRecordDeleteExecute(records.Users).Bind(writes.At(writes.StageDeleteInvariant, keepAnAdmin))
	listenForDeletions(app)
}

// normalize keeps one spelling of an address and of a name, and writes only the fields that
// changed, so that saving one does not undo a concurrent change to another.
func normalize(e *core.RecordEvent) error {
	e.Record.SetEmail(rules.NormalEmail(e.Record.Email()))
	for _, field := range []string{records.Name, records.FirstName, records.LastName} {
		if nouns.Differs(e.Record, field) {
			e.Record.Set(field, strings.TrimSpace(rules.Visible(e.Record.GetString(field))))
		}
	}
	if !e.Record.IsNew() {
		e.Record.IgnoreUnchangedFields(true)
	}
	return e.Next()
}

// rememberAddress keeps a digest of the address that an account leaves, whoever changes it: an
// admin does not decide in a case that they sent under it.
func rememberAddress(e *core.RecordEvent) error {
	if former := e.Record.Original().Email(); former != e.Record.Email() {
		e.Record.Set(records.FormerAddresses, rules.WithFormer(e.Record.GetString(records.FormerAddresses), e.Record.Id, former))
	}
	return e.Next()
}

// refuseContacts refuses a new name with contact details, also where only its parts together
// are one, and such a specialization: students and tutors read each other's names, and
// everybody reads what tutors specialize in.
func refuseContacts(e *core.RecordEvent) error {
	for _, part := range []struct{ field, label string }{
		{records.FirstName, "First name"}, {records.LastName, "Last name"}, {records.Name, "Name"},
	} {
		if !nouns.Differs(e.Record, part.field) {
			continue
		}
		if problems := rules.CheckPersonName(part.field, part.label, e.Record.GetString(part.field)); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	if nouns.Differs(e.Record, records.FirstName) || nouns.Differs(e.Record, records.LastName) {
		both := e.Record.GetString(records.FirstName) + " " + e.Record.GetString(records.LastName)
		if problems := rules.CheckPersonName(records.Name, "Name", both); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	if nouns.Differs(e.Record, records.Specialization) {
		if problems := rules.CheckSpecialization(e.Record.GetString(records.Specialization)); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	return e.Next()
}

// admitConfirmed lets an admin who has confirmed their address work.
func admitConfirmed(e *core.RecordEvent) error {
	if e.Record.Verified() || e.Record.GetString(records.Role) != rules.RoleAdmin {
		e.Record.Set(records.MustConfirm, false)
	}
	return e.Next()
}

// endSessionsOfInactive changes the key behind every token and file link of an
// account that is deactivated. None of them works again after a reactivation.
func endSessionsOfInactive(e *core.RecordEvent) error {
	wasInactive := e.Record.Original().GetString(records.Status) == rules.StatusInactive
	if !wasInactive && !records.IsActive(e.Record) {
		e.Record.RefreshTokenKey()
	}
	return e.Next()
}

// allowLongestPassword allows passwords of 72 bytes, which is what bcrypt reads.
// The framework's own limit is one byte less and cannot be raised.
func allowLongestPassword(e *core.RecordEvent) error {
	password, ok := e.Record.GetRaw(records.PasswordField).(*core.PasswordFieldValue)
	if !ok || len(password.Plain) != rules.PasswordMaxBytes {
		return e.Next()
	}
	// The framework skips the check while the plain text is empty. It is put back
	// because the plain text is how a changed password is recognised later.
	plain := password.Plain
	password.Plain = ""
	err := e.Next()
	password.Plain = plain
	return err
}

// refuseEasyPassword refuses a new password that strangers would try first, whoever sets
// it: a link, the console or a command.
func refuseEasyPassword(e *core.RecordEvent) error {
	password, ok := e.Record.GetRaw(records.PasswordField).(*core.PasswordFieldValue)
	if ok && password.Plain != "" && rules.IsEasyPassword(password.Plain) {
		return failures.FieldErrors(rules.Problems{{Field: records.PasswordField, Code: rules.Invalid, Message: rules.EasyPassword}})
	}
	return e.Next()
}

// keepAnAdmin refuses to deactivate, demote or delete the last active admin. It
// checks in the transaction of the change, so that two concurrent changes cannot
// both pass, and it trusts the stored account rather than this copy of it.
func keepAnAdmin(e *core.RecordEvent) error {
	if remains := e.Type != core.ModelEventTypeDelete && isActiveAdmin(e.Record); remains {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
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
			return failures.Conflict("At least one active admin must remain")
		}
		return e.Next()
	})
}

func isActiveAdmin(user *core.Record) bool {
	return records.IsActive(user) && records.ReaderOf(user).Role == rules.RoleAdmin
}
