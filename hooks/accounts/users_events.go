package accounts

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// Normalize keeps one spelling of an address and of a name, and writes only the fields that
// changed, so that saving one does not undo a concurrent change to another.
func Normalize(e *core.RecordEvent) error {
	e.Record.SetEmail(domain.NormalEmail(e.Record.Email()))
	for _, field := range []string{store.Name, store.FirstName, store.LastName} {
		if api.Differs(e.Record, field) {
			e.Record.Set(field, strings.TrimSpace(domain.Visible(e.Record.GetString(field))))
		}
	}
	if !e.Record.IsNew() {
		e.Record.IgnoreUnchangedFields(true)
	}
	return e.Next()
}

// RememberAddress keeps a digest of the address that an account leaves, whoever changes it: an
// admin must not decide a case that they sent under it.
func RememberAddress(e *core.RecordEvent) error {
	if former := e.Record.Original().Email(); former != e.Record.Email() {
		e.Record.Set(store.FormerAddresses, domain.WithFormer(e.Record.GetString(store.FormerAddresses), e.Record.Id, former))
	}
	return e.Next()
}

// RefuseContacts refuses a new name with contact details, also where only its parts together
// form one, and in a specialization: students and tutors read each other's names, and
// everybody reads what tutors specialize in.
func RefuseContacts(e *core.RecordEvent) error {
	for _, part := range []struct{ field, label string }{
		{store.FirstName, "First name"}, {store.LastName, "Last name"}, {store.Name, "Name"},
	} {
		if !api.Differs(e.Record, part.field) {
			continue
		}
		if problems := domain.CheckPersonName(part.field, part.label, e.Record.GetString(part.field)); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	if api.Differs(e.Record, store.FirstName) || api.Differs(e.Record, store.LastName) {
		both := e.Record.GetString(store.FirstName) + " " + e.Record.GetString(store.LastName)
		if problems := domain.CheckPersonName(store.Name, "Name", both); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	if api.Differs(e.Record, store.Specialization) {
		if problems := domain.CheckSpecialization(e.Record.GetString(store.Specialization)); len(problems) > 0 {
			return failures.Refuse(problems)
		}
	}
	return e.Next()
}

// AdmitConfirmed lets an admin who has confirmed their address work.
func AdmitConfirmed(e *core.RecordEvent) error {
	if e.Record.Verified() || e.Record.GetString(store.Role) != domain.RoleAdmin {
		e.Record.Set(store.MustConfirm, false)
	}
	return e.Next()
}

// EndSessionsOfInactive changes the key behind every token and file link of an
// account that is deactivated. None of them works again after a reactivation.
func EndSessionsOfInactive(e *core.RecordEvent) error {
	wasInactive := e.Record.Original().GetString(store.Status) == domain.StatusInactive
	if !wasInactive && !store.IsActive(e.Record) {
		e.Record.RefreshTokenKey()
	}
	return e.Next()
}

// AllowLongestPassword allows passwords of 72 bytes, which is what bcrypt reads.
// The framework's own limit is one byte less and cannot be raised.
func AllowLongestPassword(e *core.RecordEvent) error {
	password, ok := e.Record.GetRaw(store.PasswordField).(*core.PasswordFieldValue)
	if !ok || len(password.Plain) != domain.PasswordMaxBytes {
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

// RefuseEasyPassword refuses a new password that strangers would try first, whoever sets
// it: a link, the console or a command.
func RefuseEasyPassword(e *core.RecordEvent) error {
	password, ok := e.Record.GetRaw(store.PasswordField).(*core.PasswordFieldValue)
	if ok && password.Plain != "" && domain.IsEasyPassword(password.Plain) {
		return failures.FieldErrors(domain.Problems{{Field: store.PasswordField, Code: domain.Invalid, Message: domain.EasyPassword}})
	}
	return e.Next()
}

// KeepAnAdmin refuses to deactivate, demote or delete the last active admin. It
// checks in the transaction of the change, so that two concurrent changes cannot
// both pass, and it trusts the stored account rather than this copy of it.
func KeepAnAdmin(e *core.RecordEvent) error {
	if remains := e.Type != core.ModelEventTypeDelete && isActiveAdmin(e.Record); remains {
		return e.Next()
	}
	stored, err := e.App.FindRecordById(store.Users, e.Record.Id)
	if err != nil {
		return err
	}
	if !isActiveAdmin(stored) {
		return e.Next()
	}
	others, err := store.CountOtherActiveAdmins(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if others == 0 {
		return failures.Conflict("At least one active admin must remain")
	}
	return e.Next()
}

func isActiveAdmin(user *core.Record) bool {
	return store.IsActive(user) && store.ReaderOf(user).Role == domain.RoleAdmin
}
