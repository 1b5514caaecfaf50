package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

func TestARecordedFolderIsTakenOverAndKeepsItsData(t *testing.T) {
	t.Parallel()
	dir := testkit.RecordedFolder(t)
	file := testkit.PDF("Tides")
	ids := fillFolder(t, dir, file)
	before := rowsOf(t, dir)
	if stdout, stderr, code := run(t, "migrate", "up", "--dir="+dir); code != 0 || strings.Contains(stdout, "1795550") {
		t.Fatalf("migrating exited with %d and printed %q %q", code, stdout, stderr)
	}
	for table, rows := range rowsOf(t, dir) {
		if table != core.DefaultMigrationsTable && rows != before[table] {
			t.Errorf("%s has the rows\n%s\nand had\n%s", table, rows, before[table])
		}
	}
	for _, command := range []string{"ledger", "tallies", "search"} {
		if stdout, stderr, code := run(t, command, "verify", "--dir="+dir); code != 0 {
			t.Errorf("%s verify exited with %d and printed %q %q", command, code, stdout, stderr)
		}
	}
	checkUpgraded(t, serve(t, dir), ids, file)
}

func TestAFolderThatMissedASquashedMigrationIsRefused(t *testing.T) {
	t.Parallel()
	dir := testkit.RecordedFolder(t)
	missMigration(t, filepath.Join(dir, "data.db"))
	before := rowsOf(t, dir)
	for _, command := range []string{"serve", "migrate", "doctor"} {
		stdout, stderr, code := run(t, command, "--dir="+dir)
		if code != 1 || !strings.Contains(stdout+stderr, "this database was last upgraded before commit 32647ef: run `deskmate migrate up` of that commit on it") {
			t.Errorf("%s exited with %d and printed %q %q", command, code, stdout, stderr)
		}
	}
	if after := rowsOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("there are the rows %v and there were %v", after, before)
	}
}

// unsquash makes a database look as if the last program with the squashed migrations had left
// it.
func unsquash(t *testing.T, path string) {
	t.Helper()
	edit(t, path, "ATTACH '"+filepath.Join(testkit.RecordedFolder(t), "data.db")+"' AS recorded; DELETE FROM main._migrations; "+
		"INSERT INTO main._migrations SELECT * FROM recorded._migrations; DETACH recorded")
}

// missMigration makes such a database look as if an earlier program had left it.
func missMigration(t *testing.T, path string) {
	t.Helper()
	edit(t, path, "DELETE FROM _migrations WHERE file = '1797100024_remember_addresses.go'")
}

// edit executes statements on a database, and leaves one file.
func edit(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements + "; PRAGMA journal_mode=DELETE"); err != nil {
		t.Fatal(err)
	}
}

// rowsOf returns the rows of all tables.
func rowsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var tables []string
	err = db.NewQuery("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'").Column(&tables)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, table := range tables {
		var all []dbx.NullStringMap
		if err := db.NewQuery("SELECT * FROM [[" + table + "]] ORDER BY 1").All(&all); err != nil {
			t.Fatal(err)
		}
		encoded, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		rows[table] = string(encoded)
	}
	return rows
}

