package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	recount := func(withCancelled bool) func(core.App) error {
		return func(app core.App) error {
			if err := leaveOutMails(app); err != nil {
				return err
			}
			if err := dropTallies(app); err != nil {
				return err
			}
			if err := keepTallies(app, talliedTables(withCancelled)); err != nil {
				return err
			}
			if err := countMails(app); err != nil {
				return err
			}
			// Totals that are remembered were counted another way.
			return execute(app.DB(), "UPDATE revisions SET n = n + 1")
		}
	}
	m.Register(recount(false), recount(true))
}
