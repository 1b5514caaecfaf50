package records_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/records"
)

func TestWorkWithoutAPolicyGetsTheOneOfItsTime(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1797100008_require_policies.go")
	migrate(t, app, before)
	insert := func(table string, values dbx.Params) {
		t.Helper()
		if _, err := app.NonconcurrentDB().Insert(table, values).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	var first string
	if err := app.DB().NewQuery("SELECT id FROM policies").Row(&first); err != nil {
		t.Fatal(err)
	}
	const start = "2026-03-01 00:00:00.000Z"
	for _, version := range []string{"2026-03-01", "2026-03-01.2"} {
		insert("policies", dbx.Params{"id": version, "version": version, "effectiveFrom": start})
	}
	insert("offers", dbx.Params{"id": "offer", "quote": "quote", "status": "accepted"})
	insert("offer_versions", dbx.Params{"id": "priced", "quote": "quote", "offer": "offer", "version": 1, "created": "2026-02-01 00:00:00.000Z"})
	want := map[string]string{}
	for name, c := range map[string]struct{ created, policy, quote, want string }{
		"early":   {"2020-01-01 00:00:00.000Z", "", "", first},
		"before":  {"2026-02-28 23:59:59.999Z", "", "", first},
		"at":      {start, "gone", "", "2026-03-01.2"},
		"pinned":  {"2026-04-01 00:00:00.000Z", "2026-03-01", "", "2026-03-01"},
		"ordered": {"2026-04-01 00:00:00.000Z", "", "quote", first},
	} {
		want[name] = c.want
		insert("assignments", dbx.Params{"id": name, "reference": name, "created": c.created, "policy": c.policy, "quote": c.quote})
	}
	migrate(t, app, after)
	var rows []struct{ ID, Policy string }
	if err := app.DB().NewQuery("SELECT id, policy FROM assignments").All(&rows); err != nil || len(rows) != len(want) {
		t.Fatal(rows, err)
	}
	for _, row := range rows {
		if row.Policy != want[row.ID] {
			t.Errorf("%s follows %q, want %q", row.ID, row.Policy, want[row.ID])
		}
	}
	assignment, err := app.FindRecordById(records.Assignments, "pinned")
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(records.Policy, "")
	if err := app.ValidateWithContext(t.Context(), assignment); err == nil || !strings.Contains(err.Error(), "policy: cannot be blank") {
		t.Errorf("an assignment without a policy: %v", err)
	}
}
