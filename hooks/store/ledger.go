package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// ErrNoLedger says that a database was never migrated to a ledger.
var ErrNoLedger = errors.New("the database has no ledger yet: bring it up to date first")

// LedgerColumns are the columns of the ledger, as domain.LedgerEntry names them.
const LedgerColumns = "number, at, kind, assignment, tutor, claim, payout, actor, memo, memoHash, cash, customer, desk, tutors, hash"

// LedgerAmounts selects the amounts of entries. If somebody has put anything else there, it
// reads as a number.
const LedgerAmounts = "CAST(cash AS INTEGER), CAST(customer AS INTEGER), CAST(desk AS INTEGER), CAST(tutors AS INTEGER)"

// LedgerHead is the number and the hash of the newest entry.
type LedgerHead struct {
	Number int    `db:"number"`
	Hash   string `db:"hash"`
}

// AppendToLedger adds entries to the ledger on behalf of an actor, and returns them with
// their numbers and hashes. Nothing else writes to the ledger. Call it in the transaction of
// what the entries are about: only then do the numbers have no gaps.
func AppendToLedger(ctx context.Context, tx core.App, by Actor, at time.Time, entries ...domain.LedgerEntry) ([]domain.LedgerEntry, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	if !tx.IsTransactional() {
		return nil, errors.New("the ledger is written only within a transaction")
	}
	var head LedgerHead
	if err := tx.DB().NewQuery("SELECT number, hash FROM ledger_head").WithContext(ctx).One(&head); err != nil {
		return nil, err
	}
	actor := string(by.Via)
	if by.Person != nil {
		actor = by.Person.Id
	}
	for i := range entries {
		entry := &entries[i]
		entry.At, entry.Actor = domain.FormatTime(at), actor
		entry.Number, entry.MemoHash = head.Number+1, domain.MemoHash(entry.Memo)
		if !entry.IsSound() {
			return nil, fmt.Errorf("entry %d of the ledger is not sound: %+v", entry.Number, *entry)
		}
		entry.Hash = entry.HashOf(head.Hash)
		head = LedgerHead{entry.Number, entry.Hash}
	}
	encoded, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	_, err = tx.DB().NewQuery("INSERT INTO ledger (" + LedgerColumns + `) SELECT value ->> 'number', value ->> 'at', value ->> 'kind',
			value ->> 'assignment', value ->> 'tutor', value ->> 'claim', value ->> 'payout', value ->> 'actor', value ->> 'memo', value ->> 'memoHash',
			value ->> 'cash', value ->> 'customer', value ->> 'desk', value ->> 'tutors', value ->> 'hash' FROM json_each({:entries})`).
		Bind(dbx.Params{"entries": string(encoded)}).WithContext(ctx).Execute()
	if err != nil {
		return nil, err
	}
	_, err = tx.DB().NewQuery("UPDATE ledger_head SET number = {:number}, hash = {:hash}").
		Bind(dbx.Params{"number": head.Number, "hash": head.Hash}).WithContext(ctx).Execute()
	return entries, err
}

// ReadLedgerStanding reads what an assignment stands at in the ledger.
func ReadLedgerStanding(ctx context.Context, tx core.App, assignment string) (standing domain.LedgerStanding, err error) {
	err = tx.DB().NewQuery(`SELECT coalesce(last.tutor, '') AS tutor, coalesce(last.kind = 'earned', FALSE) AS isOpen, sums.*
		FROM (SELECT coalesce(sum(cash), 0) AS cash, coalesce(sum(customer), 0) AS customer, coalesce(sum(desk), 0) AS desk, coalesce(sum(tutors), 0) AS tutors
			FROM ledger WHERE assignment = {:assignment} AND assignment != '' AND kind IN ('earned', 'reversed', 'credited')) sums
		LEFT JOIN (SELECT tutor, kind FROM ledger WHERE assignment = {:assignment} AND assignment != '' AND kind IN ('earned', 'reversed')
			ORDER BY number DESC LIMIT 1) last ON TRUE`).
		Bind(dbx.Params{"assignment": assignment}).WithContext(ctx).One(&standing)
	return standing, err
}

// LedgerWorkColumns select what the books need to know about the assignment a.
const LedgerWorkColumns = `a.status, a.tutor, CAST(a.priceCents AS INTEGER) AS priceCents, CAST(a.tutorShare AS INTEGER) AS tutorShare,
	(SELECT coalesce(sum(p.amountCents), 0) FROM payments p WHERE p.assignment = a.id AND p.kind = 'received') AS receivedCents,
	(SELECT coalesce(sum(p.amountCents), 0) FROM payments p WHERE p.assignment = a.id AND p.kind = 'returned') AS returnedCents,
	(SELECT coalesce(sum(c.amountCents), 0) FROM claims c WHERE c.assignment = a.id AND c.status IN ('approved', 'paid')) AS refundCents`

