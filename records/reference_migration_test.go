package records_test

import (
	"testing"

	"github.com/pocketbase/dbx"
)

func TestStoredReferencesAreComparedAsNewOnes(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1797100004_prepare_texts.go")
	migrate(t, app, before)
	want := map[string]string{"ＴＸ　１": "tx1", "T\u200bX 2": "tx2", "TX 3": "tx3", "ＴＸ 3": "ｔｘ 3"}
	for _, stored := range [][2]string{{"ＴＸ　１", "ｔｘ　１"}, {"T\u200bX 2", "t\u200bx 2"}, {"TX 3", "tx 3"}, {"ＴＸ 3", "ｔｘ 3"}} {
		for _, table := range []string{"payments", "payouts"} {
			reference, key := stored[0], stored[1]
			row := dbx.Params{"id": table + key, "number": table + key, "reference": reference, "referenceKey": key}
			if _, err := app.DB().Insert(table, row).Execute(); err != nil {
				t.Fatal(err)
			}
		}
	}
	migrate(t, app, after)
	for _, table := range []string{"payments", "payouts"} {
		var rows []struct {
			Reference string `db:"reference"`
			Key       string `db:"referenceKey"`
		}
		if err := app.DB().Select("reference", "referenceKey").From(table).All(&rows); err != nil || len(rows) != len(want) {
			t.Fatal(rows, err)
		}
		for _, row := range rows {
			if row.Key != want[row.Reference] {
				t.Errorf("the reference %q of %s is compared as %q, want %q", row.Reference, table, row.Key, want[row.Reference])
			}
		}
	}
}

func TestStoredTextsAreSearchedOnceForContactDetails(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, "1797100004_prepare_texts.go")
	migrate(t, app, before)
	for table, row := range map[string]dbx.Params{
		"assignments": {"id": "a", "reference": "A-1", "title": "Essay", "description": "Call 0491 570 006", "subject": "Law, kim@home.example"},
		"users":       {"id": "u", "email": "u@example.com", "tokenKey": "u", "name": "Kim 0491 570 006", "firstName": "Kim", "lastName": "0491 570 006"},
	} {
		if _, err := app.DB().Insert(table, row).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	migrate(t, app, after)
	var got string
	err := app.DB().NewQuery(`SELECT a.title || '|' || a.shownTitle || '|' || a.shownDescription || '|' || a.shownSubject || '|' || u.name || '|' || u.lastName
		FROM assignments a JOIN users u`).Row(&got)
	if want := "Essay||Call [hidden]|Law, [hidden]|Kim [hidden]|[hidden]"; err != nil || got != want {
		t.Errorf("stored is %q, want %q, %v", got, want, err)
	}
}
