package messages

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// claimEntries is what people are told about refund requests and disputes. What somebody
// wrote for the desk, and what is returned, stands only where its readers are checked.
var claimEntries = []entry{
	claimEntry("claim.refund", "Refund requests", "Refund requested", "The student has asked for a refund. Please decide within the time that the policies promise.",
		admins, isOpened(domain.ClaimRefund), otherAdmins).whileOpen().gathered("refund requests"),
	claimEntry("work.refund", "Refund requests on your work", "Refund requested",
		"The student has asked for a refund. We will decide about it. Until then, nothing can be delivered or accepted.",
		tutors, isOpened(domain.ClaimRefund), sidesOf(store.Tutor)).whileOpen(),
	claimEntry("refund.approved", "Approved refunds", "Refund approved", "The refund that was requested for this assignment has been approved.",
		everybody, isDecided(domain.ClaimRefund, domain.ClaimApproved), sidesOf(store.Student, store.Tutor)),
	claimEntry("refund.declined", "Declined refunds", "Refund declined", "The refund that was requested for this assignment has been declined. The assignment says why.",
		everybody, isDecided(domain.ClaimRefund, domain.ClaimDeclined), sidesOf(store.Student, store.Tutor)),
	claimEntry("refund.paid", "Paid refunds", "Refund paid", "We have returned money for this assignment.",
		everybody, isPaid, sidesOf(store.Student)),
	claimEntry("claim.dispute", "Disputes", "Dispute opened", "A dispute about this assignment needs a decision.",
		admins, isOpened(domain.ClaimDispute), otherAdmins).whileOpen().gathered("disputes"),
	claimEntry("assignment.dispute", "Disputes about your work", "Dispute opened",
		"The other side has opened a dispute about this assignment. We will decide about it. Until then, nothing can be delivered or accepted.",
		everybody, isOpened(domain.ClaimDispute), sidesOf(store.Student, store.Tutor)).whileOpen(),
	claimEntry("dispute.decided", "Decided disputes", "Dispute decided", "The dispute about this assignment has been decided. The assignment says how.",
		everybody, isDecided(domain.ClaimDispute, domain.ClaimApproved, domain.ClaimDeclined), sidesOf(store.Student, store.Tutor)),
	withdrawalEntry("refund.withdrawn", "Refund request withdrawn", "The refund request for this assignment was withdrawn. The work goes on as before.",
		domain.ClaimRefund, sidesOf(store.Tutor)),
	withdrawalEntry("dispute.withdrawn", "Dispute withdrawn", "The dispute about this assignment was withdrawn. The work goes on as before.",
		domain.ClaimDispute, sidesOf(store.Student, store.Tutor)),
}

// withdrawalEntry tells the desk and the other side that there is nothing left to decide. It
// asks nobody to do anything, so there is no mail, and nothing to switch off.
func withdrawalEntry(name, subject, body, kind string, sides func(context.Context, core.App, *core.Record) ([]*core.Record, error)) entry {
	return entry{
		Kind: Kind{
			Name: name, Roles: everybody, InApp: true,
			Subject: about(subject),
			Body:    Constant(body),
			Link:    toAssignment,
		},
		collection: store.Claims,
		when:       isDecided(kind, domain.ClaimWithdrawn),
		who: func(ctx context.Context, app core.App, claim *core.Record) ([]*core.Record, error) {
			told, err := otherAdmins(ctx, app, claim)
			if err != nil {
				return nil, err
			}
			others, err := sides(ctx, app, claim)
			for _, side := range others {
				isTold := func(admin *core.Record) bool { return admin.Id == side.Id }
				if !slices.ContainsFunc(told, isTold) {
					told = append(told, side)
				}
			}
			return told, err
		},
	}
}

