package records_test

import (
	"testing"

	"github.com/pocketbase/dbx"
)

func TestStoredTextsAndReferencesFollowTheBetterSearch(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1797100023_count_strangers.go")
	migrate(t, app, before)
	for table, row := range map[string]dbx.Params{
		"assignments": {"id": "a", "reference": "A-1", "title": "Essay", "description": "Call ₀₄₉₁ ₅₇₀ ₀₀₆", "subject": "Law"},
		"payments":    {"id": "p", "number": "P", "reference": "TX–1", "referenceKey": "tx–1"},
		"payouts":     {"id": "o", "number": "O", "reference": "TX\u28001", "referenceKey": "tx\u28001"},
	} {
		if _, err := app.DB().Insert(table, row).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	migrate(t, app, after)
	var got string
	err := app.DB().NewQuery("SELECT a.shownTitle || '|' || a.shownDescription || '|' || p.referenceKey || '|' || o.referenceKey FROM assignments a JOIN payments p JOIN payouts o").Row(&got)
	if want := "|Call [hidden]|tx-1|tx1"; err != nil || got != want {
		t.Errorf("stored is %q, want %q, %v", got, want, err)
	}
}
