package pb_migrations

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Plain tables, because no form, import or record event can reach those. The
		// triggers also refuse whoever writes SQL without knowing what the ledger is.
		err := execute(app.DB(),
			`CREATE TABLE ledger (number INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, assignment TEXT NOT NULL, tutor TEXT NOT NULL,
				claim TEXT NOT NULL, payout TEXT NOT NULL, actor TEXT NOT NULL, memo TEXT NOT NULL, memoHash TEXT NOT NULL,
				cash INTEGER NOT NULL, customer INTEGER NOT NULL, desk INTEGER NOT NULL, tutors INTEGER NOT NULL, hash TEXT NOT NULL)`,
			"CREATE TABLE ledger_head (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, hash TEXT NOT NULL)",
			"INSERT INTO ledger_head VALUES (1, 0, '"+strings.Repeat("0", 64)+"')",
			// Which work is accepted, and since when: a copy that is read faster than the
			// assignments, and with which they are compared.
			"CREATE TABLE ledger_accepted (assignment TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID",
			"INSERT INTO ledger_accepted SELECT id, acceptedAt FROM assignments WHERE acceptedAt != ''",
		)
		if err != nil {
			return err
		}
		if err := enterPast(app); err != nil {
			return err
		}
		if err := countEarnings(app); err != nil {
			return err
		}
		return execute(app.DB(),
			"CREATE INDEX idx_ledger_at ON ledger (at)",
			"CREATE INDEX idx_ledger_kind ON ledger (kind)",
			"CREATE INDEX idx_ledger_assignment ON ledger (assignment) WHERE assignment != ''",
			"CREATE INDEX idx_ledger_tutor ON ledger (tutor) WHERE tutor != ''",
			"CREATE INDEX idx_ledger_adjusted ON ledger (tutor, at) WHERE kind = 'adjusted'",
			// What is owed to a tutor, by assignment.
			"CREATE INDEX idx_ledger_owed ON ledger (tutor, assignment, tutors) WHERE tutor != ''",
			"CREATE INDEX idx_ledger_cash ON ledger (number) WHERE cash != 0",
			"CREATE INDEX idx_ledger_customer ON ledger (number) WHERE customer != 0",
			"CREATE INDEX idx_ledger_desk ON ledger (number) WHERE desk != 0",
			"CREATE INDEX idx_ledger_tutors ON ledger (number) WHERE tutors != 0",
			`CREATE TRIGGER ledger_appended BEFORE INSERT ON ledger WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM ledger)
				BEGIN SELECT RAISE(ABORT, 'entries of the ledger are numbered without gaps'); END`,
			// The memo of an admin may name somebody, so it can be erased. Its hash stays.
			`CREATE TRIGGER ledger_kept BEFORE UPDATE ON ledger WHEN NEW.memo != '' OR OLD.kind != 'adjusted'
				OR (OLD.number, OLD.at, OLD.kind, OLD.assignment, OLD.tutor, OLD.claim, OLD.payout, OLD.actor, OLD.memoHash, OLD.cash, OLD.customer, OLD.desk, OLD.tutors, OLD.hash)
					IS NOT (NEW.number, NEW.at, NEW.kind, NEW.assignment, NEW.tutor, NEW.claim, NEW.payout, NEW.actor, NEW.memoHash, NEW.cash, NEW.customer, NEW.desk, NEW.tutors, NEW.hash)
				BEGIN SELECT RAISE(ABORT, 'entries of the ledger cannot be changed'); END`,
			"CREATE TRIGGER ledger_not_deleted BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'entries of the ledger cannot be deleted'); END",
			"CREATE TRIGGER ledger_head_not_deleted BEFORE DELETE ON ledger_head BEGIN SELECT RAISE(ABORT, 'the head of the ledger cannot be deleted'); END",
		)
	}, func(app core.App) error {
		if err := leaveOutEarnings(app); err != nil {
			return err
		}
		return execute(app.DB(), "DROP TABLE ledger", "DROP TABLE ledger_head", "DROP TABLE ledger_accepted")
	})
}

// enterBatch is how many entries are read and written at once.
const enterBatch = 1000

// pastEntry is an entry of what happened before there was a ledger.
type pastEntry struct {
	Place      int64  `db:"place" json:"-"`
	Number     int    `db:"-" json:"number"`
	At         string `db:"at" json:"at"`
	Kind       string `db:"kind" json:"kind"`
	Assignment string `db:"assignment" json:"assignment"`
	Tutor      string `db:"tutor" json:"tutor"`
	Memo       string `db:"memo" json:"memo"`
	MemoHash   string `db:"-" json:"memoHash"`
	Cash       int    `db:"cash" json:"cash"`
	Customer   int    `db:"customer" json:"customer"`
	Desk       int    `db:"desk" json:"desk"`
	Tutors     int    `db:"tutors" json:"tutors"`
	Hash       string `db:"-" json:"hash"`
}

