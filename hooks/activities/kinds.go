package activities

// Kinds of activities, and what each is called in a list (docs/product.md,
// section 3.9). Where an assignment or a quote request is concerned, its title or
// reference follows when the list is read; none of them, and no name, is ever
// copied into an activity.
const (
	accountOpened      = "account.opened"
	accountVerified    = "account.verified"
	accountChanged     = "account.changed"
	emailChanged       = "account.email"
	passwordChanged    = "account.password"
	accountDeactivated = "account.deactivated"
	accountActivated   = "account.activated"
	roleChanged        = "account.role"
	accountDeleted     = "account.deleted"
	assignmentHandedIn = "assignment.submitted"
	assignmentAdopted  = "assignment.adopted"
	statusChanged      = "assignment.status"
	gradeChanged       = "assignment.grade"
	tutorChanged       = "assignment.tutor"
	detailsChanged     = "assignment.details"
	assignmentDeleted  = "assignment.deleted"
	assignmentRated    = "assignment.rated"
	quoteRequested     = "quote.requested"
	quoteUpdated       = "quote.updated"
	quoteDeleted       = "quote.deleted"
)

// Kinds lists them all, to filter by.
var Kinds = []string{
	accountOpened, accountVerified, accountChanged, emailChanged, passwordChanged, accountDeactivated, accountActivated,
	roleChanged, accountDeleted, assignmentHandedIn, assignmentAdopted, statusChanged, gradeChanged, tutorChanged,
	detailsChanged, assignmentDeleted, assignmentRated, quoteRequested, quoteUpdated, quoteDeleted,
}