// checkUpgraded checks that people can go on with what they had before the upgrade.
func checkUpgraded(t *testing.T, s *server, ids map[string]string, file []byte) {
	t.Helper()
	tokens := map[string]string{}
	for _, name := range []string{"robin", "kim", "ada"} {
		tokens[name] = s.logIn(t, name+"@example.com")
	}
	read := func(path, token string, into any) {
		t.Helper()
		status, body := s.get(t, path, token)
		if status != 200 || json.Unmarshal(body, into) != nil {
			t.Fatalf("%s: got %d %s", path, status, body)
		}
	}
	var work struct {
		Title, Description, Status, FileURL, Grade string
		Price                                      float64
	}
	read("/api/assignments/"+ids["open"], tokens["robin"], &work)
	if work.Title != "Essay on tides" || work.Description != "Two thousand words" || work.Status != "In progress" || work.Price != 80 {
		t.Errorf("the open assignment is %+v", work)
	}
	if status, back := s.get(t, work.FileURL, ""); status != 200 || !bytes.Equal(back, file) {
		t.Errorf("its file: got %d with %d bytes", status, len(back))
	}
	read("/api/assignments/"+ids["done"], tokens["kim"], &work)
	if work.Status != "completed" || work.Grade != "A" {
		t.Errorf("the finished assignment is %+v", work)
	}
	var stats struct {
		TotalAssignments int `json:"totalAssignments"`
	}
	read("/api/assignments/stats", tokens["ada"], &stats)
	if stats.TotalAssignments != 2 {
		t.Errorf("the statistics are %+v", stats)
	}
	var rating struct {
		Rating  int
		Comment string
	}
	read("/api/assignments/"+ids["done"]+"/rating", tokens["robin"], &rating)
	if rating.Rating != 5 || rating.Comment != "Clear and kind" {
		t.Errorf("the rating is %+v", rating)
	}
	var quote struct{ Email, Description string }
	read("/api/quotes/"+ids["quote"], tokens["ada"], &quote)
	if quote.Email != "visitor@example.com" || quote.Description != "On tides" {
		t.Errorf("the quote request is %+v", quote)
	}
	// They can also go on working.
	kind, body := form(t, file)
	var made struct {
		ID string `json:"_id"`
	}
	if status := s.post(t, "/api/assignments", tokens["robin"], kind, body, &made); status != 201 {
		t.Errorf("submitting: got %d", status)
	}
}

// fillFolder adds what people have done to a recorded folder, and returns the ids of its rows.
func fillFolder(t *testing.T, dir string, file []byte) (ids map[string]string) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	ids = map[string]string{}
	add := func(name, collection string, values map[string]any) {
		t.Helper()
		found, err := app.FindCollectionByNameOrId(collection)
		if err != nil {
			t.Fatal(err)
		}
		record := core.NewRecord(found)
		record.Load(values)
		if err := app.Save(record); err != nil {
			t.Fatalf("%s of %s: %v", name, collection, err)
		}
		ids[name] = record.Id
	}
	for name, role := range map[string]string{"robin": "student", "kim": "tutor", "ada": "admin"} {
		add(name, "users", map[string]any{"email": name + "@example.com", "name": name, "password": "quill-1", "role": role, "status": "active"})
	}
	policy, err := app.FindFirstRecordByData("policies", "version", "2024-07-01")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := filesystem.NewFileFromBytes(file, "essay.pdf")
	if err != nil {
		t.Fatal(err)
	}
	work := map[string]any{
		"title": "Essay on tides", "description": "Two thousand words", "dueDate": "2031-12-01 10:00:00.000Z", "subject": "Physics", "priority": "High",
		"status": "completed", "grade": "A", "deliveredAt": "2026-02-01 10:00:00.000Z", "student": ids["robin"], "tutor": ids["kim"],
		"policy": policy.Id, "reference": "A-UPGRAE", "tutorShare": 100,
	}
	add("done", "assignments", work)
	work["status"], work["grade"], work["deliveredAt"], work["reference"], work["priceCents"] = "in_progress", "", "", "A-UPGRAD", 8000
	work["file"], work["fileName"], work["fileSize"] = stored, "essay.pdf", len(file)
	add("open", "assignments", work)
	add("rating", "reviews", map[string]any{"assignment": ids["done"], "student": ids["robin"], "tutor": ids["kim"], "rating": 5, "comment": "Clear and kind"})
	add("quote", "quotes", map[string]any{
		"reference": "Q-UPGRAD", "email": "visitor@example.com", "phone": "+61491570006", "countryCode": "AU", "service": "essay-writing", "subject": "PHYS1001",
		"description": "On tides", "deadline": "2031-12-01 06:30:00.000Z", "timeZone": "Australia/Sydney", "pages": 8, "status": "new", "currency": "AUD", "termsVersion": "2024-07-01",
	})
	return ids
}
