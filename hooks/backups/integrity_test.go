package backups_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"deskmate/hooks/backups"
	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/internal/testkit"
)

const job = "checkDatabase"

type health struct {
	Message string
	Data    struct {
		Database struct {
			State     string
			CheckedAt *string
		}
	}
}

func askHealth(t *testing.T, app *testkit.App, status int) (h health) {
	t.Helper()
	app.Call(t, "GET", "/api/health", "", nil).Granted(t, status, &h)
	return h
}

func TestADamagedDatabaseIsNoticedAndTold(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if h := askHealth(t, app, http.StatusOK); h.Data.Database.State != "unchecked" || h.Message != "API is healthy." {
		t.Errorf("before the first check, the health is %+v", h)
	}
	app.UseMailbox(t)
	app.Person(t, domain.RoleAdmin, "Ada Quill")
	operator := app.Superuser(t)
	app.RunJob(t, job)
	if h := askHealth(t, app, http.StatusOK); h.Data.Database.State != "ok" || h.Data.Database.CheckedAt == nil {
		t.Errorf("an intact database is %+v", h)
	}
	app.Damage(t, "reviews")
	if err := jobs.Run(t.Context(), app, job); err == nil || !strings.Contains(err.Error(), "the database is damaged") {
		t.Errorf("the job returned %v", err)
	}
	if h := askHealth(t, app, http.StatusOK); h.Data.Database.State != "damaged" || h.Message != "The database is damaged." {
		t.Errorf("a damaged database is %+v", h)
	}
	var told struct {
		Message string
		Data    struct {
			CanBackup bool
			Database  struct{ State string }
		}
	}
	app.Call(t, "GET", "/api/health", operator, nil).Granted(t, http.StatusOK, &told)
	if told.Message != "The database is damaged." || told.Data.Database.State != "damaged" || !told.Data.CanBackup {
		t.Errorf("an operator reads %+v", told)
	}
	if found := backups.IntegrityOf(app); found.Damage == nil {
		t.Errorf("noted is %+v", found)
	}
	mailed := map[string]bool{}
	for _, mail := range app.TestMailer.Messages() {
		mailed[mail.To[0].Address] = strings.Contains(mail.Subject, "the database is damaged")
	}
	if len(mailed) != 2 || !mailed["operator@example.com"] {
		t.Errorf("told are %v", mailed)
	}
}

func TestAHealthThatCannotReadTheDatabaseSaysSo(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if _, err := app.DB().NewQuery("ALTER TABLE _params RENAME TO _gone").Execute(); err != nil {
		t.Fatal(err)
	}
	if h := askHealth(t, app, http.StatusServiceUnavailable); h.Data.Database.State != "unreadable" || h.Message != "The database cannot be read." {
		t.Errorf("it is %+v", h)
	}
}

func TestADamagedRequestLogLeavesTheSiteHealthy(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.DamageLog(t)
	path := filepath.Join(app.DataDir(), "auxiliary.db")
	if err := jobs.Run(t.Context(), app, job); err == nil || !strings.Contains(err.Error(), "the log of requests is damaged ("+path) || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("the job returned %v", err)
	}
	if h := askHealth(t, app, http.StatusOK); h.Data.Database.State != "ok" {
		t.Errorf("the health is %+v", h)
	}
}

func TestADamagedIndexIsDamage(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	app.DamageIndex(t, "idx_assignments_student")
	if err := jobs.Run(t.Context(), app, job); err == nil || !strings.Contains(err.Error(), "missing from index idx_assignments_student") {
		t.Errorf("the job returned %v", err)
	}
}
