package hooks_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// The ledger only ever grows. Reading it must not slow down as it does, and neither must
// what each change reads before it writes.
func TestTheLedgerIsReadByIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	finish := func(t *testing.T) string {
		id := app.HandIn(t, robin.Token, nil)
		app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]any{"tutor": kim.Id, "price": 100, "status": "completed"}).Granted(t, 200, nil)
		return id
	}
	work := finish(t)
	entries := []domain.LedgerEntry{}
	for range 700 {
		entries = append(entries, domain.AdjustedEntry(kim.Id, 100), domain.AdjustedEntry(admin.Id, 100))
	}
	err := app.RunInTransaction(func(tx core.App) error {
		_, err := store.AppendToLedger(t.Context(), tx, store.Actor{Via: store.ViaSystem}, clock.Now(app).Add(-time.Hour), entries...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	app.AcceptWork(t)
	get := func(path, token string) func(*testing.T) {
		return func(t *testing.T) { app.Call(t, "GET", path, token, nil).Granted(t, 200, nil) }
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for name, read := range map[string]func(*testing.T){
			"the ledger":           get("/api/ledger", admin.Token),
			"a page":               get("/api/ledger?page=20", admin.Token),
			"an account":           get("/api/ledger?account=desk", admin.Token),
			"a rare account":       get("/api/ledger?account=cash&page=1", admin.Token),
			"a tutor":              get("/api/ledger?tutor="+kim.Id, admin.Token),
			"an assignment":        get("/api/ledger?assignment="+work, admin.Token),
			"a kind":               get("/api/ledger?kind=adjusted", admin.Token),
			"a time":               get("/api/ledger?from=2020-01-01&before=2020-01-02&page=1", admin.Token),
			"earnings":             get("/api/users/earnings?page=3", kim.Token),
			"stats":                get("/api/users/tutor-stats", kim.Token),
			"the tutor dashboard":  get("/api/assignments/tutor-assignments", kim.Token),
			"an export of a tutor": get("/api/ledger/export.csv?tutor="+kim.Id, admin.Token),
			// What is read before something is written.
			"the standing of work": func(t *testing.T) {
				standing, err := store.ReadLedgerStanding(t.Context(), app, work)
				if err != nil || !standing.IsOpen {
					t.Errorf("the standing is %+v, %v", standing, err)
				}
			},
			"a repeated adjustment": func(t *testing.T) {
				if _, err := store.HasAdjustment(t.Context(), app, domain.AdjustedEntry(kim.Id, 5), clock.Now(app)); err != nil {
					t.Error(err)
				}
			},
			"who was a tutor": func(t *testing.T) {
				if is, err := store.HasUnknownPayee(t.Context(), app, admin.Id); err != nil || is {
					t.Error(is, err)
				}
			},
		} {
			queries := 0
			for _, query := range app.RecordQueries(func() { read(t) }) {
				if !strings.HasPrefix(query, "SELECT") || !strings.Contains(query, "ledger") {
					continue
				}
				queries++
				plan := planOf(t, app, query)
				for step := range strings.SplitSeq(plan, "; ") {
					words := strings.Fields(step)
					isScan := words[0] == "SCAN" && slices.Contains([]string{"l", "ledger", "ledger_accepted", "x", "a", "assignments", "c", "claims", "tallies"}, words[1])
					// Along the order, until the page is full, or by an index that holds little else.
					isAlong := strings.Contains(query, "ORDER BY l.number") || strings.Contains(step, " USING ")
					// The first batch of a filtered list may sort the matches once.
					isSort := strings.Contains(step, "TEMP B-TREE") && !strings.Contains(query, "ORDER BY +l.number")
					if isScan && !isAlong || isSort {
						t.Errorf("%s has the step %s\n%s\n%s", name, step, query, plan)
					}
				}
			}
			if queries == 0 && name != "the tutor dashboard" {
				t.Errorf("%s does not read the ledger", name)
			}
		}
	})
}
