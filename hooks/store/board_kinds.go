package store

// What waits for the desk, by kind (docs/product.md, section 14).
const (
	BoardQuoteUnanswered = "quote_unanswered"
	BoardOfferExpiring   = "offer_expiring"
	BoardFilesExpiring   = "request_files_expiring"
	BoardPaymentMissing  = "payment_missing"
	BoardUnassigned      = "unassigned"
	BoardDueSoon         = "due_soon"
	BoardLate            = "late"
	BoardTutorInactive   = "tutor_inactive"
	BoardRevisionDue     = "revision_due"
	BoardClaimDue        = "claim_due"
	BoardRefundDue       = "refund_due"
	BoardTextHeld        = "text_held"
	BoardMailFailed      = "mail_failed"
)

// boardKind is one kind of thing on the board. Its SQL reads one table along an
// index, whose conditions it repeats literally.
type boardKind struct {
	name, table string
	index       string // SQLite would choose by how common it believes a value to be
	where       string
	clock       string // the column by which the index sorts the things
	due         string // when something has to be done; empty if no clock runs
	overdue     string // the condition under which that has passed, or always; empty if it never has
	person      string // whose name stands beside it
}

// always is the condition of what is overdue as soon as it is on the board.
const always = "true"

const (
	isOpen = "deletedAt = '' AND status != 'completed' AND status != 'graded' AND status != 'cancelled'"
	// dayLater is when something has waited for 24 hours since it came.
	dayLater   = "strftime('%Y-%m-%d %H:%M:%fZ', created, '+24 hours')"
	isDayOlder = "created < {:dayAgo}"

	// isHeldUp is work in revision that nobody can deliver now: its claim is on the board instead.
	isHeldUp = "EXISTS (SELECT 1 FROM assignments WHERE id = revision_requests.assignment AND claimOpen = TRUE)"

	ofStudent = "CASE WHEN a.student != '' THEN (SELECT name FROM users WHERE id = a.student) WHEN a.guestEmail != '' THEN a.guestEmail ELSE 'Guest' END"
	ofTutor   = "(SELECT name FROM users WHERE id = a.tutor)"
	ofAsker   = "coalesce((SELECT nullif(name, '') FROM users WHERE id = q.student), q.email)"
)

// boardKinds lists the kinds in the order in which equally urgent things are shown.
var boardKinds = []boardKind{
	{BoardQuoteUnanswered, Quotes, "idx_quotes_status", "status = 'new'", "created", dayLater, isDayOlder, ofAsker},
	{BoardOfferExpiring, Quotes, "idx_quotes_valid_until", "status = 'quoted' AND validUntil >= {:now} AND validUntil <= {:tomorrow}", "validUntil", "validUntil", "", ofAsker},
	{BoardFilesExpiring, Quotes, "idx_quotes_to_purge", "assignment = '' AND purgeAt != '' AND purgeAt > ''", "purgeAt", "purgeAt", "", ofAsker},
	{
		BoardPaymentMissing, Assignments, "idx_assignments_unpaid",
		"deletedAt = '' AND status != 'cancelled' AND priceCents - refundCents - receivedCents + returnedCents > 0",
		"created", "", "", ofStudent,
	},
	{
		BoardUnassigned, Assignments, "idx_assignments_without_tutor",
		"tutor = '' AND inPool = FALSE AND " + isOpen,
		"created", dayLater, isDayOlder, ofStudent,
	},
	{BoardDueSoon, Assignments, "idx_assignments_open_due", isOpen + " AND openRevision = 0 AND dueDate >= {:now} AND dueDate <= {:inTwoDays}", "dueDate", "dueDate", "", ofTutor},
	{BoardLate, Assignments, "idx_assignments_open_due", isOpen + " AND openRevision = 0 AND dueDate > '' AND dueDate < {:now}", "dueDate", "dueDate", always, ofTutor},
	{BoardTutorInactive, Assignments, "idx_assignments_of_tutor_due", isOpen + " AND tutor != '' AND tutor IN (SELECT id FROM gone)", "dueDate", "dueDate", "dueDate > '' AND dueDate < {:now}", ofTutor},
	{BoardRevisionDue, Revisions, "idx_revision_requests_due", "closedAt = '' AND NOT " + isHeldUp, "dueAt", "dueAt", "dueAt < {:now}", ofTutor},
	{BoardClaimDue, Claims, "idx_claims_due", "status = 'open'", "dueAt", "dueAt", "dueAt > '' AND dueAt < {:now}", "(SELECT name FROM users WHERE id = c.openedBy)"},
	{BoardRefundDue, Claims, "idx_claims_to_pay", "status = 'approved' AND amountCents > 0", "payBy", "payBy", "payBy > '' AND payBy < {:now}", ofStudent},
	{BoardTextHeld, Texts, "idx_texts_status", "status = 'held'", "created", dayLater, isDayOlder, "(SELECT name FROM users WHERE id = x.writer)"},
	{BoardMailFailed, Outbox, "idx_outbox_status", "status = 'failed'", "created", "", "", "o.[[to]]"},
}

// goneTutors selects the tutors of open work who are inactive or have another role now.
// Of all tutors it seeks one after the other, instead of reading their work.
const goneTutors = `busy(id) AS (
		SELECT min(tutor) FROM assignments INDEXED BY idx_assignments_of_tutor_due WHERE ` + isOpen + ` AND tutor != ''
		UNION ALL SELECT (SELECT min(tutor) FROM assignments INDEXED BY idx_assignments_of_tutor_due WHERE ` + isOpen + ` AND tutor != '' AND tutor > busy.id) FROM busy WHERE busy.id IS NOT NULL
	), gone(id) AS MATERIALIZED (SELECT u.id FROM busy CROSS JOIN users u ON u.id = busy.id WHERE u.status != 'active' OR u.role != 'tutor')`

// BoardKinds returns the names of all kinds.
func BoardKinds() []string {
	names := make([]string, len(boardKinds))
	for i, kind := range boardKinds {
		names[i] = kind.name
	}
	return names
}

// noun is the noun of the thing to open. Revisions are part of their assignment.
func (k boardKind) noun() string {
	switch k.table {
	case Revisions:
		return Assignments
	case Outbox:
		return "mails"
	default:
		return k.table
	}
}

// from is where the things are read from, and the condition that they meet.
func (k boardKind) from() string { return k.table + " INDEXED BY " + k.index + " WHERE " + k.where }
