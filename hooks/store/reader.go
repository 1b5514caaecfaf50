package store

import (
	"context"
	"database/sql"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// ReaderOf returns an account in the form that the access rules expect. Nil becomes
// the zero Reader, which is nobody.
func ReaderOf(account *core.Record) domain.Reader {
	if account == nil {
		return domain.Reader{}
	}
	if account.GetBool(MustConfirm) {
		return domain.Reader{ID: account.Id} // nothing but their own
	}
	return domain.Reader{ID: account.Id, Role: account.GetString(Role), Email: account.Email(), Former: account.GetString(FormerAddresses)}
}

// ScopeFor returns what a reader may see of the assignment.
func (a StoredAssignment) ScopeFor(reader domain.Reader) domain.Scope {
	return domain.AssignmentScope(reader, a.Student, a.Tutor)
}

// FindReadable reads an assignment, and returns how much of it the reader may see.
// It returns sql.ErrNoRows if the assignment does not exist, and also if the reader
// may not know that it does. Inside a transaction, the result stays true until the
// transaction ends.
func FindReadable(ctx context.Context, app core.App, reader domain.Reader, id string) (AssignmentRow, domain.Scope, error) {
	row, err := FindAssignmentRow(ctx, app, id)
	if err != nil {
		return row, domain.ScopeNone, err
	}
	scope := row.ScopeFor(reader)
	if scope == domain.ScopeNone {
		return AssignmentRow{}, scope, sql.ErrNoRows
	}
	return row, scope, nil
}

// AssignmentScopes returns what any reader may see of the record of an assignment. It holds
// the ids of the student and the tutor, but not the record.
func AssignmentScopes(assignment *core.Record) func(domain.Reader) domain.Scope {
	student, tutor := assignment.GetString(Student), assignment.GetString(Tutor)
	return func(reader domain.Reader) domain.Scope { return domain.AssignmentScope(reader, student, tutor) }
}
