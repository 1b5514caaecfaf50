package hooks_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// The pool, revisions and held texts are read by indexes, however much other work there is.
func TestThePoolRevisionsAndTextsAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id
	app.Call(t, "PATCH", path, admin.Token, map[string]any{"tutor": kim.Id, "status": "completed"}).Granted(t, 200, nil)
	app.Call(t, "POST", path+"/revisions", robin.Token, map[string]string{"reason": "Write to robin@home.example"}).Granted(t, 201, nil)
	multiply(t, app, store.Assignments)
	offered := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PUT", "/api/assignments/"+offered+"/pool", admin.Token, map[string]bool{"open": true}).Granted(t, 200, nil)
	_, err := app.DB().NewQuery(`WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 600)
		INSERT INTO texts (id, noun, thing, assignment, text, status, created) SELECT 'copy' || n, 'reviews', 'copy' || n, {:id}, 'x', 'released', '2026-01-01 10:00:00.000Z' FROM copies`).
		Bind(dbx.Params{"id": id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	_, err = app.DB().NewQuery(`WITH RECURSIVE copies(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM copies WHERE n < 600)
		INSERT INTO revision_requests (id, assignment, number, reason, dueAt, closedAt) SELECT 'copy' || n, 'other', n, 'x', '2026-01-01 10:00:00.000Z', '2026-01-01 10:00:00.000Z' FROM copies`).Execute()
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string, person testkit.Person) func() {
		return func() { app.Call(t, "GET", path, person.Token, nil).Granted(t, 200, nil) }
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for name, do := range map[string]func(){
			"the pool":             get("/api/assignments/pool?page=1", kim),
			"the pool by earnings": get("/api/assignments/pool?page=1&sort=-earnings", kim),
			"the newest":           get("/api/assignments/pool?page=1&sort=-createdAt", kim),
			"a subject":            get("/api/assignments/pool?page=1&subject=Physics", kim),
			"a search":             get("/api/assignments/pool?page=1&search=tides", kim),
			"what is due":          get("/api/assignments/pool?page=1&due=30d", kim),
			"long work":            get("/api/assignments/pool?page=1&words=long&earnings=50", kim),
			"the summary":          get("/api/assignments/pool/summary", kim),
			"the revisions":        get(path+"/revisions", robin),
			"held texts":           get("/api/texts?page=1&status=held", admin),
			"all texts":            get("/api/texts?page=1", admin),
			"the reminder": func() {
				if _, err := store.FindRevisionsDue(app, clock.Now(app), store.DueWork{}, 10); err != nil {
					t.Fatal(err)
				}
			},
			"the open revision": func() {
				if _, err := store.FindOpenRevisions(app, id); err != nil {
					t.Fatal(err)
				}
			},
		} {
			queries := 0
			for _, query := range app.RecordQueries(do) {
				if !strings.HasPrefix(query, "SELECT") {
					continue
				}
				for step := range strings.SplitSeq(planOf(t, app, query), "; ") {
					queries++
					scans := strings.HasPrefix(step, "SCAN a") || strings.HasPrefix(step, "SCAN x") || strings.HasPrefix(step, "SCAN v") ||
						strings.HasPrefix(step, "SCAN texts") || strings.HasPrefix(step, "SCAN revision")
					if scans && !strings.Contains(step, "idx_assignments_pool") && !strings.Contains(step, "idx_texts_") {
						t.Errorf("%s: the step %s\n%s", name, step, query)
					}
				}
			}
			if queries == 0 {
				t.Errorf("%s: nothing was read", name)
			}
		}
	})
}
