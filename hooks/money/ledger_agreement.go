package money

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// account is what the ledger says about one assignment.
type account struct {
	assignment string
	sums       domain.LedgerLines
	owed       map[string]int // what tutors have earned, by tutor
	paid       int
	standing   domain.LedgerStanding
}

// accounts reads the accounts of assignments, in the order of their ids. It holds no more
// than one of them.
type accounts struct {
	rows *sql.Rows
	next struct {
		assignment, tutor string
		kind              domain.LedgerKind
		domain.LedgerLines
	}
	more bool
}

func (v verification) accounts(ctx context.Context) (*accounts, error) {
	rows, err := v.conn.QueryContext(ctx, "SELECT assignment, tutor, kind, "+store.LedgerAmounts+" FROM ledger WHERE assignment != '' ORDER BY assignment, number")
	if err != nil {
		return nil, err
	}
	a := &accounts{rows: rows}
	if err := a.advance(); err != nil {
		_ = rows.Close()
		return nil, err
	}
	return a, nil
}

// advance reads the next entry.
func (a *accounts) advance() error {
	if a.more = a.rows.Next(); !a.more {
		return a.rows.Err()
	}
	n := &a.next
	return a.rows.Scan(&n.assignment, &n.tutor, &n.kind, &n.Cash, &n.Customer, &n.Desk, &n.Tutors)
}

// read reads the account that is next.
func (a *accounts) read() (account, error) {
	read := account{assignment: a.next.assignment, owed: map[string]int{}}
	for a.more && a.next.assignment == read.assignment {
		read.add(a.next.kind, a.next.tutor, a.next.LedgerLines)
		if err := a.advance(); err != nil {
			return read, err
		}
	}
	return read, nil
}

func (a *account) add(kind domain.LedgerKind, tutor string, lines domain.LedgerLines) {
	a.sums = a.sums.Plus(lines)
	if kind == domain.LedgerPaid {
		a.paid += lines.Tutors
	} else if lines.Tutors != 0 {
		a.owed[tutor] -= lines.Tutors
	}
	if kind == domain.LedgerEarned || kind == domain.LedgerReversed {
		a.standing.Tutor, a.standing.IsOpen = tutor, kind == domain.LedgerEarned
	}
}

// work is what the rest of the database says about one assignment.
type work struct {
	id, reference, acceptedAt, notedAt string
	received, returned, refund         int // the sums that are stored with the assignment
	saysClaimed, isClaimed             bool
	domain.LedgerWork
}

func (w *work) scan(rows *sql.Rows) error {
	return rows.Scan(&w.id, &w.reference, &w.acceptedAt, &w.notedAt, &w.received, &w.returned, &w.refund, &w.saysClaimed, &w.isClaimed,
		&w.Status, &w.Tutor, &w.PriceCents, &w.TutorShare, &w.ReceivedCents, &w.ReturnedCents, &w.RefundCents)
}

// compare compares the ledger with the assignments, payments and claims.
func (v verification) compare(ctx context.Context) error {
	accounts, err := v.accounts(ctx)
	if err != nil {
		return err
	}
	defer accounts.rows.Close()
	assignments, err := v.conn.QueryContext(ctx, `SELECT a.id, a.reference, a.acceptedAt, coalesce(x.at, ''), a.receivedCents, a.returnedCents, a.refundCents,
			a.claimOpen, EXISTS (SELECT 1 FROM claims c WHERE c.assignment = a.id AND c.status = 'open'), `+
		store.LedgerWorkColumns+" FROM assignments a LEFT JOIN ledger_accepted x ON x.assignment = a.id ORDER BY a.id")
	if err != nil {
		return err
	}
	defer assignments.Close()
	for assignments.Next() {
		var w work
		if err := w.scan(assignments); err != nil {
			return err
		}
		if err := v.reportStrays(accounts, w.id); err != nil {
			return err
		}
		entered := account{assignment: w.id}
		if accounts.more && accounts.next.assignment == w.id {
			if entered, err = accounts.read(); err != nil {
				return err
			}
		}
		if err := v.compareOne(ctx, w, entered); err != nil {
			return err
		}
	}
	if err := assignments.Err(); err != nil {
		return err
	}
	return v.reportStrays(accounts, "")
}

// reportStrays reads the accounts before that of an assignment, all if the id is empty:
// they belong to assignments that are gone, and must have come to nothing.
func (v verification) reportStrays(accounts *accounts, before string) error {
	for accounts.more && (before == "" || accounts.next.assignment < before) {
		stray, err := accounts.read()
		if err != nil {
			return err
		}
		v.compareBalances("the assignment "+stray.assignment+", which is gone", work{}, stray)
	}
	return nil
}

func (v verification) compareOne(ctx context.Context, w work, entered account) error {
	if w.Tutor == "" && entered.standing.IsOpen && entered.standing.Tutor != "" {
		// Deleting an account is no change of tutor.
		isThere := false
		err := v.conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users WHERE id = ? AND deletingAt = '')", entered.standing.Tutor).Scan(&isThere)
		if err != nil {
			return err
		}
		if !isThere {
			w.Tutor = entered.standing.Tutor
		}
	}
	name := w.reference + " (" + w.id + ")"
	v.compareBalances(name, w, entered)
	for _, sum := range []struct {
		of             string
		stored, actual int
	}{{"received", w.received, w.ReceivedCents}, {"returned", w.returned, w.ReturnedCents}, {"refunded", w.refund, w.RefundCents}} {
		if sum.stored != sum.actual {
			v.reportf("%s: the assignment says that %d was %s, but payments and claims add up to %d", name, sum.stored, sum.of, sum.actual)
		}
	}
	if w.acceptedAt != w.notedAt {
		v.reportf("%s: accepted at %q, but the ledger knows of %q", name, w.acceptedAt, w.notedAt)
	}
	if w.saysClaimed != w.isClaimed {
		v.reportf("%s: the assignment says that a claim is open: %t, but the claims say %t", name, w.saysClaimed, w.isClaimed)
	}
	if w.acceptedAt != "" && !domain.IsFinished(w.Status) {
		v.reportf("%s: accepted, but not finished", name)
	}
	return nil
}

// compareBalances compares the balances of all accounts, and what each tutor has earned.
func (v verification) compareBalances(name string, w work, entered account) {
	want := w.Balances(entered.paid)
	for i, cents := range [][2]int{
		{entered.sums.Cash, want.Cash}, {entered.sums.Customer, want.Customer}, {entered.sums.Desk, want.Desk}, {entered.sums.Tutors, want.Tutors},
	} {
		if cents[0] != cents[1] {
			v.reportf("%s: %s is %d, should be %d", name, domain.LedgerAccounts[i], cents[0], cents[1])
		}
	}
	earned := -w.Earned().Tutors
	if _, ok := entered.owed[w.Tutor]; !ok && earned != 0 {
		v.reportf("%s: the tutor %s has earned nothing, should have earned %d", name, w.Tutor, earned)
	}
	for _, tutor := range slices.Sorted(maps.Keys(entered.owed)) {
		should := 0
		if tutor == w.Tutor {
			should = earned
		}
		if entered.owed[tutor] != should {
			v.reportf("%s: the tutor %s has earned %d, should have earned %d", name, tutor, entered.owed[tutor], should)
		}
	}
}
