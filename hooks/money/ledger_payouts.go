package money

import (
	"context"
	"database/sql"
	"strings"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// each calls do for every row of a query.
func (v verification) each(ctx context.Context, query string, do func(*sql.Rows) error) error {
	rows, err := v.conn.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// compareClaims compares each claim with the payments that returned its money. What all
// refunds of an assignment come to is compared with the assignment.
func (v verification) compareClaims(ctx context.Context) error {
	return v.each(ctx, `SELECT c.id, c.status, CAST(c.amountCents AS INTEGER), coalesce(a.reference, ''),
			(SELECT coalesce(sum(p.amountCents), 0) FROM payments p WHERE p.assignment = c.assignment AND p.claim = c.id AND p.kind = 'returned') AS returned
		FROM claims c LEFT JOIN assignments a ON a.id = c.assignment WHERE c.status = 'paid' OR returned != 0`, func(rows *sql.Rows) error {
		var id, status, reference string
		var cents, returned int
		if err := rows.Scan(&id, &status, &cents, &reference, &returned); err != nil {
			return err
		}
		if status != domain.ClaimPaid {
			cents = 0
		}
		if cents != returned {
			v.reportf("%s: the claim %s is %s, so that %d should have been returned for it, but %d was", reference, id, status, cents, returned)
		}
		return nil
	})
}

// comparePayouts compares each payout with its entries, which carry its id.
func (v verification) comparePayouts(ctx context.Context) error {
	err := v.each(ctx, `SELECT p.id, p.number, p.method, p.reference, p.referenceKey, p.by, CAST(p.totalCents AS INTEGER), coalesce(sum(CAST(l.tutors AS INTEGER)), 0), coalesce(max(l.actor), '')
		FROM payouts p LEFT JOIN ledger l ON l.payout = p.id AND l.payout != '' GROUP BY p.id`, func(rows *sql.Rows) error {
		var id, number, method, reference, key, by, actor string
		var total, entered int
		if err := rows.Scan(&id, &number, &method, &reference, &key, &by, &total, &entered, &actor); err != nil {
			return err
		}
		name := number + " (" + id + ")"
		if total != entered {
			v.reportf("the payout %s: the total is %d, but its entries add up to %d", name, total, entered)
		}
		if domain.IsPayoutID(id) && id != domain.PayoutID(number, method, reference, total) {
			v.reportf("the payout %s: its number, method, reference or total is not that of its entries", name)
		}
		// Two payouts of earlier versions can have references that are compared as one today. The
		// later one then keeps the spelling of its time.
		if key != store.KeyOfReference(reference) && key != strings.ToLower(domain.OneLine(reference)) {
			v.reportf("the payout %s: the reference %q is not the one that keeps it from being recorded again", name, reference)
		}
		if by != "" && by != actor {
			v.reportf("the payout %s: it says that %s recorded it, but its entries say %s", name, by, actor)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return v.each(ctx, "SELECT payout, sum(CAST(tutors AS INTEGER)) FROM ledger WHERE payout != '' AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.id = payout) GROUP BY payout",
		func(rows *sql.Rows) error {
			var id string
			var cents int
			if err := rows.Scan(&id, &cents); err != nil {
				return err
			}
			v.reportf("the payout %s is gone, but entries say that it paid %d", id, cents)
			return nil
		})
}

// compareOpen compares what is said to be open of each tutor's work with the entries.
func (v verification) compareOpen(ctx context.Context) error {
	const summed = "SELECT tutor, assignment, -sum(CAST(tutors AS INTEGER)) AS cents FROM ledger WHERE tutor != '' GROUP BY tutor, assignment HAVING cents != 0"
	const stored = "SELECT tutor, assignment, cents FROM ledger_open"
	return v.each(ctx, `SELECT tutor, assignment, sum(cents * isStored), sum(cents * NOT isStored) FROM (
			SELECT *, FALSE AS isStored FROM (`+summed+" EXCEPT "+stored+") UNION ALL SELECT *, TRUE FROM ("+stored+" EXCEPT "+summed+")) GROUP BY tutor, assignment",
		func(rows *sql.Rows) error {
			var tutor, assignment string
			var said, entered int
			if err := rows.Scan(&tutor, &assignment, &said, &entered); err != nil {
				return err
			}
			of := "the assignment " + assignment
			if assignment == "" {
				of = "adjustments"
			}
			v.reportf("the tutor %s is said to be owed %d for %s, but the entries add up to %d", tutor, said, of, entered)
			return nil
		})
}
