package messages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestAdminsSeeMailsWithoutTheirBodies(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	app.AskForQuote(t)
	mails := list(t, app, ada, "?sort=createdAt")
	if len(mails) != 2 || mails[0].Subject != "Your assignment was handed in: Essay on tides" || mails[0].Status != "queued" ||
		!strings.HasPrefix(mails[1].Subject, "We received your request Q-") || mails[1].To != "visitor@example.com" || mails[1].SentAt != nil || mails[1].NextAt == nil {
		t.Errorf("the mails are %+v", mails)
	}
	if got := list(t, app, ada, "?status=failed,sent"); len(got) != 0 {
		t.Errorf("%d mails have failed or were sent", len(got))
	}
	app.Call(t, "GET", "/api/mails?status=lost", ada.Token, nil).Refused(t, 400, "Invalid status filter")
	app.Call(t, "GET", "/api/mails?sort=body", ada.Token, nil).Refused(t, 400, "Unknown sort field")
}

func TestAnAdminSendsAFailedMailAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	queued := queue(t, app, "visitor@example.com")
	path := "/api/mails/" + queued.Id + "/send"
	app.Call(t, "POST", path, ada.Token, nil).Refused(t, 409, "This email is waiting to be sent")
	box := app.UseMailbox(t)
	answer := testkit.Response(550)
	box.Answer = func(testkit.Mail) testkit.Response { return answer }
	app.RunJob(t, sendJob)
	if got := list(t, app, ada, "?status=failed"); len(got) != 1 || !strings.Contains(got[0].Error, "refused by the test") {
		t.Fatalf("the failed mails are %+v", got)
	}
	answer = testkit.Take
	var again listed
	app.Call(t, "POST", path, ada.Token, nil).Granted(t, 200, &again)
	if again.Status == "failed" || again.Error != "" {
		t.Errorf("the mail is %+v", again)
	}
	app.RunJob(t, sendJob)
	if got := box.Mails(); len(got) != 1 || got[0].Header.Get("Message-ID") != queued.GetString(store.MessageID) {
		t.Errorf("%d mails arrived", len(got))
	}
	app.Call(t, "POST", path, ada.Token, nil).Refused(t, 409, "This email has been sent")
	app.Call(t, "POST", "/api/mails/missing/send", ada.Token, nil).Refused(t, 404, "Email not found")
}

func TestAnAdminSendsAllFailedMailsAgain(t *testing.T) {
	t.Parallel()
	const count = 250
	app := testkit.New(t)
	ada := admin(t, app)
	queue(t, app, "waiting@example.com")
	for status, copies := range map[string]int{"failed": count - 1, "skipped": 1, "sent": 1} {
		mail := queue(t, app, status+"@example.com")
		mail.Set(store.Status, status)
		mail.Set(store.Attempts, 5)
		mail.Set(store.Error, "refused")
		app.MustSave(t, mail)
		app.CopyRows(t, store.Outbox, mail.Id, copies, nil)
	}
	app.DoesNotBlockWriters(t, func() {
		var all struct{ Updated int }
		app.Call(t, "POST", "/api/mails/send-failed", ada.Token, nil).Granted(t, 200, &all)
		if all.Updated != count {
			t.Errorf("%d mails were queued again, want %d", all.Updated, count)
		}
	})
	statuses := map[string]int{}
	for _, mail := range outbox(t, app) {
		if mail.GetString(store.Kind) == "account.admin" {
			continue // of the writer that was not blocked
		}
		statuses[mail.GetString(store.Status)]++
		if mail.GetString(store.Status) == "queued" && (mail.GetInt(store.Attempts) != 0 || mail.GetString(store.Error) != "") {
			t.Errorf("a queued mail is %+v", mail)
		}
	}
	if statuses["queued"] != count+1 || statuses["skipped"] != 2 || statuses["sent"] != 2 || len(statuses) != 3 {
		t.Errorf("the mails are %v", statuses)
	}
	var again struct{ Updated int }
	app.Call(t, "POST", "/api/mails/send-failed", ada.Token, nil).Granted(t, 200, &again)
	if again.Updated != 0 {
		t.Errorf("%d mails were queued although none has failed", again.Updated)
	}
}

func TestAnAdminDismissesAMailThatWasNotSent(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	mail := queue(t, app, "visitor@example.com")
	path := "/api/mails/" + mail.Id
	app.Call(t, "DELETE", path, ada.Token, nil).Refused(t, 409, "This email is waiting to be sent")
	for _, status := range []string{"failed", "skipped"} {
		mail := queue(t, app, status+"@example.com")
		mail.Set(store.Status, status)
		app.MustSave(t, mail)
		var answer struct{ Message string }
		app.Call(t, "DELETE", "/api/mails/"+mail.Id, ada.Token, nil).Granted(t, 200, &answer)
		if answer.Message != "Email dismissed" {
			t.Errorf("the answer is %q", answer.Message)
		}
		app.Call(t, "DELETE", "/api/mails/"+mail.Id, ada.Token, nil).Refused(t, 404, "Email not found")
	}
	mail.Set(store.Status, "sent")
	app.MustSave(t, mail)
	app.Call(t, "DELETE", path, ada.Token, nil).Refused(t, 409, "This email has been sent")
	if left := outbox(t, app); len(left) != 1 {
		t.Errorf("%d mails are left", len(left))
	}
}

func TestEveryKindOfMailHasAPreviewInBothForms(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	dir := filepath.Join(t.TempDir(), "mails")
	count, err := messages.Preview(app, dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2*count || count < 10 {
		t.Fatalf("%d mails, %d files, %v", count, len(files), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<no value>", "%!", "ZgotmplZ", "src=", "<script", "@import", "<table"} {
			if strings.Contains(string(content), bad) {
				t.Errorf("%s contains %s", file.Name(), bad)
			}
		}
		// Every link leads to a page of ours.
		for _, link := range strings.Split(string(content), "://")[1:] {
			if !strings.HasPrefix(link, "localhost:8090/") {
				t.Errorf("%s links to %.40s", file.Name(), link)
			}
		}
	}
}

func TestTextsOfPeopleAreEscapedInMails(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	nia := app.Person(t, domain.RoleStudent, "Nia Frost")
	app.Verify(t, nia.Id)
	app.HandIn(t, nia.Token, map[string]string{"title": "<script>alert(1)</script>\r\nBcc: everybody@example.com"})
	box := app.UseMailbox(t)
	mail := sendAll(t, app, box, nia.Email())
	if strings.Contains(mail.HTML, "<script>") || !strings.Contains(mail.HTML, "&lt;script&gt;") {
		t.Error("the title is not escaped")
	}
	if mail.Header.Get("Bcc") != "" || strings.ContainsAny(mail.Subject(), "\r\n") {
		t.Errorf("the subject is %q", mail.Subject())
	}
}
