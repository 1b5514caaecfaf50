package messages_test

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

var unsubscribeLink = regexp.MustCompile(`https://deskmate\.example(/api/unsubscribe/\S+)`)

// sendAll sends all mails and returns the only one to an address.
func sendAll(t *testing.T, app *testkit.App, box *testkit.Mailbox, address string) (found testkit.Mail) {
	t.Helper()
	box.Empty()
	app.RunJob(t, sendJob)
	count := 0
	for _, mail := range box.Mails() {
		if mail.To == address {
			found = mail
			count++
		}
	}
	if count != 1 {
		t.Fatalf("%d mails went to %s: %q", count, address, box.Subjects())
	}
	return found
}

func TestOneClickSwitchesAKindOfMailOff(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	app.HandIn(t, "", map[string]string{"email": "visitor@example.com"})
	app.AskForQuote(t)
	box := app.UseMailbox(t)
	app.RunJob(t, sendJob)
	mails := box.Mails()
	if len(mails) != 3 {
		t.Fatalf("the mails are %q", box.Subjects())
	}
	for _, mail := range mails {
		path := unsubscribeLink.FindStringSubmatch(mail.Text)
		if path == nil || !strings.Contains(mail.HTML, path[1]) {
			t.Fatalf("the mail %q has no link in its text and its HTML", mail.Subject())
		}
		if got := mail.Header.Get("List-Unsubscribe"); got != "<https://deskmate.example"+path[1]+">" {
			t.Errorf("List-Unsubscribe is %q", got)
		}
		if got := mail.Header.Get("List-Unsubscribe-Post"); got != "List-Unsubscribe=One-Click" {
			t.Errorf("List-Unsubscribe-Post is %q", got)
		}
		if strings.Contains(path[1], "@") || strings.Contains(path[1], "example") {
			t.Errorf("the link names an address: %s", path[1])
		}
		browser := httptest.NewRequest("GET", path[1], nil)
		browser.Header.Set("Accept", "text/html,*/*")
		page := app.Send(browser)
		for _, part := range []string{`<form method="post">`, `<title>Stop these emails? · Deskmate</title>`, `<a href="/">Deskmate</a>`} {
			if page.Status != 200 || !strings.Contains(string(page.Body), part) {
				t.Errorf("the page is %d and lacks %s: %s", page.Status, part, page.Body)
			}
		}
	}
	app.HandIn(t, robin.Token, nil)
	app.RunJob(t, sendJob)
	if len(box.Mails()) != 4 {
		t.Errorf("opening the page changed something: %q", box.Subjects())
	}

	for _, mail := range mails {
		click := httptest.NewRequest("POST", unsubscribeLink.FindStringSubmatch(mail.Text)[1], strings.NewReader("List-Unsubscribe=One-Click"))
		click.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		app.Send(click).Granted(t, 200, nil)
	}
	app.HandIn(t, robin.Token, nil)
	app.HandIn(t, "", map[string]string{"email": "visitor@example.com"})
	app.AskForQuote(t)
	box.Empty()
	app.RunJob(t, sendJob)
	if got := box.Subjects(); len(got) != 0 {
		t.Errorf("after the click these were sent: %q", got)
	}
	var settings struct {
		Kinds []struct {
			Kind                string
			App, Mail, Required bool
		}
	}
	app.Call(t, "GET", "/api/users/notice-settings", robin.Token, nil).Granted(t, 200, &settings)
	for _, kind := range settings.Kinds {
		makesNotice := !kind.Required || kind.Kind == "files.announced"
		if kind.Mail != (kind.Kind != "assignment.received") || kind.App != makesNotice {
			t.Errorf("the settings say %+v", kind)
		}
	}
}

func TestAnAlteredUnsubscribeLinkOpensNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	app.HandIn(t, robin.Token, nil)
	box := app.UseMailbox(t)
	path := unsubscribeLink.FindStringSubmatch(sendAll(t, app, box, robin.Email()).Text)[1]
	for name, altered := range map[string]string{
		"another account": strings.Replace(path, robin.Id, nia.Id, 1),
		"another kind":    strings.Replace(path, "received", "graded", 1),
		"a cut secret":    path[:len(path)-1],
		"no secret":       path[:strings.LastIndex(path, ".")],
		"garbage":         "/api/unsubscribe/garbage",
	} {
		for _, method := range []string{"GET", "POST"} {
			if answer := app.Call(t, method, altered, "", nil); answer.Status != 404 {
				t.Errorf("%s, %s: got %d %s", name, method, answer.Status, answer.Body)
			}
			browser := httptest.NewRequest(method, altered, nil)
			browser.Header.Set("Accept", "text/html")
			if page := app.Send(browser); page.Status != 404 || !strings.Contains(string(page.Body), "This link is no longer valid.") {
				t.Errorf("%s, %s: the page is %d %s", name, method, page.Status, page.Body)
			}
		}
	}
	app.Call(t, "POST", path, "", nil).Granted(t, 200, nil)
	app.Call(t, "POST", path, "", nil).Granted(t, 200, nil)
}

func TestWithoutHTTPSTheLinkIsOnlyInTheText(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	box := app.UseMailbox(t)
	app.Settings().Meta.AppURL = "http://deskmate.example/"
	mail := sendAll(t, app, box, robin.Email())
	if mail.Header.Get("List-Unsubscribe") != "" || !strings.Contains(mail.Text, "http://deskmate.example/api/unsubscribe/") {
		t.Errorf("the header is %q, the text\n%s", mail.Header.Get("List-Unsubscribe"), mail.Text)
	}
}

func TestAGuestsLinkStillWorksAfterTheWorkIsAdopted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.HandIn(t, "", map[string]string{"email": "robin.vale@example.com"})
	box := app.UseMailbox(t)
	link := unsubscribeLink.FindStringSubmatch(sendAll(t, app, box, "robin.vale@example.com").Text)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	robin.SetVerified(true)
	app.MustSave(t, robin.Record)
	app.Send(httptest.NewRequest("POST", link[1], nil)).Granted(t, 200, nil)
	app.HandIn(t, robin.Token, nil)
	app.RunJob(t, sendJob)
	if left := box.Subjects(); len(left) != 1 {
		t.Errorf("the mails are %q", left)
	}
}
