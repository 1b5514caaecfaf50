package integrity_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/integrity"
	"deskmate/hooks/jobs"
	"deskmate/internal/testkit"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

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
	app.Person(t, rules.RoleAdmin, "Ada Quill")
	operators, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	operator := core.NewRecord(operators)
	operator.SetEmail("operator@example.com")
	operator.SetPassword("secret secret")
	if err := app.Save(operator); err != nil {
		t.Fatal(err)
	}
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
	if found := integrity.Of(app); found.Damage == nil {
		t.Errorf("noted is %+v", found)
	}
	told := map[string]bool{}
	for _, mail := range app.TestMailer.Messages() {
		told[mail.To[0].Address] = strings.Contains(mail.Subject, "the database is damaged")
	}
	if len(told) != 2 || !told["operator@example.com"] {
		t.Errorf("told are %v", told)
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
