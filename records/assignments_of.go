package records

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindAssignmentsOf finds assignments that a student handed in, without deleted
// ones, at most limit.
func FindAssignmentsOf(app core.App, student string, limit int) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Assignments, "student = {:student} && deletedAt = ''", "", limit, 0, dbx.Params{"student": student})
}

// FindStubsOf finds what is left of deleted assignments that a tutor had
// finished, at most limit.
func FindStubsOf(app core.App, tutor string, limit int) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Assignments, "tutor = {:tutor} && deletedAt != ''", "", limit, 0, dbx.Params{"tutor": tutor})
}

// FindGuestAssignments finds what guests handed in under an account's address and
// nobody has adopted yet, at most limit. Work that the account has as its tutor is
// left out: nobody becomes student and tutor of the same assignment.
func FindGuestAssignments(app core.App, account *core.Record, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Assignments).
		// The index leaves out rows without an address, and SQLite only uses it if the query does too.
		AndWhere(dbx.NewExp("guestEmail != ''")).
		AndWhere(dbx.HashExp{Student: "", GuestEmail: account.Email(), DeletedAt: ""}).
		AndWhere(dbx.Not(dbx.HashExp{Tutor: account.Id})).
		Limit(int64(limit)).All(&found)
	return found, err
}

// FindAdopters finds the verified accounts whose address has guest assignments to adopt.
func FindAdopters(app core.App) (found []*core.Record, err error) {
	err = app.RecordQuery(Users).AndWhere(dbx.HashExp{Verified: true}).
		AndWhere(dbx.NewExp(`[[users.email]] IN (SELECT [[guestEmail]] FROM {{assignments}}
			WHERE [[guestEmail]] != '' AND [[student]] = '' AND [[deletedAt]] = '' AND [[tutor]] != [[users.id]])`)).All(&found)
	return found, err
}
