package store_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// runSearch runs the command and returns what it prints.
func runSearch(t *testing.T, app *testkit.App, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := store.NewSearchCommand(app)
	command.SilenceErrors = true
	command.SetArgs(args)
	command.SetOut(&out)
	command.SetErr(io.Discard)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

func executeSearch(t *testing.T, app *testkit.App, query string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyFindsIndexErrorsAndRebuildFixesThem(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]string{
		"no entry":         "DELETE FROM assignments_search WHERE rowid = (SELECT max(doc) FROM assignments_docs)",
		"no number":        "DELETE FROM assignments_docs WHERE doc = (SELECT max(doc) FROM assignments_docs)",
		"another text":     "UPDATE assignments_search SET title = 'other', subject = '', guestEmail = '' WHERE rowid = (SELECT max(doc) FROM assignments_docs)",
		"another column":   "UPDATE users_search SET email = NULL, name = 'robin vale' WHERE rowid = 1",
		"nothing pending":  "DELETE FROM quotes_pending",
		"no such row":      "INSERT INTO users_docs (id) SELECT id || 'x' FROM users; INSERT INTO users_search (rowid, name) SELECT max(doc), 'abc' FROM users_docs",
		"indexes that are": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			robin := app.Person(t, "student", "Robin Vale")
			app.HandIn(t, robin.Token, nil)
			app.AskForQuote(t)
			executeSearch(t, app, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
				INSERT INTO assignments (id, title, subject) SELECT 'made' || i, 'Tides ' || i, 'Physics' FROM n`)
			if _, err := runSearch(t, app, "rebuild"); err != nil {
				t.Fatal(err)
			}
			app.AskForQuote(t)
			if out, err := runSearch(t, app, "verify"); err != nil || out != "All search indexes are correct.\n" {
				t.Fatalf("printed %q, %v", out, err)
			}
			if spoil == "" {
				return
			}
			executeSearch(t, app, spoil)
			out, err := runSearch(t, app, "verify")
			if err == nil || !strings.Contains(out, "rows missing from the index or indexed incorrectly: 1\n") {
				t.Errorf("printed %q, %v", out, err)
			}
			if _, err := runSearch(t, app, "rebuild"); err != nil {
				t.Fatal(err)
			}
			if out, err := runSearch(t, app, "verify"); err != nil {
				t.Errorf("after rebuilding: printed %q, %v", out, err)
			}
		})
	}
}

func TestTheCommandRefusesADatabaseWithoutIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	executeSearch(t, app, "DROP TABLE quotes_pending")
	for _, command := range []string{"verify", "rebuild"} {
		if _, err := runSearch(t, app, command); err == nil || err.Error() != "the database has no search indexes yet: run `deskmate migrate up` first" {
			t.Errorf("%s: got %v", command, err)
		}
	}
}

func TestVerifyFindsMissingTriggers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	executeSearch(t, app, "DROP TRIGGER users_search_update")
	if _, err := runSearch(t, app, "verify"); err == nil || !strings.Contains(err.Error(), "users_search_update is missing") {
		t.Errorf("got %v", err)
	}
}

// A server remembers how many rows a search finds until their tables change.
func TestRebuildingMakesARunningServerCountAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, "admin", "Ada Quill")
	robin := app.Person(t, "student", "Robin Vale")
	app.HandIn(t, robin.Token, map[string]string{"title": "The tides of Fundy"})
	executeSearch(t, app, "INSERT INTO assignments_search (assignments_search) VALUES ('delete-all')")
	executeSearch(t, app, "DELETE FROM assignments_pending")
	total := func() string {
		return app.Call(t, "GET", "/api/assignments/all?page=1&search=fundy", admin.Token, nil).Header.Get("X-Total-Count")
	}
	if got := total(); got != "0" {
		t.Fatalf("without an index, %s rows are found", got)
	}
	if _, err := runSearch(t, app, "rebuild"); err != nil {
		t.Fatal(err)
	}
	if got := total(); got != "1" {
		t.Errorf("after rebuilding, %s rows are found", got)
	}
}