// ReadLedgerWork reads what the books need to know about an assignment, and its
// reference. An assignment that is gone counts as one that was never finished. Deleting an
// account is no change of tutor: an assignment that has lost its tutor that way still
// earns for them, whom standing names.
func ReadLedgerWork(ctx context.Context, tx core.App, assignment string, standing domain.LedgerStanding) (work domain.LedgerWork, reference string, err error) {
	var row struct {
		domain.LedgerWork
		Reference string `db:"reference"`
	}
	err = tx.DB().NewQuery("SELECT a.reference, " + LedgerWorkColumns + " FROM assignments a WHERE a.id = {:id}").
		Bind(dbx.Params{"id": assignment}).WithContext(ctx).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return work, "", nil
	}
	if err != nil {
		return work, "", err
	}
	if row.Tutor == "" && standing.IsOpen && standing.Tutor != "" {
		isThere := false
		err = tx.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM users WHERE id = {:id} AND deletingAt = '')").
			Bind(dbx.Params{"id": standing.Tutor}).WithContext(ctx).Row(&isThere)
		if err == nil && !isThere {
			row.Tutor = standing.Tutor
		}
	}
	return row.LedgerWork, row.Reference, err
}

// NoteAcceptance stores since when an assignment is accepted, the zero time if it is not.
func NoteAcceptance(ctx context.Context, tx core.App, assignment string, at time.Time) error {
	query := tx.DB().NewQuery("DELETE FROM ledger_accepted WHERE assignment = {:assignment}")
	if !at.IsZero() {
		query = tx.DB().NewQuery("INSERT INTO ledger_accepted VALUES ({:assignment}, {:at}) ON CONFLICT DO UPDATE SET at = excluded.at")
	}
	_, err := query.Bind(dbx.Params{"assignment": assignment, "at": stored(at)}).WithContext(ctx).Execute()
	return err
}

// HasAdjustment reports whether a tutor's adjustment with an amount and a memo was
// recorded after a time.
func HasAdjustment(ctx context.Context, tx core.App, entry domain.LedgerEntry, since time.Time) (has bool, err error) {
	err = tx.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM ledger WHERE tutor = {:tutor} AND kind = 'adjusted' AND at > {:since} AND tutors = {:cents} AND memoHash = {:hash})`).
		Bind(dbx.Params{"tutor": entry.Tutor, "since": domain.FormatTime(since), "cents": entry.Tutors, "hash": domain.MemoHash(entry.Memo)}).
		WithContext(ctx).Row(&has)
	return has, err
}

// EraseMemos erases the memos of a tutor's adjustments, which may hold names. Their
// hashes stay, and with them the hashes of the entries.
func EraseMemos(ctx context.Context, tx core.App, tutor string) error {
	return execute(ctx, tx, "UPDATE ledger SET memo = '' WHERE tutor = {:tutor} AND tutor != '' AND kind = 'adjusted' AND memo != ''",
		dbx.Params{"tutor": tutor})
}

// EraseMemo erases the memo of one adjustment, and reports whether there was one.
func EraseMemo(ctx context.Context, app core.App, number int) (erased bool, err error) {
	result, err := app.NonconcurrentDB().NewQuery("UPDATE ledger SET memo = '' WHERE number = {:number} AND kind = 'adjusted' AND memo != ''").
		Bind(dbx.Params{"number": number}).WithContext(ctx).Execute()
	if err != nil {
		return false, err
	}
	count, err := result.RowsAffected()
	return count > 0, err
}

// HasUnknownPayee reports whether some ids are not those of tutors, or of people who were
// tutors once and may still be owed something.
func HasUnknownPayee(ctx context.Context, app core.App, ids ...string) (has bool, err error) {
	encoded, err := json.Marshal(ids)
	if err != nil {
		return false, err
	}
	err = app.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM json_each({:ids}) named LEFT JOIN users u ON u.id = named.value
			WHERE u.id IS NULL OR u.role != 'tutor' AND NOT EXISTS (SELECT 1 FROM ledger WHERE tutor = u.id AND tutor != ''))`).
		Bind(dbx.Params{"ids": string(encoded)}).WithContext(ctx).Row(&has)
	return has, err
}
