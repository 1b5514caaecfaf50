package demo_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/demo"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// filled lists the collections that Fill writes to.
var filled = []string{store.Users, store.Assignments, store.Reviews, store.Quotes, store.Activities}

func TestFillCreatesDataInEveryStatusAndOnlyOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	now := clock.Now(app)
	if created, err := demo.Fill(context.Background(), app); err != nil || !created {
		t.Fatalf("created %v, %v", created, err)
	}
	counts := countRecords(t, app)
	for i, least := range []int64{12, 60, 15, 8, 200} {
		if counts[i] < least {
			t.Errorf("%d %s, want at least %d", counts[i], filled[i], least)
		}
	}
	if counts[1] != 60+45 {
		t.Errorf("%d assignments, want 60 that were handed in directly and 45 that began as a quote request", counts[1])
	}
	for _, status := range domain.AssignmentStatuses {
		if found, err := app.CountRecords(store.Assignments, dbx.HashExp{store.Status: status}); err != nil || found == 0 {
			t.Errorf("%d assignments are %s, %v", found, status, err)
		}
	}
	for _, status := range domain.QuoteStatuses {
		if found, err := app.CountRecords(store.Quotes, dbx.HashExp{store.Status: status}); err != nil || found == 0 {
			t.Errorf("%d quotes are %s, %v", found, status, err)
		}
	}
	for _, name := range filled {
		var future int
		err := app.DB().NewQuery("SELECT count(*) FROM " + name + " WHERE created > {:now}").
			Bind(dbx.Params{"now": now.UTC().Add(time.Second).Format("2006-01-02 15:04:05.000Z")}).Row(&future)
		if err != nil || future > 0 {
			t.Errorf("%d %s have a creation date in the future, %v", future, name, err)
		}
	}
	if mails, err := app.FindAllRecords(store.Outbox); err != nil || len(mails) != 1 || mails[0].GetString(store.Status) != "failed" {
		t.Errorf("%d mails to invented people are left, want one that failed, %v", len(mails), err)
	}
	// Two of each person, and those of the last two days.
	if unread, err := app.CountRecords(store.Notices, dbx.HashExp{store.ReadAt: ""}); err != nil || unread == 0 || unread > 50 {
		t.Errorf("%d notices are unread, %v", unread, err)
	}
	var robins []struct{}
	app.Call(t, "GET", "/api/notices?unread=true", signIn(t, app, "robin"), nil).Granted(t, 200, &robins)
	if len(robins) == 0 {
		t.Error("the sample student has no unread notice")
	}
	var trends struct{ Trends map[string]*float64 }
	app.Call(t, "GET", "/api/assignments/stats", signIn(t, app, "ada"), nil).Granted(t, 200, &trends)
	for name, trend := range trends.Trends {
		if trend == nil {
			t.Errorf("the trend of %s has no earlier period to compare with", name)
		}
	}

	if created, err := demo.Fill(context.Background(), app); err != nil || created || countRecords(t, app) != counts {
		t.Errorf("the second run: created %v, %v, counts went from %v to %v", created, err, counts, countRecords(t, app))
	}
}

func TestPrintedAccountsCanSignInAndReadTheirFiles(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if _, err := demo.Fill(context.Background(), app); err != nil {
		t.Fatal(err)
	}
	for _, line := range demo.SignIns() {
		role, address, _ := strings.Cut(line, " ")
		key, _, _ := strings.Cut(strings.TrimSpace(address), "@")
		var me struct{ Role string }
		app.Call(t, "GET", "/api/auth/me", signIn(t, app, key), nil).Granted(t, 200, &me)
		if me.Role != role {
			t.Errorf("%q signs in as %s", line, me.Role)
		}
	}
	var assignments []struct{ FileURL string }
	app.Call(t, "GET", "/api/assignments", signIn(t, app, "robin"), nil).Granted(t, 200, &assignments)
	files := 0
	for _, assignment := range assignments {
		if assignment.FileURL != "" {
			files++
			app.Call(t, "GET", assignment.FileURL, "", nil).Granted(t, 200, nil)
		}
	}
	if files == 0 {
		t.Error("none of the student's assignments has a file")
	}
}

func TestFillStopsAtTheFirstFailureAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for _, collection := range filled[:4] {
		t.Run(collection, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			before := countRecords(t, app)
			refused := errors.New("refused by the test")
			failures := 0
			hook := app.OnRecordCreate(collection).BindFunc(func(*core.RecordEvent) error {
				failures++
				return refused
			})
			for _, other := range filled[:4] {
				app.OnRecordCreate(other).BindFunc(func(e *core.RecordEvent) error {
					if failures > 0 && other != collection {
						t.Errorf("a record of %s was created after the failure", other)
					}
					return e.Next()
				})
			}
			created, err := demo.Fill(context.Background(), app)
			if created || !errors.Is(err, refused) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("created %v, %q", created, err)
			}
			if failures != 1 {
				t.Errorf("%d records were refused, want 1", failures)
			}
			if after := countRecords(t, app); after != before {
				t.Errorf("the record counts went from %v to %v", before, after)
			}
			if files := storedFiles(t, app); len(files) > 0 {
				t.Errorf("%d files are left, such as %s", len(files), files[0])
			}

			app.OnRecordCreate(collection).Unbind(hook)
			failures = 0
			if created, err := demo.Fill(context.Background(), app); !created || err != nil {
				t.Errorf("the next run: created %v, %v", created, err)
			}
			if len(storedFiles(t, app)) == 0 {
				t.Error("the next run stored no files")
			}
		})
	}
}

func TestFillRefusesAFolderInUse(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(t *testing.T, app *testkit.App){
		"an account":         func(t *testing.T, app *testkit.App) { app.Person(t, domain.RoleStudent, "Real Person") },
		"a guest assignment": func(t *testing.T, app *testkit.App) { app.HandIn(t, "", nil) },
		"a quote request":    func(t *testing.T, app *testkit.App) { app.AskForQuote(t) },
		"an operator":        func(t *testing.T, app *testkit.App) { app.Superuser(t) },
		"an admin key": func(t *testing.T, app *testkit.App) {
			site, err := store.FindSite(app)
			if err != nil {
				t.Fatal(err)
			}
			site.Set(store.AdminKeyHash, "prepared")
			app.MustSave(t, site)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			use(t, app)
			if created, err := demo.Fill(context.Background(), app); created || !errors.Is(err, demo.ErrNotEmpty) {
				t.Errorf("created %v, %v", created, err)
			}
		})
	}
}

func TestAnUnreadableDatabaseIsNotReportedAsNotEmpty(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if _, err := app.DB().NewQuery("ALTER TABLE quotes RENAME TO elsewhere").Execute(); err != nil {
		t.Fatal(err)
	}
	created, err := demo.Fill(context.Background(), app)
	if created || err == nil || errors.Is(err, demo.ErrNotEmpty) {
		t.Errorf("created %v, %v", created, err)
	}
}

func TestFillLeavesUsedSampleDataUnchanged(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if created, err := demo.Fill(context.Background(), app); !created || err != nil {
		t.Fatalf("created %v, %v", created, err)
	}
	app.Person(t, domain.RoleStudent, "Curious Visitor")
	before := countRecords(t, app)
	if created, err := demo.Fill(context.Background(), app); created || err != nil {
		t.Errorf("the second run: created %v, %v", created, err)
	}
	if after := countRecords(t, app); after != before {
		t.Errorf("the record counts went from %v to %v", before, after)
	}
}

// countRecords returns the number of records in each collection of filled.
func countRecords(t *testing.T, app core.App) (counts [5]int64) {
	t.Helper()
	for i, name := range filled {
		var err error
		if counts[i], err = app.CountRecords(name); err != nil {
			t.Fatal(err)
		}
	}
	return counts
}

// storedFiles returns the paths of all uploaded files.
func storedFiles(t *testing.T, app core.App) (files []string) {
	t.Helper()
	root := filepath.Join(app.DataDir(), "storage")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return files
}

// signIn returns a token for the sample account with the given key.
func signIn(t *testing.T, app *testkit.App, key string) string {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: key + "@demo.example", Password: demo.Password}).Granted(t, 200, &session)
	return session.Token
}
