package notices

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// claimEntries is what people are told about refund requests and disputes. What somebody
// wrote for the desk, and what is returned, stands only where its readers are checked.
var claimEntries = []entry{
	claimEntry("claim.refund", "Refund requests", "Refund requested", "The student has asked for a refund. Please decide within the time that the policies promise.",
		admins, isOpened(rules.ClaimRefund), otherAdmins).whileOpen().gathered("refund requests"),
	claimEntry("work.refund", "Refund requests on your work", "Refund requested",
		"The student has asked for a refund. We will decide about it. Until then, nothing can be delivered or accepted.",
		tutors, isOpened(rules.ClaimRefund), sidesOf(records.Tutor)).whileOpen(),
	claimEntry("refund.approved", "Approved refunds", "Refund approved", "The refund that was requested for this assignment has been approved.",
		everybody, isDecided(rules.ClaimRefund, rules.ClaimApproved), sidesOf(records.Student, records.Tutor)),
	claimEntry("refund.declined", "Declined refunds", "Refund declined", "The refund that was requested for this assignment has been declined. The assignment says why.",
		everybody, isDecided(rules.ClaimRefund, rules.ClaimDeclined), sidesOf(records.Student, records.Tutor)),
	claimEntry("refund.paid", "Paid refunds", "Refund paid", "We have returned money for this assignment.",
		everybody, isPaid, sidesOf(records.Student)),
	claimEntry("claim.dispute", "Disputes", "Dispute opened", "A dispute about this assignment needs a decision.",
		admins, isOpened(rules.ClaimDispute), otherAdmins).whileOpen().gathered("disputes"),
	claimEntry("assignment.dispute", "Disputes about your work", "Dispute opened",
		"The other side has opened a dispute about this assignment. We will decide about it. Until then, nothing can be delivered or accepted.",
		everybody, isOpened(rules.ClaimDispute), sidesOf(records.Student, records.Tutor)).whileOpen(),
	claimEntry("dispute.decided", "Decided disputes", "Dispute decided", "The dispute about this assignment has been decided. The assignment says how.",
		everybody, isDecided(rules.ClaimDispute, rules.ClaimApproved, rules.ClaimDeclined), sidesOf(records.Student, records.Tutor)),
	withdrawalEntry("refund.withdrawn", "Refund request withdrawn", "The refund request for this assignment was withdrawn. The work goes on as before.",
		rules.ClaimRefund, sidesOf(records.Tutor)),
	withdrawalEntry("dispute.withdrawn", "Dispute withdrawn", "The dispute about this assignment was withdrawn. The work goes on as before.",
		rules.ClaimDispute, sidesOf(records.Student, records.Tutor)),
}

// withdrawalEntry tells the desk and the other side that there is nothing left to decide. It
// asks nobody to do anything, so there is no mail, and nothing to switch off.
func withdrawalEntry(name, subject, body, kind string, sides func(context.Context, core.App, *core.Record) ([]*core.Record, error)) entry {
	return entry{
		Kind: messages.Kind{
			Name: name, Roles: everybody, InApp: true,
			Subject: about(subject),
			Body:    messages.Constant(body),
			Link:    toAssignment,
		},
		collection: records.Claims,
		when:       isDecided(kind, rules.ClaimWithdrawn),
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
	when func(nouns.Change, *core.Record) bool, who func(context.Context, core.App, *core.Record) ([]*core.Record, error),
) entry {
	return entry{
		Kind: messages.Kind{
			Name: name, Setting: setting, Roles: roles, InApp: true, ByMail: true,
			Subject: about(subject),
			Body:    messages.Constant(body),
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: records.Claims,
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
	e.StillApplies = func(f messages.Facts) string {
		reader := rules.Reader{ID: f.Account, Role: f.Role}
		switch {
		case rules.AssignmentScope(reader, f.Student, f.Tutor) == rules.ScopeNone:
			return "The reader may no longer see the assignment"
		case !f.ClaimOpen:
			return "It is no longer true"
		}
		return ""
	}
	return e
}

func isOpened(kind string) func(nouns.Change, *core.Record) bool {
	return func(change nouns.Change, claim *core.Record) bool {
		return change == nouns.Created && claim.GetString(records.Kind) == kind && claim.GetString(records.Status) == rules.ClaimStatusOpen
	}
}

// isDecided reports whether an open claim of a kind gets one of the statuses.
func isDecided(kind string, statuses ...string) func(nouns.Change, *core.Record) bool {
	return func(change nouns.Change, claim *core.Record) bool {
		return change == nouns.Updated && claim.GetString(records.Kind) == kind && claim.Original().GetString(records.Status) == rules.ClaimStatusOpen &&
			slices.Contains(statuses, claim.GetString(records.Status))
	}
}

func isPaid(change nouns.Change, claim *core.Record) bool {
	return change == nouns.Updated && nouns.Differs(claim, records.Status) && claim.GetString(records.Status) == rules.ClaimPaid
}

// sidesOf returns a finder of the accounts in some fields of the assignment of a claim,
// without the one who made the change.
func sidesOf(fields ...string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(ctx context.Context, app core.App, claim *core.Record) (sides []*core.Record, err error) {
		assignment, err := records.FindAssignment(app, claim.GetString(records.Assignment))
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return othersOf(fields...)(ctx, app, assignment)
	}
}
