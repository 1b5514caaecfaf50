package messages

import (
	"time"

	"deskmate/hooks/domain"
)

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
