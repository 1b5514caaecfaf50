package messages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// toDesk returns the mails about new assignments to an admin.
func toDesk(t *testing.T, app *testkit.App, admin testkit.Person) (mails []listed) {
	t.Helper()
	for _, mail := range list(t, app, admin, "") {
		if mail.Kind == "assignment.new" {
			mails = append(mails, mail)
		}
	}
	return mails
}

func TestTheDeskGetsOneMailForTenMinutesOfNews(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Verify(t, ada.Id)
	var made []string
	for _, title := range []string{"Essay on tides", "Report on cells", "Thesis on law", "Notes on Kant"} {
		made = append(made, app.HandIn(t, robin.Token, map[string]string{"title": title}))
		clock.Advance(app, time.Minute)
	}
	app.Call(t, "DELETE", "/api/assignments/"+made[0], robin.Token, nil).Granted(t, 200, nil)
	if found := toDesk(t, app, ada); len(found) != 1 || found[0].Subject != "3 new assignments" || found[0].Status != "queued" {
		t.Fatalf("waiting are %+v", found)
	}
	box := app.UseMailbox(t)
	app.RunJob(t, sendJob)
	sentToDesk := func() (mails []testkit.Mail) {
		for _, mail := range box.Mails() {
			if mail.To == ada.Email() {
				mails = append(mails, mail)
			}
		}
		return mails
	}
	if early := sentToDesk(); len(early) > 0 {
		t.Errorf("after 4 minutes, %d mails were sent", len(early))
	}
	clock.Advance(app, 6*time.Minute)
	app.RunJob(t, sendJob)
	found := sentToDesk()
	if len(found) != 1 || found[0].Subject() != "3 new assignments" {
		t.Fatalf("sent are %+v", found)
	}
	for _, words := range []string{"Report on cells", "Thesis on law", "Notes on Kant", "/assignments/" + made[3], "/admin/dashboard"} {
		if !strings.Contains(found[0].Text, words) {
			t.Errorf("the mail lacks %q:\n%s", words, found[0].Text)
		}
	}
	if strings.Contains(found[0].Text, "tides") {
		t.Errorf("the mail tells of what was deleted:\n%s", found[0].Text)
	}
	app.HandIn(t, robin.Token, nil)
	if found := toDesk(t, app, ada); len(found) != 2 || found[0].Subject != "New assignment: Essay on tides" {
		t.Errorf("what comes later has %+v", found)
	}
	if notices, err := app.FindAllRecords(store.Notices, dbx.HashExp{store.UserField: ada.Id}); err != nil || len(notices) != 4 {
		t.Errorf("there are %d notices, %v", len(notices), err) // one of five went with its assignment
	}
}

func TestAFullQueueSkipsMailsAndSaysWhy(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	waiting := queue(t, app, "visitor@example.com")
	app.CopyRows(t, store.Outbox, waiting.Id, messages.QueueLimit-1, nil)
	skippedMail := queue(t, app, "other@example.com")
	if status, reason := skippedMail.GetString(store.Status), skippedMail.GetString(store.Error); status != "skipped" || reason != "Too many emails were waiting to be sent" {
		t.Errorf("the mail is %s: %s", status, reason)
	}
	if found := list(t, app, ada, "?status=skipped"); len(found) != 1 || found[0].Error == "" {
		t.Errorf("the desk sees %+v", found)
	}
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{"name": "Nia Frost", "email": "nia@example.com", "password": "correct horse"}).Granted(t, 201, nil)
	needed, err := app.FindFirstRecordByData(store.Outbox, store.To, "nia@example.com")
	if err != nil || needed.GetString(store.Status) != "queued" {
		t.Errorf("a mail that an account cannot do without is %v, %v", needed, err)
	}
}

func TestMailsOfTheDeskGatherUnlessTheyCannotWait(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, kind := range messages.RegisteredKinds(app) {
		isForDesk := kind.ByMail && len(kind.Roles) == 1 && kind.Roles[0] == domain.RoleAdmin
		gathers := kind.Several != ""
		if want := isForDesk && !kind.Required && kind.Name != "week"; gathers != want {
			t.Errorf("that mails of the kind %s gather is %v", kind.Name, gathers)
		}
	}
}
