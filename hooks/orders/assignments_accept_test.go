package orders_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestTheJobReadsOnlyWorkWhoseWindowsMayHaveClosed(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	start := time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(app, start)
	id := app.HandIn(t, "", nil)
	patch(t, app, admin, id, map[string]any{"status": "graded"})
	isAccepted := func() bool {
		t.Helper()
		assignment, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		return assignment.GetString(store.AcceptedAt) != ""
	}
	// found returns how many rows the job reads.
	found := func() (count int) {
		t.Helper()
		for _, query := range app.RecordQueries(func() { app.RunJob(t, "acceptWork") }) {
			if !strings.Contains(query, "windowsStart <") || !strings.HasPrefix(query, "SELECT") {
				continue
			}
			rows := []dbx.NullStringMap{}
			if err := app.DB().NewQuery(query).All(&rows); err != nil {
				t.Fatal(err)
			}
			count += len(rows)
		}
		return count
	}
	closing := start.Add(3 * 24 * time.Hour) // of the refund window, which is the longer one
	for _, at := range []time.Time{start.Add(time.Minute), start.Add(2*24*time.Hour + time.Minute), closing} {
		clock.Set(app, at)
		if count := found(); count != 0 || isAccepted() {
			t.Errorf("at %v, the job read %d assignments; accepted: %t", at, count, isAccepted())
		}
	}
	clock.Set(app, closing.Add(time.Millisecond))
	app.RunJob(t, "acceptWork")
	if !isAccepted() {
		t.Error("the work was not accepted after its windows had closed")
	}
}
