package store_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestUnmeasuredFilesAreFoundByTheirIndex(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	insert(t, app, dbx.Params{"id": "unmeasured00000", "status": "submitted", "file": "a.pdf"})
	insert(t, app, dbx.Params{"id": "measured0000000", "status": "submitted", "file": "b.pdf", "fileSize": 10})
	insert(t, app, dbx.Params{"id": "without00000000", "status": "submitted"})
	var query string
	db := app.ConcurrentDB().(*dbx.DB)
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, text string, _ *sql.Rows, _ error) { query = text }
	found, err := store.FindUnmeasured(app, "", 10)
	db.QueryLogFunc = nil
	if err != nil || len(found) != 1 || found[0].Id != "unmeasured00000" {
		t.Fatalf("found %v, %v", found, err)
	}
	var plan []struct {
		Detail string `db:"detail"`
	}
	if err := app.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + query).All(&plan); err != nil {
		t.Fatal(err)
	}
	if len(plan) != 1 || !strings.Contains(plan[0].Detail, "idx_assignments_unmeasured") {
		t.Errorf("the plan is %v", plan)
	}
}

func TestStoredBytesCountWhatAnAccountStillHas(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for id, values := range map[string]dbx.Params{
		"first0000000000": {"student": "me", "fileSize": 10},
		"second000000000": {"student": "me", "fileSize": 20},
		"missing00000000": {"student": "me", "fileSize": -1},
		"deleted00000000": {"student": "me", "fileSize": 40, "deletedAt": "2030-01-01 10:00:00.000Z"},
		"others000000000": {"student": "you", "fileSize": 80},
	} {
		values["id"], values["status"] = id, "submitted"
		insert(t, app, values)
	}
	for except, want := range map[string]int64{"": 30, "first0000000000": 20} {
		if got, err := store.ReadStorage(context.Background(), app, "me", except); err != nil || got.Bytes != want {
			t.Errorf("without %q it stores %d bytes, want %d; %v", except, got.Bytes, want, err)
		}
	}
}
