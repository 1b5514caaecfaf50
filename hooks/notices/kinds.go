package notices

import (
	"context"
	"net/url"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// entry is a kind of message with the event that it tells of. Kinds without a
// collection are told by the clock.
type entry struct {
	messages.Kind
	collection string
	when       func(change nouns.Change, record *core.Record) bool
	who        func(ctx context.Context, app core.App, record *core.Record) ([]*core.Record, error)
	guest      func(record *core.Record) string // the address of a person without an account
}

var (
	everybody = rules.Roles
	tutors    = []string{rules.RoleTutor}
	admins    = []string{rules.RoleAdmin}
)

// entries is the table of what people are told. A new kind of message is one more entry.
var entries = slices.Concat(workEntries, claimEntries, payoutEntries)

// workEntries is what people are told about assignments and quote requests.
var workEntries = []entry{
	{
		Kind: messages.Kind{
			Name: "quote.received", ByMail: true, IsReceipt: true,
			Subject: func(f messages.Facts) string { return "We received your request " + f.Reference },
			Body: messages.Constant("Thank you for your request. We will read it and send you a quote. " +
				"Please keep the reference: it helps us find your request."),
			Details: quoteDetails,
		},
		collection: records.Quotes,
		when:       isCreated,
		guest:      func(quote *core.Record) string { return quote.GetString(records.Email) },
	},
	{
		Kind: messages.Kind{
			Name: "quote.new", Setting: "New quote requests", Roles: admins, InApp: true, ByMail: true,
			Several: "new quote requests", AboutQuotes: true,
			Subject: func(f messages.Facts) string { return "New quote request " + f.Reference },
			Body:    messages.Constant("A visitor has requested a quote."),
			Details: quoteDetails,
			Button:  "Open the request",
			Link: func(f messages.Facts) string {
				return "/admin/dashboard/quotes?" + url.Values{"quote": {f.Quote}}.Encode()
			},
		},
		collection: records.Quotes,
		when:       isCreated,
		who:        otherAdmins,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.received", Setting: "Assignments you hand in", Roles: everybody, InApp: true, ByMail: true, IsReceipt: true,
			StillApplies: toStudent(nil),
			Subject:      about("Your assignment was handed in"),
			Body:         messages.Constant("We have received your assignment and will keep you informed about it."),
			Details:      assignmentDetails,
			Button:       "View your assignment",
			GuestButton:  "Sign up",
			Link:         toAssignmentOrSignUp,
			Closing:      closingForGuests,
		},
		collection: records.Assignments,
		when:       isCreated,
		who:        student,
		guest:      guestOf,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.new", Setting: "New assignments", Roles: admins, InApp: true, ByMail: true,
			Several: "new assignments",
			Subject: about("New assignment"),
			Body:    messages.Constant("A new assignment has been handed in."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: records.Assignments,
		when:       isCreated,
		who:        otherAdmins,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.tutor", Setting: "A tutor for your assignment", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return f.Tutor != "" }),
			Subject:      about("Your assignment has a tutor"),
			Body:         messages.Constant("We have found a tutor for your assignment."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       hasNewTutor,
		who:        student,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.delivered", Setting: "Finished work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return rules.IsFinished(f.Status) }),
			Subject:      about("Delivered"),
			Body:         messages.Constant("Your assignment is finished."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       isDelivered,
		who:        student,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.graded", Setting: "Grades", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return f.Status == rules.StatusGraded }),
			Subject:      about("Graded"),
			Body:         messages.Constant("Your assignment has been graded."),
			Details: func(f messages.Facts) []messages.Detail {
				return append(assignmentDetails(f), messages.Detail{Label: "Grade", Value: f.Grade})
			},
			Button:      "Read the feedback",
			GuestButton: "Sign up",
			Link:        toAssignmentOrSignUp,
			Closing:     closingForGuests,
		},
		collection: records.Assignments,
		when:       isGraded,
		who:        student,
		guest:      guestOf,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.feedback", Setting: "Feedback", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return f.Feedback != "" }),
			Subject:      about("New feedback"),
			Body:         messages.Constant("There is new feedback on your assignment."),
			Button:       "Read the feedback",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       hasNewFeedback,
		who:        student,
	},
	{
		Kind: messages.Kind{
			Name: "work.given", Setting: "New work", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutor,
			Subject:      about("New work for you"),
			Body:         messages.Constant("You are now the tutor of this assignment."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       hasNewTutor,
		who:        othersOf(records.Tutor), // who takes work from the pool knows
	},
	{
		Kind: messages.Kind{
			Name: "work.taken", Setting: "Work that is no longer yours", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: func(f messages.Facts) string {
				if f.Account == f.Tutor {
					return "This is the reader's work again"
				}
				return ""
			},
			Subject: about("No longer yours"),
			Body: func(f messages.Facts) string {
				if f.Title == "" { // a notice, whose reader may no longer see the work
					return "You are no longer the tutor of one of your assignments. You do not need to do anything."
				}
				return "You are no longer the tutor of this assignment. You do not need to do anything."
			},
			Button: "See your work",
			Link:   messages.Constant("/tutor/dashboard"),
		},
		collection: records.Assignments,
		when: func(_ nouns.Change, assignment *core.Record) bool {
			return assignment.Original().GetString(records.Tutor) != "" && nouns.Differs(assignment, records.Tutor) && !isStub(assignment)
		},
		who: func(ctx context.Context, app core.App, assignment *core.Record) ([]*core.Record, error) {
			former := assignment.Original().GetString(records.Tutor)
			if actor := records.ActorOf(ctx, assignment).Person; actor != nil && actor.Id == former {
				return nil, nil // who hands work back knows
			}
			return account(records.Tutor)(ctx, app, assignment.Original())
		},
	},
	{
		Kind: messages.Kind{
			Name: "assignment.cancelled", Setting: "Cancelled work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: func(f messages.Facts) string {
				switch {
				case f.Account != f.Student && f.Account != f.Tutor:
					return notTheirs
				case f.Status != rules.StatusCancelled:
					return "It is no longer true"
				}
				return ""
			},
			Subject: about("Cancelled"),
			Body:    messages.Constant("This assignment has been cancelled. Nobody works on it any more."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: records.Assignments,
		when:       isCancelled,
		who:        othersOf(records.Student, records.Tutor),
	},
	{
		Kind: messages.Kind{
			Name: "student.cancelled", Setting: "Work that its student cancels", Roles: admins, InApp: true, ByMail: true,
			Several: "cancelled assignments",
			StillApplies: func(f messages.Facts) string {
				if f.Status != rules.StatusCancelled {
					return "It is no longer true"
				}
				return ""
			},
			Subject: about("Cancelled"),
			Body:    messages.Constant("The student has cancelled this assignment."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: records.Assignments,
		when:       isCancelled,
		who:        adminsIfByStudent,
	},
	{
		Kind: messages.Kind{
			Name: "assignment.refund", Setting: "Refunds of cancelled work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return f.Status == rules.StatusCancelled }),
			Subject:      about("Refund approved"),
			Body:         messages.Constant("We will return what you have paid for this assignment."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when: func(change nouns.Change, assignment *core.Record) bool {
			return isCancelled(change, assignment) && nouns.Differs(assignment, records.RefundCents)
		},
		who: student,
	},
	{
		Kind: messages.Kind{
			Name: "work.accepted", Setting: "Accepted work", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutor,
			Subject:      about("Accepted"),
			Body:         messages.Constant("Your work on this assignment has been accepted."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       isAccepted,
		who:        account(records.Tutor),
	},
	{
		Kind: messages.Kind{
			Name: "assignment.accepted", Setting: "Work that counts as accepted", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f messages.Facts) bool { return rules.IsFinished(f.Status) }),
			Subject:      about("Accepted"),
			Body:         messages.Constant("The time to ask for changes or a refund is over, so this work counts as accepted. You do not need to do anything."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       isAccepted,
		who:        othersOf(records.Student), // who accepts it knows
	},
	{
		Kind: messages.Kind{
			Name: "work.revision", Setting: "Revisions", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutorInRevision,
			Subject:      about("Revision requested"),
			Body:         messages.Constant("The student has asked for changes to what you delivered."),
			Button:       "Read the request",
			Link:         toAssignment,
		},
		collection: records.Assignments,
		when:       hasNewRevision,
		who:        account(records.Tutor),
	},
	{
		Kind: messages.Kind{
			Name: "revision.new", Setting: "Revisions of delivered work", Roles: admins, InApp: true, ByMail: true,
			Several: "requested revisions",
			Subject: about("Revision requested"),
			Body:    messages.Constant("The student has asked for changes to what was delivered."),
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: records.Assignments,
		when:       hasNewRevision,
		who:        otherAdmins,
	},
	{
		Kind: messages.Kind{
			Name: "work.handed_back", Setting: "Work that its tutor hands back", Roles: admins, InApp: true, ByMail: true,
			Several: "assignments handed back",
			StillApplies: func(f messages.Facts) string {
				if f.HandBackReason == "" {
					return "It has a tutor again"
				}
				return ""
			},
			Subject: about("Handed back"),
			Body:    messages.Constant("The tutor has handed this assignment back. It has no tutor now."),
			Details: func(f messages.Facts) []messages.Detail {
				return append(assignmentDetails(f), messages.Detail{Label: "Reason", Value: f.HandBackReason})
			},
			Button: "Open the assignment",
			Link:   toAssignment,
		},
		collection: records.Assignments,
		when:       isHandedBack,
		who:        otherAdmins,
	},
	{Kind: dueSoon},
	{Kind: revisionDueSoon},
	{Kind: acceptsItselfSoon},
	{Kind: weeklySummary},
}

// Kinds returns the kinds of messages of this package.
func Kinds() []messages.Kind {
	kinds := make([]messages.Kind, len(entries))
	for i, entry := range entries {
		kinds[i] = entry.Kind
		kinds[i].ForGuests = entry.guest != nil
	}
	return kinds
}
