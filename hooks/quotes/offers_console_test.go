package quotes_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestTheConsoleDoesNotAcceptAnOffer(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, operator := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Superuser(t)
	quote, _ := app.Offer(t, admin.Token, nil)
	answer := app.Call(t, "PATCH", "/api/collections/quotes/records/"+quote, operator, map[string]any{"status": "accepted"})
	if answer.Status != 400 || !strings.Contains(string(answer.Body), "Only the customer can accept an offer") {
		t.Errorf("got %d %s", answer.Status, answer.Body)
	}
	stored, err := app.FindRecordById(store.Quotes, quote)
	if err != nil || stored.GetString(store.Status) != domain.QuoteQuoted {
		t.Errorf("the request is %s, %v", stored.GetString(store.Status), err)
	}
}

func TestLinksNameTheSiteAndMailsNoForeignHost(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	link := func(origin string) string {
		t.Helper()
		var link struct{ URL string }
		d.Call(t, "POST", origin+"/api/quotes/"+d.quote+"/offer-link", d.admin.Token, nil).Granted(t, 201, &link)
		return link.URL
	}
	if url := link("http://desk.example:81"); !strings.HasPrefix(url, "http://desk.example:81/offers/") {
		t.Errorf("while no address is set, the link is %s", url)
	}
	box := d.UseMailbox(t)
	if url := link("http://stranger.example"); !strings.HasPrefix(url, "https://deskmate.example/offers/") {
		t.Errorf("with an address, the link is %s", url)
	}
	d.Call(t, "PATCH", "http://stranger.example/api/quotes/"+d.quote, d.admin.Token, map[string]any{"amount": 99.5}).Granted(t, 200, nil)
	d.RunJob(t, "sendMails")
	if len(box.Mails()) == 0 {
		t.Error("nothing was mailed")
	}
	for _, mail := range box.Mails() {
		if strings.Contains(mail.Text+mail.HTML, "stranger.example") {
			t.Errorf("the mail %q names the host of a request", mail.Subject())
		}
	}
}

func TestOnlyTheNewestPriceIsMailed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.price(t, 99.5)
	box := d.UseMailbox(t)
	d.RunJob(t, "sendMails")
	var texts []string
	for _, mail := range box.Mails() {
		if strings.HasPrefix(mail.Subject(), "Your quote for ") {
			texts = append(texts, mail.Text)
		}
	}
	if len(texts) != 1 || !strings.Contains(texts[0], "99.50 ") {
		t.Errorf("these offers were mailed: %q", texts)
	}
}
