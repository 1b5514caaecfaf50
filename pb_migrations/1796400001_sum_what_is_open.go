package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		payouts, err := app.FindCollectionByNameOrId("payouts")
		if err != nil {
			return err
		}
		// The id of a payout is longer from now on: it is made of what the payout says, so that
		// the entries that carry it prove that as well.
		payouts.Fields.GetByName("id").(*core.TextField).Max = 26
		if err := app.Save(payouts); err != nil {
			return err
		}
		// What tutors are owed, by assignment: only what does not come to nothing. Adding up
		// all entries takes longer the more there are; what is open is always little.
		return execute(app.DB(),
			`CREATE TABLE ledger_open (tutor TEXT NOT NULL, assignment TEXT NOT NULL, cents INTEGER NOT NULL, since INTEGER NOT NULL,
				PRIMARY KEY (tutor, assignment)) WITHOUT ROWID`,
			`INSERT INTO ledger_open SELECT tutor, assignment, -sum(tutors), min(number) FROM ledger WHERE tutor != ''
				GROUP BY tutor, assignment HAVING sum(tutors) != 0`,
			`CREATE TRIGGER ledger_summed AFTER INSERT ON ledger WHEN NEW.tutor != '' AND NEW.tutors != 0
				BEGIN
				INSERT INTO ledger_open VALUES (NEW.tutor, NEW.assignment, -NEW.tutors, NEW.number) ON CONFLICT DO UPDATE SET cents = cents + excluded.cents;
				DELETE FROM ledger_open WHERE tutor = NEW.tutor AND assignment = NEW.assignment AND cents = 0;
				END`,
		)
	}, func(app core.App) error {
		// Longer ids stay, and stay valid.
		return execute(app.DB(), "DROP TRIGGER ledger_summed", "DROP TABLE ledger_open")
	})
}
