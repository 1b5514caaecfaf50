package mail_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deskmate/hooks/mail"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestAdminsSeeMailsWithoutTheirBodies(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
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
	app.Call(t, "POST", path, ada.Token, nil).Refused(t, 409, "This mail is waiting to be sent")
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
	if got := box.Mails(); len(got) != 1 || got[0].Header.Get("Message-ID") != queued.GetString(records.MessageID) {
		t.Errorf("%d mails arrived", len(got))
	}
	app.Call(t, "POST", path, ada.Token, nil).Refused(t, 409, "This mail has been sent")
	app.Call(t, "POST", "/api/mails/missing/send", ada.Token, nil).Refused(t, 404, "Mail not found")
}

func TestEveryKindOfMailHasAPreviewInBothForms(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	dir := filepath.Join(t.TempDir(), "mails")
	count, err := mail.Preview(app, dir)
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
	nia := app.Person(t, rules.RoleStudent, "Nia Frost")
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
