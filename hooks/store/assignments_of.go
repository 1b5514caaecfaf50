package store

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindAssignmentsOf finds assignments that an account handed in, or that were sent from its
// confirmed addresses and belong to nobody, without deleted ones, at most limit.
func FindAssignmentsOf(app core.App, account string, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Assignments).AndWhere(dbx.NewExp("rowid IN ("+
		"SELECT rowid FROM assignments WHERE student = {:me} AND student != '' AND +deletedAt = '' UNION "+
		"SELECT rowid FROM assignments WHERE guestEmail != '' AND guestEmail IN "+addressesOf+" AND +student = '' AND +deletedAt = '')",
		dbx.Params{"me": account})).Limit(int64(limit)).All(&found)
	return found, err
}

// FindStubsOf finds what is left of deleted assignments that a tutor had finished, at
// most limit. It leaves out those that are kept for the books, because somebody paid or
// they earned something: they outlive their tutor.
func FindStubsOf(app core.App, tutor string, limit int) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Assignments, "tutor = {:tutor} && deletedAt != '' && quote = '' && receivedCents = 0 && lastVersion = 0 && priceCents = 0", "", limit, 0, dbx.Params{"tutor": tutor})
}

// The kinds of the history entries for a verified and for a changed address.
const (
	kindVerified     = "account.verified"
	kindEmailChanged = "account.email"
)

// submittedBeforeVerification leaves out what guests submit under an address after
// its owner has verified it: otherwise anybody could put assignments into the
// owner's account. Verifying another address does not count, and neither does restoring
// an address: it was verified before. So nothing is adopted after an undone change. The
// order of entries made at the same moment is that of their rows. The first %s stands for
// the table, the second for the owner's id.
const submittedBeforeVerification = `[[%s.created]] <= (SELECT max(a.[[created]]) FROM {{activities}} a
	WHERE a.[[user]] = %[2]s AND a.[[kind]] = {:verified} AND a.[[rowid]] > (
		SELECT coalesce(max(c.[[rowid]]), 0) FROM {{activities}} c WHERE c.[[user]] = %[2]s AND c.[[kind]] = {:emailChanged}))`

// isSettled leaves out accounts with a change of address that can be undone at {:now}:
// whoever owns the former address could take the account back, with all that it adopted.
const isSettled = "NOT EXISTS (SELECT 1 FROM {{email_undos}} e WHERE e.[[user]] = [[users.id]] AND e." + canBeUndone + ")"

// FindGuestAssignments finds the assignments that guests submitted under an
// account's address before it was verified and that nobody has adopted yet, at most
// limit. It leaves out those that the account works on as a tutor: nobody becomes
// student and tutor of the same assignment.
func FindGuestAssignments(app core.App, account *core.Record, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Assignments).
		// The index leaves out rows without an address, and SQLite only uses it if the query does too.
		AndWhere(dbx.NewExp("guestEmail != ''")).
		AndWhere(dbx.HashExp{Student: "", GuestEmail: account.Email(), DeletedAt: ""}).
		AndWhere(dbx.Not(dbx.HashExp{Tutor: account.Id})).
		AndWhere(dbx.NewExp(fmt.Sprintf(submittedBeforeVerification, Assignments, "{:account}"), dbx.Params{"account": account.Id, "verified": kindVerified, "emailChanged": kindEmailChanged})).
		Limit(int64(limit)).All(&found)
	return found, err
}

// FindAdopters finds the verified accounts for which FindGuestAssignments finds
// something. Accounts whose deletion has begun adopt nothing, and accounts with a change
// of address that can be undone adopt later.
func FindAdopters(app core.App, now time.Time) (found []*core.Record, err error) {
	err = app.RecordQuery(Users).AndWhere(dbx.HashExp{Verified: true, DeletingAt: ""}).
		AndWhere(dbx.NewExp(`EXISTS (SELECT 1 FROM {{assignments}}
			WHERE [[guestEmail]] != '' AND [[guestEmail]] = [[users.email]] AND [[student]] = '' AND [[deletedAt]] = ''
			AND [[tutor]] != [[users.id]] AND `+fmt.Sprintf(submittedBeforeVerification, Assignments, "[[users.id]]")+`) AND `+isSettled,
			dbx.Params{"verified": kindVerified, "emailChanged": kindEmailChanged, "now": stored(now)})).All(&found)
	return found, err
}
