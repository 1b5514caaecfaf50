package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Board selects what waits for the desk at a time.
type Board struct {
	Now          time.Time
	Kinds        []string // all kinds if it is empty
	OverdueOnly  bool
	WithPayments bool // the site requires payment, so missing ones are on the board
}

// BoardRow is one thing on the board. Noun and ID name it. Service and Subject are those
// of a quote request, MailKind and MailData those of an email.
type BoardRow struct {
	Kind      string      `db:"kind"`
	Noun      string      `db:"noun"`
	ID        string      `db:"id"`
	Reference string      `db:"reference"`
	Title     string      `db:"title"`
	Person    string      `db:"person"`
	DueAt     Time        `db:"due"`
	Service   string      `db:"service"`
	Subject   string      `db:"subject"`
	MailKind  string      `db:"mailKind"`
	MailData  MessageData `db:"mailData"`

	// Whom the order, the quote request or the text concerns, for domain.IsOwnCase.
	Student    string `db:"student"`
	Tutor      string `db:"tutor"`
	GuestEmail string `db:"guestEmail"`
	Writer     string `db:"writer"`
}

// BoardCount is how many things of a kind are on the board.
type BoardCount struct {
	Kind    string `db:"kind"`
	Count   int    `db:"n"`
	Overdue int    `db:"overdue"`
}

// kinds returns the kinds that can be on the board.
func (b Board) kinds() (kinds []boardKind) {
	for _, kind := range boardKinds {
		isAsked := len(b.Kinds) == 0 || slices.Contains(b.Kinds, kind.name)
		canBe := (kind.overdue != "" || !b.OverdueOnly) && (kind.name != BoardPaymentMissing || b.WithPayments)
		if isAsked && canBe {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func (b Board) query(app core.App, text string, params dbx.Params) *dbx.Query {
	const day = 24 * time.Hour
	query := constant(app, text).Bind(dbx.Params{
		"now": stored(b.Now), "dayAgo": stored(b.Now.Add(-day)), "tomorrow": stored(b.Now.Add(day)), "inTwoDays": stored(b.Now.Add(2 * day)),
	})
	return query.Bind(params)
}

// ReadCounts counts the things on the board. The result has only kinds that can be on it.
func (b Board) ReadCounts(ctx context.Context, app core.App) (counts []BoardCount, err error) {
	var parts []string
	isAlways := map[string]bool{}
	for _, kind := range b.kinds() {
		overdue := "0"
		if kind.overdue != "" && kind.overdue != always {
			overdue = "(SELECT count(*) FROM " + kind.from() + " AND " + kind.overdue + ")"
		}
		parts = append(parts, fmt.Sprintf("SELECT '%s' AS kind, (SELECT count(*) FROM %s) AS n, %s AS overdue", kind.name, kind.from(), overdue))
		isAlways[kind.name] = kind.overdue == always
	}
	if len(parts) == 0 {
		return nil, nil
	}
	text := "WITH RECURSIVE " + goneTutors + "\n" + strings.Join(parts, "\nUNION ALL ")
	err = b.query(app, text, nil).WithContext(ctx).All(&counts)
	for i, count := range counts {
		if isAlways[count.Kind] {
			counts[i].Overdue = count.Count
		}
	}
	return counts, err
}

// boardOrder puts what has no due date last. The rest of it makes the order definite.
const boardOrder = " ORDER BY due = '', due, at, place, row "

// ReadRows reads a page of the board: what is due first comes first.
func (b Board) ReadRows(ctx context.Context, app core.App, offset, limit int) (rows []BoardRow, err error) {
	rows = []BoardRow{}
	var parts, names, nouns, people []string
	for place, kind := range b.kinds() {
		from, due, at := kind.from(), "''", kind.clock
		if kind.due != "" {
			due, at = "coalesce("+kind.due+", '')", "''"
		}
		if b.OverdueOnly {
			from += " AND " + kind.overdue
		}
		// No page needs more rows of one kind than all rows up to its end.
		parts = append(parts, fmt.Sprintf("SELECT * FROM (SELECT %d AS place, '%s' AS source, rowid AS row, %s AS due, %s AS at FROM %s ORDER BY %s, rowid LIMIT %s)",
			place, kind.table, due, at, from, kind.clock, unpeeked("reach")))
		names = append(names, fmt.Sprintf("WHEN %d THEN '%s'", place, kind.name))
		nouns = append(nouns, fmt.Sprintf("WHEN %d THEN '%s'", place, kind.noun()))
		people = append(people, fmt.Sprintf("WHEN %d THEN %s", place, kind.person))
	}
	if len(parts) == 0 {
		return rows, nil
	}
	byPlace := func(cases []string) string { return "CASE p.place " + strings.Join(cases, " ") + " END" }
	text := "WITH RECURSIVE " + goneTutors + ",\npage AS MATERIALIZED (SELECT * FROM (\n" + strings.Join(parts, "\nUNION ALL ") + ")" +
		boardOrder + "LIMIT " + unpeeked("limit") + " OFFSET " + unpeeked("offset") + ")\nSELECT " + strings.Join([]string{
		byPlace(names) + " AS kind", byPlace(nouns) + " AS noun", "coalesce(" + byPlace(people) + ", '') AS person", "p.due",
		"CASE p.source WHEN 'quotes' THEN q.id WHEN 'claims' THEN c.id WHEN 'texts' THEN x.id WHEN 'outbox' THEN o.id ELSE a.id END AS id",
		"coalesce(q.reference, a.reference, '') AS reference", "coalesce(a.title, '') AS title",
		"coalesce(s.name, '') AS service", "coalesce(q.subject, '') AS subject", "coalesce(o.kind, '') AS mailKind", "o.data AS mailData",
		"coalesce(a.student, q.student, '') AS student", "coalesce(a.tutor, '') AS tutor", "coalesce(a.guestEmail, q.email, '') AS guestEmail",
		"coalesce(x.writer, '') AS writer",
	}, ", ") + `
	FROM page p
	LEFT JOIN claims c ON p.source = 'claims' AND c.rowid = p.row
	LEFT JOIN revision_requests r ON p.source = 'revision_requests' AND r.rowid = p.row
	LEFT JOIN texts x ON p.source = 'texts' AND x.rowid = p.row
	LEFT JOIN outbox o ON p.source = 'outbox' AND o.rowid = p.row
	LEFT JOIN quotes q ON q.rowid = CASE p.source WHEN 'quotes' THEN p.row ELSE (SELECT rowid FROM quotes WHERE id = o.quote) END
	LEFT JOIN services s ON s.slug = q.service
	LEFT JOIN assignments a ON a.rowid = CASE p.source WHEN 'assignments' THEN p.row
		ELSE (SELECT rowid FROM assignments WHERE id = coalesce(c.assignment, r.assignment, x.assignment, o.assignment)) END` +
		strings.NewReplacer(" due", " p.due", " at", " p.at", " place", " p.place", " row", " p.row").Replace(boardOrder)
	err = b.query(app, text, dbx.Params{"offset": offset, "limit": limit, "reach": offset + limit}).WithContext(ctx).All(&rows)
	return rows, err
}

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
