package store

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// StoredAssignment is what is stored of an assignment, however it was read. Student is
// empty if a visitor submitted it.
type StoredAssignment struct {
	Title         string     `db:"title"`
	Description   string     `db:"description"`
	DueDate       Time       `db:"dueDate"`
	Subject       string     `db:"subject"`
	Priority      string     `db:"priority"`
	Status        string     `db:"status"`
	File          string     `db:"file"`
	FileName      string     `db:"fileName"`
	FileSize      int64      `db:"fileSize"`
	Student       string     `db:"student"`
	GuestEmail    string     `db:"guestEmail"`
	Tutor         string     `db:"tutor"`
	Grade         string     `db:"grade"`
	Feedback      string     `db:"feedback"`
	Type          string     `db:"type"`
	PriceCents    int        `db:"priceCents"`
	Created       Time       `db:"created"`
	Updated       Time       `db:"updated"`
	Reference     string     `db:"reference"`
	Quote         string     `db:"quote"`
	Words         int        `db:"words"`
	Policy        string     `db:"policy"`
	TutorShare    int        `db:"tutorShare"`
	InPool        bool       `db:"inPool"`
	DeliveredAt   Time       `db:"deliveredAt"`
	WindowsStart  Time       `db:"windowsStart"`
	WindowsWaited int64      `db:"windowsWaited"` // milliseconds
	AcceptedAt    Time       `db:"acceptedAt"`
	ReceivedCents int        `db:"receivedCents"`
	ReturnedCents int        `db:"returnedCents"`
	RefundCents   int        `db:"refundCents"`
	CancelReason  string     `db:"cancelReason"`
	CancelledAt   Time       `db:"cancelledAt"`
	PurgedFiles   QuoteFiles `db:"purgedFiles"` // of its own
	PurgedAt      Time       `db:"purgedAt"`
	DeletedAt     Time       `db:"deletedAt"` // of a stub

	// What its tutor reads, empty where it is what was written.
	ShownTitle       string `db:"shownTitle"`
	ShownDescription string `db:"shownDescription"`
	ShownSubject     string `db:"shownSubject"`
	ShownType        string `db:"shownType"`

	EverInPool     bool   `db:"everInPool"`
	HandBackReason string `db:"handBackReason"`
	OpenRevision   int    `db:"openRevision"`   // its number; 0 if there is none
	LastVersion    int    `db:"lastVersion"`    // of what was delivered; 0 before the first delivery
	DeliveredWords int    `db:"deliveredWords"` // counted in the last delivery; 0 if unknown

	ClaimOpen        bool `db:"claimOpen"`
	ClaimClosedAt    Time `db:"claimClosedAt"`
	RefundDeclinedAt Time `db:"refundDeclinedAt"`
}

// AssignmentOf returns what the record of an assignment holds.
func AssignmentOf(record *core.Record) StoredAssignment { return read[StoredAssignment](record) }

// IsStub reports whether the assignment was deleted and only its stub is left.
func (a StoredAssignment) IsStub() bool { return a.DeletedAt != "" }

// Parties returns whom the assignment concerns, for domain.IsOwnCase.
func (a StoredAssignment) Parties() []string { return []string{a.Student, a.Tutor, a.GuestEmail} }

// AssignmentRow is one row of AssignmentListing, with what other tables say about it.
type AssignmentRow struct {
	RowBase
	StoredAssignment
	StudentName  string     `db:"studentName" sql:"coalesce(s.name, '')"`
	StudentEmail string     `db:"studentEmail" sql:"coalesce(s.email, '')"`
	TutorName    string     `db:"tutorName" sql:"coalesce(t.name, '')"`
	QuoteFiles   QuoteFiles `db:"quoteFiles" sql:"-"`
	FileStates   FileStates `db:"fileStates" sql:"-"`
	WindowsWait  bool       `db:"windowsWait" sql:"-"` // its tutor opened the open claim, so the windows stand still
	IsRated      bool       `db:"isRated" sql:"(a.deliveredAt != '' AND EXISTS (SELECT 1 FROM reviews WHERE assignment = a.id))"`
	TutorRating
}

// TextBytes is the size of the row's long texts.
func (r AssignmentRow) TextBytes() int {
	return len(r.Title) + len(r.Description) + len(r.Feedback) + len(r.CancelReason) + len(r.HandBackReason)
}

// quoteFiles selects the files of the quote request that an assignment began as. Most
// began without one, and need no look-up.
const quoteFiles = "CASE WHEN a.quote != '' THEN (SELECT fileNames FROM quotes WHERE id = a.quote) END AS quoteFiles"

// AssignmentOrders maps the sort names of the API to orders of AssignmentListing.
// Priorities sort from low to high: by their offset in the string LowMediumHigh.
var AssignmentOrders = map[string]string{
	"createdAt": "a.created",
	"updatedAt": "a.updated",
	"dueDate":   "a.dueDate",
	"title":     "[[a.title]] COLLATE NOCASE",
	"subject":   "[[a.subject]] COLLATE NOCASE",
	"status":    "a.status",
	"priority":  "instr('LowMediumHigh', a.priority)",
}

// ShownAssignmentOrders are the AssignmentOrders of tutors, who sort by what they read.
var ShownAssignmentOrders = shownOrders()

func shownOrders() map[string]string {
	orders := maps.Clone(AssignmentOrders)
	orders["title"], orders["subject"] = TitleForTutors+" COLLATE NOCASE", SubjectForTutors+" COLLATE NOCASE"
	return orders
}

// AssignmentListing lists all assignments that have not been deleted, newest first.
func AssignmentListing() Listing {
	listing := allAssignments()
	listing.Where("a.deletedAt", "= ''", nil)
	listing.base = 1
	return listing
}

