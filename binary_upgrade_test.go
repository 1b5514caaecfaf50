package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// releasedStates returns the migrations that the database of a released version ended
// with. The first five digits of a migration's name are those of its release.
func releasedStates(t *testing.T) (states []string) {
	t.Helper()
	all := core.AppMigrations.Items()
	for i, migration := range all[:len(all)-1] {
		if all[i+1].File[:5] != migration.File[:5] {
			states = append(states, migration.File)
		}
	}
	if len(states) < 11 {
		t.Fatalf("only %q", states)
	}
	return append(states, "1795200010_limit_quotes.go") // the first release, to whose numbers the next one added
}

func TestAFolderOfEveryReleasedVersionIsUpgradedAndKeepsItsData(t *testing.T) {
	t.Parallel()
	for _, state := range releasedStates(t) {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := testkit.PDF("Tides")
			ids := fillFolderOf(t, dir, state, file)
			if stdout, stderr, code := run(t, "migrate", "up", "--dir="+dir); code != 0 || !strings.Contains(stdout, "Applied ") {
				t.Fatalf("migrating exited with %d and printed %q %q", code, stdout, stderr)
			}
			for _, command := range []string{"ledger", "tallies", "search"} {
				if stdout, stderr, code := run(t, command, "verify", "--dir="+dir); code != 0 {
					t.Errorf("%s verify exited with %d and printed %q %q", command, code, stdout, stderr)
				}
			}
			checkUpgraded(t, serve(t, dir), ids, file)
		})
	}
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
	if work.Title != "Essay on tides" || work.Description != "Two thousand words" || work.Status != "In progress" {
		t.Errorf("the open assignment is %+v", work)
	}
	if status, back := s.get(t, work.FileURL, ""); status != 200 || !bytes.Equal(back, file) {
		t.Errorf("its file: got %d with %d bytes", status, len(back))
	}
	read("/api/assignments/"+ids["done"], tokens["kim"], &work)
	if work.Status != "completed" || work.Grade != "A" || work.Price != 80 {
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

// fillFolderOf makes a data folder as a version with these migrations left it, and returns
// the ids of its rows.
func fillFolderOf(t *testing.T, dir, last string, file []byte) (ids map[string]string) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	migrate := func(last string) {
		t.Helper()
		list := core.MigrationsList{}
		for _, migration := range core.AppMigrations.Items() {
			if migration.File <= last {
				list.Add(migration)
			}
		}
		if _, err := core.NewMigrationsRunner(app, list).Up(); err != nil {
			t.Fatal(err)
		}
	}
	// Versions with a ledger enter finished work there. Here, their own upgrade has done that.
	migrate(min(last, "1795800004_mark_the_pool.go"))
	ids = map[string]string{}
	// A column that the version did not have yet is left out.
	add := func(name, collection string, values map[string]any) {
		t.Helper()
		found, err := app.FindCollectionByNameOrId(collection)
		if err != nil {
			t.Fatal(err)
		}
		record := core.NewRecord(found)
		for column, value := range values {
			if found.Fields.GetByName(column) != nil {
				record.Set(column, value)
			}
		}
		if err := app.SaveNoValidate(record); err != nil {
			t.Fatalf("%s of %s: %v", name, collection, err)
		}
		ids[name] = record.Id
	}
	for name, role := range map[string]string{"robin": "student", "kim": "tutor", "ada": "admin"} {
		add(name, "users", map[string]any{"email": name + "@example.com", "name": name, "password": "quill-1", "role": role, "status": "active"})
	}
	stored, err := filesystem.NewFileFromBytes(file, "essay.pdf")
	if err != nil {
		t.Fatal(err)
	}
	work := map[string]any{
		"title": "Essay on tides", "description": "Two thousand words", "dueDate": "2031-12-01 10:00:00.000Z", "subject": "Physics", "priority": "High",
		"status": "completed", "grade": "A", "priceCents": 8000, "deliveredAt": "2026-02-01 10:00:00.000Z", "student": ids["robin"], "tutor": ids["kim"],
		"reference": "A-UPGRAE", "tutorShare": 100,
	}
	add("done", "assignments", work)
	migrate(last)
	work["status"], work["grade"], work["priceCents"], work["deliveredAt"], work["reference"] = "in_progress", nil, nil, nil, "A-UPGRAD"
	work["file"], work["fileName"], work["fileSize"] = stored, "essay.pdf", len(file)
	add("open", "assignments", work)
	add("rating", "reviews", map[string]any{"assignment": ids["done"], "student": ids["robin"], "tutor": ids["kim"], "rating": 5, "comment": "Clear and kind"})
	add("quote", "quotes", map[string]any{
		"reference": "Q-UPGRAD", "email": "visitor@example.com", "phone": "+61491570006", "countryCode": "AU", "service": "essay-writing", "subject": "PHYS1001",
		"description": "On tides", "deadline": "2031-12-01 06:30:00.000Z", "timeZone": "Australia/Sydney", "pages": 8, "status": "new",
	})
	return ids
}
