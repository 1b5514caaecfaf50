package hooks_test

import (
	"strings"
	"testing"

	"deskmate/hooks/store"
)

// The ledger only grows, and the figures of a year read much of it: from indexes alone,
// without looking at its rows, and without sorting them by month.
func TestFiguresAreReadFromIndexesAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deliver(t)
	multiply(t, f.app, store.Assignments)
	withAndWithoutStatistics(t, f.app, func(t *testing.T) {
		for _, path := range []string{"/api/desk/figures", "/api/desk/figures?from=2017-01-01&before=2027-01-01", "/api/desk/figures.csv"} {
			plans := map[string]string{}
			for _, query := range f.app.RecordQueries(func() { f.app.Call(t, "GET", path, f.tokens["admin"], nil).Granted(t, 200, nil) }) {
				for _, table := range []string{"ledger", store.Assignments} {
					if strings.Contains(query, "FROM "+table) {
						plans[table] += planOf(t, f.app, query)
					}
				}
			}
			for table, step := range map[string]string{
				"ledger":          "SEARCH ledger USING COVERING INDEX idx_ledger_at (at>? AND at<?)",
				store.Assignments: "SEARCH a USING COVERING INDEX idx_assignments_deadlines (dueDate>? AND dueDate<?)",
			} {
				if plan := plans[table]; strings.Count(plan, step) != 1 || strings.Contains(plan, "GROUP BY") || strings.Count(plan, "SCAN") != 1 {
					t.Errorf("%s: the plan is %s", path, plan)
				}
			}
			if !strings.Contains(plans[store.Assignments], "SEARCH d USING INDEX idx_deliveries_version (assignment=? AND version=?)") {
				t.Errorf("%s: deliveries are read by %s", path, plans[store.Assignments])
			}
		}
	})
}