func claimEntry(
	name, setting, subject, body string, roles []string,
	when func(api.Change, *core.Record) bool, who func(context.Context, core.App, *core.Record) ([]*core.Record, error),
) entry {
	return entry{
		Kind: Kind{
			Name: name, Setting: setting, Roles: roles, InApp: true, ByMail: true,
			Subject: about(subject),
			Body:    Constant(body),
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: store.Claims,
		when:       when,
		who:        who,
	}
}

// gathered lets one mail tell of several events.
func (e entry) gathered(several string) entry {
	e.Several = several
	return e
}

// whileOpen keeps the mail from being sent once the claim has been withdrawn or decided.
func (e entry) whileOpen() entry {
	e.StillApplies = func(f Facts) string {
		reader := domain.Reader{ID: f.Account, Role: f.Role}
		switch {
		case domain.AssignmentScope(reader, f.Student, f.Tutor) == domain.ScopeNone:
			return "The reader may no longer see the assignment"
		case !f.ClaimOpen:
			return "It is no longer true"
		}
		return ""
	}
	return e
}

func isOpened(kind string) func(api.Change, *core.Record) bool {
	return func(change api.Change, record *core.Record) bool {
		claim := store.ClaimOf(record)
		return change == api.Created && claim.Kind == kind && claim.Status == domain.ClaimStatusOpen
	}
}

// isDecided reports whether an open claim of a kind gets one of the statuses.
func isDecided(kind string, statuses ...string) func(api.Change, *core.Record) bool {
	return func(change api.Change, record *core.Record) bool {
		before, after := store.ClaimOf(record.Original()), store.ClaimOf(record)
		return change == api.Updated && after.Kind == kind && before.Status == domain.ClaimStatusOpen && slices.Contains(statuses, after.Status)
	}
}

func isPaid(change api.Change, claim *core.Record) bool {
	return change == api.Updated && api.Differs(claim, store.Status) && store.ClaimOf(claim).Status == domain.ClaimPaid
}

// sidesOf returns a finder of the accounts in some fields of the assignment of a claim,
// without the one who made the change.
func sidesOf(fields ...string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(ctx context.Context, app core.App, claim *core.Record) (sides []*core.Record, err error) {
		assignment, err := store.FindAssignment(app, claim.GetString(store.Assignment))
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return othersOf(fields...)(ctx, app, assignment)
	}
}

// payoutEntries is what tutors are told about payouts. How much it was stands only where
// its readers are checked.
var payoutEntries = []entry{{
	Kind: Kind{
		Name: "payout.sent", Setting: "Payouts", Roles: tutors, InApp: true, ByMail: true,
		Subject: Constant("Payout sent"),
		Body:    Constant("We have paid out what you were owed. Your earnings say for which assignments, and there is a statement to print."),
		Button:  "Open your earnings",
		Link:    func(Facts) string { return "/tutor/dashboard/earnings" },
	},
	collection: store.Payouts,
	when:       isCreated,
	who:        paidTutors,
}}

// paidTutors returns the tutors whom a payout pays.
func paidTutors(ctx context.Context, app core.App, payout *core.Record) ([]*core.Record, error) {
	ids, err := store.FindPaidTutors(ctx, app, payout.Id)
	if err != nil {
		return nil, err
	}
	return app.FindRecordsByIds(store.Users, ids)
}

// about returns a subject that ends with the name of the assignment.
func about(text string) func(Facts) string {
	return func(f Facts) string { return f.About(text) }
}

// notTheirs is why a mail about work that the reader has nothing to do with any more is
// not sent.
const notTheirs = "This is no longer the reader's work"

// toStudent lets a mail go to the student of the work, or to the guest who submitted
// it, as long as it is true.
func toStudent(isTrue func(Facts) bool) func(Facts) string {
	return func(f Facts) string {
		switch {
		case !f.IsGuest() && f.Account != f.Student:
			return notTheirs
		case isTrue != nil && !isTrue(f):
			return "It is no longer true"
		default:
			return ""
		}
	}
}

// toTutor lets a mail go to the tutor of the work.
func toTutor(f Facts) string {
	if f.Account != f.Tutor {
		return notTheirs
	}
	return ""
}

// toTutorInRevision is toTutor as long as the work is in revision.
func toTutorInRevision(f Facts) string {
	if f.Account == f.Tutor && f.Status != domain.StatusRevision {
		return "The revision is closed"
	}
	return toTutor(f)
}

func toAssignment(f Facts) string { return "/assignments/" + f.Assignment }

// toAssignmentOrSignUp leads people without an account to the form that opens one.
func toAssignmentOrSignUp(f Facts) string {
	switch {
	case !f.IsGuest():
		return toAssignment(f)
	case f.HasAccount:
		return ""
	default:
		return "/signup"
	}
}

// closingForGuests tells people without an account how to follow their work.
func closingForGuests(f Facts) []string {
	switch {
	case !f.IsGuest():
		return nil
	case f.IsConfirmed:
		return []string{"You were not logged in when you handed this in, so it is not in your account. Log in before you hand in work to follow it there."}
	case f.HasAccount:
		return []string{"The assignment appears in your account once you have confirmed this email address."}
	default:
		return []string{"To see your assignment, sign up with this email address. The assignment appears in your account once you have confirmed the address."}
	}
}

func assignmentDetails(f Facts) []Detail {
	return []Detail{{Label: "Reference", Value: f.Reference}, {Label: "Assignment", Value: f.Title}, {Label: "Subject", Value: f.Subject}, {Label: "Due", Value: moment(f.Due)}}
}

func quoteDetails(f Facts) []Detail {
	return []Detail{{Label: "Reference", Value: f.Reference}, {Label: "Service", Value: f.Service}, {Label: "Subject", Value: f.Subject}, {Label: "Deadline", Value: moment(f.Deadline)}}
}

// moment formats a time for a mail, whose reader may be anywhere.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 Jan 2006, 15:04 UTC")
}
