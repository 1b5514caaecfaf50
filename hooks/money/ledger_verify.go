package money

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// verifyBatch is how many entries are read at once.
const verifyBatch = 2000

// protections are the triggers that keep entries from being changed, and what follows from
// them right.
var protections = []string{"ledger_appended", "ledger_kept", "ledger_not_deleted", "ledger_head_not_deleted", "ledger_summed"}

// verification reads one state of the database.
type verification struct {
	conn    *sql.Conn
	printed *store.LedgerHead
	report  func(string)
}

// VerifyLedger recomputes the ledger, and reports every difference. printed is a head that was
// printed before, if there is one. A server may run and write meanwhile.
func VerifyLedger(ctx context.Context, app core.App, printed *store.LedgerHead, report func(difference string)) (head store.LedgerHead, err error) {
	if !app.HasTable(store.Ledger) {
		return head, store.ErrNoLedger
	}
	db, ok := app.ConcurrentDB().(*dbx.DB)
	if !ok {
		return head, errors.New("the ledger cannot be verified within a transaction")
	}
	conn, err := db.DB().Conn(ctx)
	if err != nil {
		return head, err
	}
	defer conn.Close()
	// A transaction that only reads sees one state, and keeps nobody from writing.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return head, err
	}
	defer func() {
		_, failure := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, failure)
	}()
	v := verification{conn, printed, report}
	if err := v.checkProtections(ctx); err != nil {
		return head, err
	}
	if head, err = v.checkChain(ctx); err != nil {
		return head, err
	}
	for _, compare := range []func(context.Context) error{v.compare, v.compareClaims, v.comparePayouts, v.compareOpen} {
		if err := compare(ctx); err != nil {
			return head, err
		}
	}
	return head, nil
}

func (v verification) reportf(format string, args ...any) { v.report(fmt.Sprintf(format, args...)) }

func (v verification) checkProtections(ctx context.Context) error {
	for _, name := range protections {
		found := 0
		if err := v.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name = ?", name).Scan(&found); err != nil {
			return err
		}
		if found == 0 {
			v.reportf("the trigger %s is missing: the ledger is no longer protected", name)
		}
	}
	return nil
}

// checkChain checks every entry by itself and in its place, and returns the head.
func (v verification) checkChain(ctx context.Context) (store.LedgerHead, error) {
	last := store.LedgerHead{Hash: domain.FirstLedgerHash}
	for {
		count, err := v.checkBatch(ctx, &last)
		if err != nil {
			return last, err
		}
		if count < verifyBatch {
			break
		}
	}
	if v.printed != nil && v.printed.Number > last.Number {
		v.reportf("entry %d, which was once the head, is missing", v.printed.Number)
	}
	var head store.LedgerHead
	err := v.conn.QueryRowContext(ctx, "SELECT number, hash FROM ledger_head").Scan(&head.Number, &head.Hash)
	if errors.Is(err, sql.ErrNoRows) {
		v.reportf("the head is missing")
		return last, nil
	}
	if err == nil && head != last {
		v.reportf("the head is %d:%s, but the last entry is %d:%s", head.Number, head.Hash, last.Number, last.Hash)
	}
	return head, err
}

// checkBatch checks the entries that follow one, and returns how many it has read.
func (v verification) checkBatch(ctx context.Context, last *store.LedgerHead) (count int, err error) {
	rows, err := v.conn.QueryContext(ctx, "SELECT number, at, kind, assignment, tutor, claim, payout, actor, memo, memoHash, hash, "+store.LedgerAmounts+
		" FROM ledger WHERE number > ? ORDER BY number LIMIT ?", last.Number, verifyBatch)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for ; rows.Next(); count++ {
		var e domain.LedgerEntry
		err := rows.Scan(&e.Number, &e.At, &e.Kind, &e.Assignment, &e.Tutor, &e.Claim, &e.Payout, &e.Actor, &e.Memo, &e.MemoHash, &e.Hash,
			&e.Cash, &e.Customer, &e.Desk, &e.Tutors)
		if err != nil {
			return count, err
		}
		if e.Number != last.Number+1 {
			v.reportf("entry %d follows entry %d: what was between them is missing", e.Number, last.Number)
		}
		// Compared with the stored hash of the entry before, so that one wrong entry is not
		// reported as all that follow it.
		if e.HashOf(last.Hash) != e.Hash {
			v.reportf("entry %d does not have the hash that it should have", e.Number)
		}
		if !e.IsSound() {
			v.reportf("entry %d is not one that the program writes", e.Number)
		}
		*last = store.LedgerHead{Number: e.Number, Hash: e.Hash}
		if v.printed != nil && v.printed.Number == e.Number && v.printed.Hash != e.Hash {
			v.reportf("entry %d was once the head with the hash %s, and is no longer the same", e.Number, v.printed.Hash)
		}
	}
	return count, rows.Err()
}
