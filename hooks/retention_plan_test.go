package hooks_test

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

// The job runs every minute. It may read what is due, but not what was deleted long ago or
// is kept for months.
func TestFilesToDeleteAreFoundByTheirOwnIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	now := time.Date(2027, 6, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(app, now)
	app.KeepRunning(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	due := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "brief.txt", Content: []byte("The brief")})
	assignment, err := app.FindRecordById(store.Assignments, due)
	if err != nil {
		t.Fatal(err)
	}
	app.Call(t, "POST", "/api/assignments/"+due+"/cancel", robin.Token, map[string]string{"reason": "By mistake"}).Granted(t, 200, nil)
	const recent, soon, past = "2027-05-31 10:00:00.000Z", "2027-06-02 10:00:00.000Z", "2026-06-01 10:00:00.000Z"
	for _, state := range []dbx.Params{
		{"settledAt": ""}, {"settledAt": recent}, {"settledAt": past, "purgeAt": soon}, {"settledAt": past, "purgeAt": past, "purgedAt": past},
	} {
		app.CopyRows(t, store.Assignments, due, 500, state)
	}
	count := func(t *testing.T) (queries int) {
		t.Helper()
		var outside []string
		inside := app.RecordTransactions(func() { outside = app.RecordQueries(func() { app.RunJob(t, "deleteFiles") }) })
		for _, query := range append(outside, inside...) {
			queries++
			verb, _, _ := strings.Cut(strings.TrimSpace(query), " ")
			if !strings.Contains(query, store.Assignments) && !strings.Contains(query, store.Quotes) || verb != "SELECT" && verb != "UPDATE" {
				continue
			}
			for step := range strings.SplitSeq(planOf(t, app, strings.ReplaceAll(query, "<nil>", "NULL")), "; ") {
				if strings.HasPrefix(step, "SCAN ") && !strings.HasPrefix(step, "SCAN CONSTANT") && !strings.Contains(step, "json_each") || strings.Contains(step, "TEMP B-TREE") {
					t.Errorf("the step %s is in\n%s", step, query)
				}
			}
		}
		return queries
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		set := func(values dbx.Params) {
			if _, err := app.NonconcurrentDB().Update(store.Assignments, values, dbx.HashExp{"id": due}).Execute(); err != nil {
				t.Fatal(err)
			}
		}
		set(dbx.Params{"settledAt": recent})
		if queries := count(t); queries != 9 {
			t.Errorf("with nothing to do, there were %d queries: of how long the program runs, and of orders and of quote requests the policies and what is to be announced, deleted and removed", queries)
		}
		set(dbx.Params{"cancelledAt": past, "settledAt": past})
		if queries := count(t); queries > 40 {
			t.Errorf("announcing one order took %d queries", queries)
		}
		found, err := store.FindKeeping(t.Context(), app, due)
		if err != nil || found.PurgeAt != "2027-06-15T10:00:00.000Z" {
			t.Errorf("it was not announced: %+v, %v", found, err)
		}
		set(dbx.Params{"purgeAt": past})
		if queries := count(t); queries > 60 {
			t.Errorf("deleting the files of one order took %d queries", queries)
		}
		set(dbx.Params{"purgeAt": "", "purgedAt": "", store.File: assignment.GetString(store.File)})
	})
}
