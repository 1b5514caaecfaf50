package messages

import (
	"context"
	"net/url"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// entry is a kind of message with the event that it tells of. Kinds without a
// collection are told by the clock.
type entry struct {
	Kind
	collection string
	when       func(change api.Change, record *core.Record) bool
	who        func(ctx context.Context, app core.App, record *core.Record) ([]*core.Record, error)
	guest      func(record *core.Record) string // the address of a person without an account
}

var (
	everybody = domain.Roles
	tutors    = []string{domain.RoleTutor}
	admins    = []string{domain.RoleAdmin}
)

// entries is the table of what people are told. A new kind of message is one more entry.
var entries = slices.Concat(workEntries, claimEntries, payoutEntries)

// workEntries is what people are told about assignments and quote requests.
var workEntries = []entry{
	{
		Kind: Kind{
			Name: "quote.received", ByMail: true, IsReceipt: true,
			Subject: func(f Facts) string { return "We received your request " + f.Reference },
			Body: Constant("Thank you for your request. We will read it and send you a quote. " +
				"Please keep the reference: it helps us find your request."),
			Details: quoteDetails,
		},
		collection: store.Quotes,
		when:       isCreated,
		guest:      func(quote *core.Record) string { return quote.GetString(store.Email) },
	},
	{
		Kind: Kind{
			Name: "quote.new", Setting: "New quote requests", Roles: admins, InApp: true, ByMail: true,
			Several: "new quote requests", AboutQuotes: true,
			Subject: func(f Facts) string { return "New quote request " + f.Reference },
			Body:    Constant("A visitor has requested a quote."),
			Details: quoteDetails,
			Button:  "Open the request",
			Link: func(f Facts) string {
				return "/admin/dashboard/quotes?" + url.Values{"quote": {f.Quote}}.Encode()
			},
		},
		collection: store.Quotes,
		when:       isCreated,
		who:        otherAdmins,
	},
	{
		Kind: Kind{
			Name: "assignment.received", Setting: "Assignments you hand in", Roles: everybody, InApp: true, ByMail: true, IsReceipt: true,
			StillApplies: toStudent(nil),
			Subject:      about("Your assignment was handed in"),
			Body:         Constant("We have received your assignment and will keep you informed about it."),
			Details:      assignmentDetails,
			Button:       "View your assignment",
			GuestButton:  "Sign up",
			Link:         toAssignmentOrSignUp,
			Closing:      closingForGuests,
		},
		collection: store.Assignments,
		when:       isCreated,
		who:        student,
		guest:      guestOf,
	},
	{
		Kind: Kind{
			Name: "assignment.new", Setting: "New assignments", Roles: admins, InApp: true, ByMail: true,
			Several: "new assignments",
			Subject: about("New assignment"),
			Body:    Constant("A new assignment has been handed in."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: store.Assignments,
		when:       isCreated,
		who:        otherAdmins,
	},
	{
		Kind: Kind{
			Name: "assignment.tutor", Setting: "A tutor for your assignment", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return f.Tutor != "" }),
			Subject:      about("Your assignment has a tutor"),
			Body:         Constant("We have found a tutor for your assignment."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       hasNewTutor,
		who:        student,
	},
	{
		Kind: Kind{
			Name: "assignment.delivered", Setting: "Finished work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return domain.IsFinished(f.Status) }),
			Subject:      about("Delivered"),
			Body:         Constant("Your assignment is finished."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       isDelivered,
		who:        student,
	},
	{
		Kind: Kind{
			Name: "assignment.graded", Setting: "Grades", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return f.Status == domain.StatusGraded }),
			Subject:      about("Graded"),
			Body:         Constant("Your assignment has been graded."),
			Details: func(f Facts) []Detail {
				return append(assignmentDetails(f), Detail{Label: "Grade", Value: f.Grade})
			},
			Button:      "Read the feedback",
			GuestButton: "Sign up",
			Link:        toAssignmentOrSignUp,
			Closing:     closingForGuests,
		},
		collection: store.Assignments,
		when:       isGraded,
		who:        student,
		guest:      guestOf,
	},
	{
		Kind: Kind{
			Name: "assignment.feedback", Setting: "Feedback", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return f.Feedback != "" }),
			Subject:      about("New feedback"),
			Body:         Constant("There is new feedback on your assignment."),
			Button:       "Read the feedback",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       hasNewFeedback,
		who:        student,
	},
	{
		Kind: Kind{
			Name: "work.given", Setting: "New work", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutor,
			Subject:      about("New work for you"),
			Body:         Constant("You are now the tutor of this assignment."),
			Details:      assignmentDetails,
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       hasNewTutor,
		who:        othersOf(store.Tutor), // whoever takes work from the pool knows
	},
	{
		Kind: Kind{
			Name: "work.taken", Setting: "Work that is no longer yours", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: func(f Facts) string {
				if f.Account == f.Tutor {
					return "This is the reader's work again"
				}
				return ""
			},
			Subject: about("No longer yours"),
			Body: func(f Facts) string {
				if f.Title == "" { // a notice, whose reader may no longer see the work
					return "You are no longer the tutor of one of your assignments. You do not need to do anything."
				}
				return "You are no longer the tutor of this assignment. You do not need to do anything."
			},
			Button: "See your work",
			Link:   Constant("/tutor/dashboard"),
		},
		collection: store.Assignments,
		when: func(_ api.Change, assignment *core.Record) bool {
			return api.Differs(assignment, store.Tutor) && store.AssignmentOf(assignment.Original()).Tutor != "" && !store.AssignmentOf(assignment).IsStub()
		},
		who: func(ctx context.Context, app core.App, assignment *core.Record) ([]*core.Record, error) {
			former := assignment.Original().GetString(store.Tutor)
			if actor := store.ActorOf(ctx, assignment).Person; actor != nil && actor.Id == former {
				return nil, nil // whoever hands work back knows
			}
			return account(store.Tutor)(ctx, app, assignment.Original())
		},
	},
	{
		Kind: Kind{
			Name: "assignment.cancelled", Setting: "Cancelled work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: func(f Facts) string {
				switch {
				case f.Account != f.Student && f.Account != f.Tutor:
					return notTheirs
				case f.Status != domain.StatusCancelled:
					return "It is no longer true"
				}
				return ""
			},
			Subject: about("Cancelled"),
			Body:    Constant("This assignment has been cancelled. Nobody works on it any more."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: store.Assignments,
		when:       isCancelled,
		who:        othersOf(store.Student, store.Tutor),
	},
	{
		Kind: Kind{
			Name: "student.cancelled", Setting: "Work that its student cancels", Roles: admins, InApp: true, ByMail: true,
			Several: "cancelled assignments",
			StillApplies: func(f Facts) string {
				if f.Status != domain.StatusCancelled {
					return "It is no longer true"
				}
				return ""
			},
			Subject: about("Cancelled"),
			Body:    Constant("The student has cancelled this assignment."),
			Details: assignmentDetails,
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: store.Assignments,
		when:       isCancelled,
		who:        adminsIfByStudent,
	},
	{
		Kind: Kind{
			Name: "assignment.refund", Setting: "Refunds of cancelled work", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return f.Status == domain.StatusCancelled }),
			Subject:      about("Refund approved"),
			Body:         Constant("We will return what you have paid for this assignment."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when: func(change api.Change, assignment *core.Record) bool {
			return isCancelled(change, assignment) && api.Differs(assignment, store.RefundCents)
		},
		who: student,
	},
	{
		Kind: Kind{
			Name: "work.accepted", Setting: "Accepted work", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutor,
			Subject:      about("Accepted"),
			Body:         Constant("Your work on this assignment has been accepted."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       isAccepted,
		who:        account(store.Tutor),
	},
	{
		Kind: Kind{
			Name: "assignment.accepted", Setting: "Work that counts as accepted", Roles: everybody, InApp: true, ByMail: true,
			StillApplies: toStudent(func(f Facts) bool { return domain.IsFinished(f.Status) }),
			Subject:      about("Accepted"),
			Body:         Constant("The time to ask for changes or a refund is over, so this work counts as accepted. You do not need to do anything."),
			Button:       "Open the assignment",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       isAccepted,
		who:        othersOf(store.Student), // whoever accepts it knows
	},
	{
		Kind: Kind{
			Name: "work.revision", Setting: "Revisions", Roles: tutors, InApp: true, ByMail: true,
			StillApplies: toTutorInRevision,
			Subject:      about("Revision requested"),
			Body:         Constant("The student has asked for changes to what you delivered."),
			Button:       "Read the request",
			Link:         toAssignment,
		},
		collection: store.Assignments,
		when:       hasNewRevision,
		who:        account(store.Tutor),
	},
	{
		Kind: Kind{
			Name: "revision.new", Setting: "Revisions of delivered work", Roles: admins, InApp: true, ByMail: true,
			Several: "requested revisions",
			Subject: about("Revision requested"),
			Body:    Constant("The student has asked for changes to what was delivered."),
			Button:  "Open the assignment",
			Link:    toAssignment,
		},
		collection: store.Assignments,
		when:       hasNewRevision,
		who:        otherAdmins,
	},
	{
		Kind: Kind{
			Name: "work.handed_back", Setting: "Work that its tutor hands back", Roles: admins, InApp: true, ByMail: true,
			Several: "assignments handed back",
			StillApplies: func(f Facts) string {
				if f.HandBackReason == "" {
					return "It has a tutor again"
				}
				return ""
			},
			Subject: about("Handed back"),
			Body:    Constant("The tutor has handed this assignment back. It has no tutor now."),
			Details: func(f Facts) []Detail {
				return append(assignmentDetails(f), Detail{Label: "Reason", Value: f.HandBackReason})
			},
			Button: "Open the assignment",
			Link:   toAssignment,
		},
		collection: store.Assignments,
		when:       isHandedBack,
		who:        otherAdmins,
	},
	{Kind: dueSoon},
	{Kind: revisionDueSoon},
	{Kind: acceptsItselfSoon},
	{Kind: weeklySummary},
}

// Kinds returns the kinds of messages of this package.
func Kinds() []Kind {
	kinds := make([]Kind, len(entries))
	for i, entry := range entries {
		kinds[i] = entry.Kind
		kinds[i].ForGuests = entry.guest != nil
	}
	return kinds
}
