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
