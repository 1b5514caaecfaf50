package records_test

import (
	"testing"

	"github.com/pocketbase/dbx"
)

func TestWhatIsInThePoolWasEverInIt(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1795800004_mark_the_pool.go")
	migrate(t, app, before)
	for id, inPool := range map[string]bool{"offered00000001": true, "waiting00000001": false} {
		if _, err := app.DB().Insert("assignments", dbx.Params{"id": id, "reference": id, "inPool": inPool}).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	migrate(t, app, after)
	var ever []string
	if err := app.DB().Select("id").From("assignments").Where(dbx.HashExp{"everInPool": true}).Column(&ever); err != nil {
		t.Fatal(err)
	}
	if len(ever) != 1 || ever[0] != "offered00000001" {
		t.Errorf("marked are %q", ever)
	}
}
