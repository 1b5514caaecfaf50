package backups_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/backups"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/disk"
	"deskmate/internal/testkit"
)

// starts checks whether a start finds that the database was restored.
func starts(t *testing.T, app *testkit.App, when string, want bool) {
	t.Helper()
	if isRestored, err := backups.Start(app); isRestored != want || err != nil {
		t.Errorf("%s: restored is %v, %v", when, isRestored, err)
	}
}

func markOf(t *testing.T, app *testkit.App) string {
	t.Helper()
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	return site.GetString(store.Mark)
}

func setMark(t *testing.T, app *testkit.App, mark string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().Update(store.Site, dbx.Params{store.Mark: mark}, nil).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyAnEarlierDatabaseCountsAsRestored(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	starts(t, app, "the first start", false)
	starts(t, app, "the next one", false)
	stopped := markOf(t, app)
	starts(t, app, "one after it", false)
	running := markOf(t, app)
	mustCreate(t, app, t.Context())
	starts(t, app, "after a backup", false)
	for when, mark := range map[string]string{"from before a start": stopped, "from a backup": running, "of an earlier version": ""} {
		setMark(t, app, mark)
		if _, has := mustCreate(t, app, t.Context())[disk.MarksFile]; has { // a backup before the start changes nothing
			t.Error("the marks are in the backup")
		}
		starts(t, app, when, true)
		starts(t, app, when+", again", false)
	}
	// What a crash in the middle leaves.
	for when, mark := range map[string]string{"before the commit": "last", "after it": "next", "before the commit of the first start": ""} {
		set(t, app, "", "last", "next")
		setMark(t, app, mark)
		starts(t, app, when, false)
	}
	set(t, app, disk.Continued)
	starts(t, app, "the site goes on from its copy", false)
	set(t, app, disk.Restored)
	starts(t, app, "the copy was restored as it was at a time", true)
	set(t, app)
	starts(t, app, "the database came alone", true)
}

func set(t *testing.T, app *testkit.App, marks ...string) {
	t.Helper()
	if err := disk.SetMarks(app.DataDir(), marks...); err != nil {
		t.Fatal(err)
	}
}

func TestARestoredDatabaseAdmitsNobody(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Superuser(t)
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", robin.Token, nil).Granted(t, 201, &calendar)
	path := calendar.URL[strings.Index(calendar.URL, "/api/"):]
	app.Call(t, "POST", "/api/collections/users/request-password-reset", "", map[string]string{"email": robin.Email()}).Granted(t, 204, nil)
	link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	starts(t, app, "the first start", false)
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
	app.Call(t, "GET", path, "", nil).Granted(t, 200, nil)
	app.Call(t, "GET", "/api/settings", operator, nil).Granted(t, 200, nil)
	set(t, app, disk.Restored)
	starts(t, app, "after a restore", true)
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "GET", path, "", nil).Refused(t, 404, "Calendar not found")
	if answer := app.Call(t, "GET", "/api/settings", operator, nil); answer.Status < 400 {
		t.Errorf("the operator: got %d", answer.Status)
	}
	reset := map[string]string{"token": link, "password": "new horse", "passwordConfirm": "new horse"}
	if answer := app.Call(t, "POST", "/api/collections/users/confirm-password-reset", "", reset); answer.Status < 400 {
		t.Errorf("the mailed link: got %d", answer.Status)
	}
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
}