// enterPast enters finished work with a price, and payments, in the order of time.
func enterPast(app core.App) error {
	err := execute(app.DB(), `CREATE TABLE ledger_past AS
		WITH finished AS (
			SELECT id, tutor, reference, updated, tutorShare, priceCents - max(0, min(priceCents, refundCents - max(0, receivedCents - priceCents))) AS net
			FROM assignments WHERE status IN ('completed', 'graded') AND priceCents > 0
		), shared AS (SELECT *, CASE WHEN tutor = '' THEN 0 ELSE (net * tutorShare + 50) / 100 END AS part FROM finished WHERE net > 0)
		SELECT updated AS at, 'earned' AS kind, id AS assignment, tutor, reference AS memo, 0 AS cash, net AS customer, part - net AS desk, -part AS tutors FROM shared
		UNION ALL
		SELECT created, kind, assignment, '', number, amountCents * (CASE kind WHEN 'received' THEN 1 ELSE -1 END),
			amountCents * (CASE kind WHEN 'received' THEN -1 ELSE 1 END), 0, 0 FROM payments
		ORDER BY 1, 2, 3, 5`)
	if err != nil {
		return err
	}
	number, hash, last := 0, strings.Repeat("0", 64), int64(0)
	for {
		var batch []pastEntry
		err := app.DB().NewQuery("SELECT rowid AS place, * FROM ledger_past WHERE rowid > {:last} ORDER BY rowid LIMIT {:limit}").
			Bind(map[string]any{"last": last, "limit": enterBatch}).All(&batch)
		if err != nil {
			return err
		}
		if len(batch) == 0 {
			break
		}
		for i := range batch {
			number++
			batch[i].Number = number
			batch[i].At = strings.Replace(batch[i].At, " ", "T", 1)
			hash = batch[i].seal(hash)
		}
		last = batch[len(batch)-1].Place
		encoded, err := json.Marshal(batch)
		if err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`INSERT INTO ledger (number, at, kind, assignment, tutor, claim, payout, actor, memo, memoHash, cash, customer, desk, tutors, hash)
			SELECT value ->> 'number', value ->> 'at', value ->> 'kind', value ->> 'assignment', value ->> 'tutor', '', '', 'system', value ->> 'memo', value ->> 'memoHash',
				value ->> 'cash', value ->> 'customer', value ->> 'desk', value ->> 'tutors', value ->> 'hash' FROM json_each({:entries})`).
			Bind(map[string]any{"entries": string(encoded)}).Execute()
		if err != nil {
			return err
		}
	}
	return execute(app.DB(), "DROP TABLE ledger_past", fmt.Sprintf("UPDATE ledger_head SET number = %d, hash = '%s'", number, hash))
}

// seal sets the hashes of an entry that follows one with the given hash.
func (p *pastEntry) seal(previous string) string {
	sum := func(text string) string {
		hash := sha256.Sum256([]byte(text))
		return hex.EncodeToString(hash[:])
	}
	var lines []string
	for i, cents := range []int{p.Cash, p.Customer, p.Desk, p.Tutors} {
		if cents != 0 {
			lines = append(lines, fmt.Sprintf(`{"account":"%s","cents":%d}`, []string{"cash", "customer", "desk", "tutors"}[i], cents))
		}
	}
	p.MemoHash = sum(p.Memo)
	// All texts are ids, kinds and times, in which nothing needs to be escaped.
	p.Hash = sum(previous + "\n" + fmt.Sprintf(
		`{"number":%d,"at":"%s","kind":"%s","assignment":"%s","tutor":"%s","claim":"","payout":"","actor":"system","memo":"%s","lines":[%s]}`,
		p.Number, p.At, p.Kind, p.Assignment, p.Tutor, p.MemoHash, strings.Join(lines, ",")))
	return p.Hash
}

// What the ledger adds to the view of what the tallies should be, and to that of the
// triggers that there should be. Entries are only ever added.
const (
	countedEntries    = "SELECT '', 'entries', kind, '', count(*), 0 FROM (SELECT kind AS kind FROM ledger) GROUP BY kind"
	countedEarnings   = "SELECT tutor, 'earnings', kind, '', count(*), -sum(tutors) FROM (SELECT tutor AS tutor, kind AS kind, tutors AS tutors FROM ledger WHERE tutor != '') GROUP BY tutor, kind"
	recountedEarnings = "\nUNION ALL " + countedEntries + "\nUNION ALL " + countedEarnings
	earningsTriggers  = " UNION ALL SELECT 'ledger_counted'"
)

// countEarnings counts entries, and adds up what tutors earn.
func countEarnings(app core.App) error {
	add := func(row string) string {
		return "INSERT INTO tallies (scope, kind, value, detail, n, amount) " + row + " ON CONFLICT DO UPDATE SET n = n + excluded.n, amount = amount + excluded.amount;\n"
	}
	if err := replaceView(app, "recounted_tallies", func(sql string) string { return sql + recountedEarnings }); err != nil {
		return err
	}
	if err := replaceView(app, "tally_triggers", func(sql string) string { return sql + earningsTriggers }); err != nil {
		return err
	}
	return execute(app.DB(),
		"INSERT INTO tallies "+countedEntries, "INSERT INTO tallies "+countedEarnings,
		"CREATE TRIGGER ledger_counted AFTER INSERT ON ledger\nBEGIN\n"+
			add("VALUES ('', 'entries', NEW.kind, '', 1, 0)")+
			add("SELECT NEW.tutor, 'earnings', NEW.kind, '', 1, -NEW.tutors WHERE NEW.tutor != ''")+"END",
	)
}

// leaveOutEarnings undoes countEarnings.
func leaveOutEarnings(app core.App) error {
	if err := replaceView(app, "recounted_tallies", func(sql string) string { return strings.TrimSuffix(sql, recountedEarnings) }); err != nil {
		return err
	}
	if err := replaceView(app, "tally_triggers", func(sql string) string { return strings.TrimSuffix(sql, earningsTriggers) }); err != nil {
		return err
	}
	return execute(app.DB(), "DROP TRIGGER ledger_counted", "DELETE FROM tallies WHERE kind IN ('entries', 'earnings')")
}
