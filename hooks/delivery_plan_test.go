package hooks_test

import (
	"strings"
	"testing"

	"deskmate/hooks/store"
)

func TestDeliveriesAndReceiptsAreReadByOneIndexedQuery(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 { // rows of other assignments
		f.deliver(t)
	}
	path := "/api/assignments/" + f.delivered.assignment + "/deliveries"
	withAndWithoutStatistics(t, f.app, func(t *testing.T) {
		for _, list := range []struct{ method, path, token, step string }{
			{"GET", path, f.tokens["owner"], "SEARCH d USING INDEX idx_deliveries_version (assignment=?)"},
			{"POST", path + "/1/files/" + f.delivered.file + "/link", f.tokens["owner"], "SEARCH d USING INDEX idx_deliveries_version (assignment=? AND version=?)"},
			{"GET", "/api/receipts/" + f.delivered.receipt, "", "SEARCH d USING INDEX idx_deliveries_receipt (receipt=?)"},
		} {
			read := 0
			for _, query := range f.app.RecordQueries(func() { f.app.Call(t, list.method, list.path, list.token, nil).Granted(t, 200, nil) }) {
				if !strings.Contains(query, store.Deliveries) || strings.HasPrefix(query, "SELECT count(*)") {
					continue
				}
				read++
				if plan := planOf(t, f.app, query); !strings.HasPrefix(plan, list.step) || strings.Contains(plan, "SCAN") || strings.Contains(plan, "TEMP B-TREE") {
					t.Errorf("%s: the plan is %s\n%s", list.path, plan, query)
				}
			}
			if read != 1 {
				t.Errorf("%s was read by %d queries", list.path, read)
			}
		}
	})
}
