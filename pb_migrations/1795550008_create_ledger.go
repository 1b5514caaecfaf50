package pb_migrations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		// Plain tables, because no form, import or record event can reach those. The
		// triggers also refuse whoever writes SQL without knowing what the ledger is.
		return execute(app,
			`CREATE TABLE ledger (number INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, assignment TEXT NOT NULL, tutor TEXT NOT NULL,
				claim TEXT NOT NULL, payout TEXT NOT NULL, actor TEXT NOT NULL, memo TEXT NOT NULL, memoHash TEXT NOT NULL,
				cash INTEGER NOT NULL, customer INTEGER NOT NULL, desk INTEGER NOT NULL, tutors INTEGER NOT NULL, hash TEXT NOT NULL)`,
			"CREATE TABLE ledger_head (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, hash TEXT NOT NULL)",
			"INSERT INTO ledger_head VALUES (1, 0, '"+strings.Repeat("0", 64)+"')",
			// Which work is accepted, and since when: a copy that is read faster than the
			// assignments, and with which they are compared.
			"CREATE TABLE ledger_accepted (assignment TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID",
			// What tutors are owed, by assignment: only what does not come to nothing. Adding up
			// all entries takes longer the more there are; what is open is always little.
			`CREATE TABLE ledger_open (tutor TEXT NOT NULL, assignment TEXT NOT NULL, cents INTEGER NOT NULL, since INTEGER NOT NULL,
				PRIMARY KEY (tutor, assignment)) WITHOUT ROWID`,

			// The figures of a month are read from this index alone. What tutors got is what the
			// other accounts leave.
			"CREATE INDEX idx_ledger_at ON ledger (at, kind, cash, customer, desk)",
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
			"CREATE INDEX idx_ledger_payout ON ledger (payout, tutor) WHERE payout != ''",

			`CREATE TRIGGER ledger_appended BEFORE INSERT ON ledger WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM ledger)
				BEGIN SELECT RAISE(ABORT, 'entries of the ledger are numbered without gaps'); END`,
			// The memo of an admin may name somebody, so it can be erased. Its hash stays.
			`CREATE TRIGGER ledger_kept BEFORE UPDATE ON ledger WHEN NEW.memo != '' OR OLD.kind != 'adjusted'
				OR (OLD.number, OLD.at, OLD.kind, OLD.assignment, OLD.tutor, OLD.claim, OLD.payout, OLD.actor, OLD.memoHash, OLD.cash, OLD.customer, OLD.desk, OLD.tutors, OLD.hash)
					IS NOT (NEW.number, NEW.at, NEW.kind, NEW.assignment, NEW.tutor, NEW.claim, NEW.payout, NEW.actor, NEW.memoHash, NEW.cash, NEW.customer, NEW.desk, NEW.tutors, NEW.hash)
				BEGIN SELECT RAISE(ABORT, 'entries of the ledger cannot be changed'); END`,
			"CREATE TRIGGER ledger_not_deleted BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'entries of the ledger cannot be deleted'); END",
			"CREATE TRIGGER ledger_head_not_deleted BEFORE DELETE ON ledger_head BEGIN SELECT RAISE(ABORT, 'the head of the ledger cannot be deleted'); END",
			`CREATE TRIGGER ledger_summed AFTER INSERT ON ledger WHEN NEW.tutor != '' AND NEW.tutors != 0
				BEGIN
				INSERT INTO ledger_open VALUES (NEW.tutor, NEW.assignment, -NEW.tutors, NEW.number) ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
				DELETE FROM ledger_open WHERE tutor = NEW.tutor AND assignment = NEW.assignment AND cents = 0;
				END`,
		)
	}, nil)
}