// windowsWait seeks the open claim of a tutor, only on work that has an open claim.
const windowsWait = "(a.claimOpen AND EXISTS (SELECT 1 FROM claims WHERE assignment = a.id AND status = 'open' AND openedAs = 'tutor')) AS windowsWait"

var assignmentColumns = columns[AssignmentRow]("a", quoteFiles, fileStates("a.id, a.quote"), windowsWait)

// allAssignments lists all assignments, with the stubs of deleted ones.
func allAssignments() Listing {
	return Listing{
		Columns: assignmentColumns,
		Table:   "assignments a",
		Joins: []Join{
			{"users s", "s.id = a.student"}, {"users t", "t.id = a.tutor"},
			{"tallies r", "r.scope = a.tutor AND r.kind = 'ratings' AND r.value = '' AND r.detail = ''"},
		},
		RowID:   "a.rowid",
		Indexes: []Index{{"a.student", "a.created"}, {"a.tutor", "a.created"}, {"a.subject", "a.created"}, {"a.priority", "a.created"}, {"a.status", "a.created"}},
		Order:   Order{By: AssignmentOrders["createdAt"], Desc: true},
	}
}

// AssignmentSources is what a search of all assignments covers: their own texts
// and the student.
var AssignmentSources = []Source{
	{Table: Assignments, Alias: "a", Columns: []string{"title", "subject", "guestEmail"}, Key: "a.id"},
	{Table: Users, Alias: "s", Columns: []string{"name", "email"}, Key: "a.student"},
}

// WhereDueAfter restricts a listing of assignments to those due after a time. Cancelled
// work is no longer due.
func WhereDueAfter(listing *Listing, now time.Time) {
	listing.Where("a.dueDate", "> {:dueAfter} AND a.status != 'cancelled'", dbx.Params{"dueAfter": stored(now)})
	listing.remember(dueAfter, stored(now))
}

// FindAssignmentRow reads one assignment; sql.ErrNoRows if it does not exist or has been deleted.
func FindAssignmentRow(ctx context.Context, app core.App, id string) (AssignmentRow, error) {
	return find[AssignmentRow](ctx, app, AssignmentListing(), "a.id", id)
}

// FindStubRow reads what is left of one deleted assignment; sql.ErrNoRows if there is
// nothing.
func FindStubRow(ctx context.Context, app core.App, id string) (AssignmentRow, error) {
	listing := allAssignments()
	listing.Where("a.deletedAt", "!= ''", nil)
	return find[AssignmentRow](ctx, app, listing, "a.id", id)
}

// FindAssignment returns the record of an assignment; sql.ErrNoRows if it does
// not exist or has been deleted. To save the record, call FindAssignment in the
// same transaction.
func FindAssignment(app core.App, id string) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Assignments, "id = {:id} && deletedAt = ''", dbx.Params{"id": id})
}

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
func FindGuestAssignments(app core.App, account *core.Record, limit int) ([]*core.Record, error) {
	// The index leaves out rows without an address, and SQLite only uses it if the query does too.
	return findOrphans(app, Assignments, account, limit, dbx.NewExp("guestEmail != ''"),
		dbx.HashExp{GuestEmail: account.Email(), DeletedAt: ""}, dbx.Not(dbx.HashExp{Tutor: account.Id}))
}

// FindAdopters finds the verified accounts for which FindGuestAssignments finds something.
func FindAdopters(app core.App, now time.Time) ([]*core.Record, error) {
	return findAdopters(app, Assignments, `[[guestEmail]] != '' AND [[guestEmail]] = [[users.email]] AND [[student]] = '' AND [[deletedAt]] = ''
		AND [[tutor]] != [[users.id]]`, now)
}

// findOrphans finds the rows of a table that meet conditions, that belong to nobody and were
// submitted before an account's address was verified, at most limit.
func findOrphans(app core.App, table string, account *core.Record, limit int, conditions ...dbx.Expression) (found []*core.Record, err error) {
	err = app.RecordQuery(table).AndWhere(dbx.And(conditions...)).AndWhere(dbx.HashExp{Student: ""}).
		AndWhere(dbx.NewExp(fmt.Sprintf(submittedBeforeVerification, table, "{:account}"), dbx.Params{"account": account.Id, "verified": kindVerified, "emailChanged": kindEmailChanged})).
		Limit(int64(limit)).All(&found)
	return found, err
}

// findAdopters finds the verified accounts with orphans in a table. Accounts whose deletion
// has begun adopt nothing, and accounts with a change of address that can be undone adopt
// later.
func findAdopters(app core.App, table, isOrphan string, now time.Time) (found []*core.Record, err error) {
	err = app.RecordQuery(Users).AndWhere(dbx.HashExp{Verified: true, DeletingAt: ""}).
		AndWhere(dbx.NewExp("EXISTS (SELECT 1 FROM {{"+table+"}} WHERE "+isOrphan+" AND "+
			fmt.Sprintf(submittedBeforeVerification, table, "[[users.id]]")+") AND "+isSettled,
			dbx.Params{"verified": kindVerified, "emailChanged": kindEmailChanged, "now": stored(now)})).All(&found)
	return found, err
}

// IsStub reports whether the assignment was deleted and only its stub is left.
func IsStub(assignment *core.Record) bool { return !assignment.GetDateTime(DeletedAt).IsZero() }

// BecomesStub reports whether a change deletes the assignment and leaves a stub.
func BecomesStub(assignment *core.Record) bool {
	return IsStub(assignment) && !IsStub(assignment.Original())
}
