package offers_test

import (
	"strings"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestTheConsoleDoesNotAcceptAnOffer(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, operator := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Superuser(t)
	quote, _ := app.Offer(t, admin.Token, nil)
	answer := app.Call(t, "PATCH", "/api/collections/quotes/records/"+quote, operator, map[string]any{"status": "accepted"})
	if answer.Status != 400 || !strings.Contains(string(answer.Body), "Only the customer can accept an offer") {
		t.Errorf("got %d %s", answer.Status, answer.Body)
	}
	stored, err := app.FindRecordById(records.Quotes, quote)
	if err != nil || stored.GetString(records.Status) != rules.QuoteQuoted {
		t.Errorf("the request is %s, %v", stored.GetString(records.Status), err)
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
