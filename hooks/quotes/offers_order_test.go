package quotes_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestANewAccountAdoptsWhatItsAddressSentBefore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	work := d.HandIn(t, "", map[string]string{"email": asker})
	other := d.AskForQuote(t).Id
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "", map[string]any{
		"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password,
	}).Granted(t, 201, nil)
	account, err := store.FindUserByEmail(d, asker)
	if err != nil {
		t.Fatal(err)
	}
	d.RunJob(t, "adoptGuestWork")
	d.RunJob(t, "adoptQuotes")
	for collection, id := range map[string]string{store.Assignments: work, store.Quotes: other} {
		if count, err := d.CountRecords(collection, dbx.HashExp{store.ID: id, store.Student: account.Id}); err != nil || count != 1 {
			t.Errorf("what was sent to %s is not theirs, %v", collection, err)
		}
	}
}

func TestAServiceWithALongNameCanBeOrdered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	if _, err := d.NonconcurrentDB().NewQuery("UPDATE services SET name = {:name}").Bind(dbx.Params{"name": strings.Repeat("é", 100)}).Execute(); err != nil {
		t.Fatal(err)
	}
	var accepted struct{ Assignment, Token string }
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "", map[string]any{
		"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password,
	}).Granted(t, 201, &accepted)
	var got struct{ Title, Type string }
	d.Call(t, "GET", "/api/assignments/"+accepted.Assignment, accepted.Token, nil).Granted(t, 200, &got)
	if got.Type != strings.Repeat("é", 60) || got.Title != strings.Repeat("é", 100)+": PHYS1001" {
		t.Errorf("the order is %+v", got)
	}
}

func TestTheConsoleDoesNotOfferWhatWasAccepted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	operator := d.Superuser(t)
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "", map[string]any{
		"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password,
	}).Granted(t, 201, nil)
	path := "/api/collections/quotes/records/" + d.quote
	for _, change := range []map[string]any{{"status": "quoted"}, {"status": "new"}, {"amountCents": 1}, {"note": "x"}, {"validUntil": "2031-01-01 00:00:00.000Z"}} {
		if answer := d.Call(t, "PATCH", path, operator, change); answer.Status != 409 || !strings.Contains(string(answer.Body), "An accepted quote cannot be changed") {
			t.Errorf("%v: got %d %s", change, answer.Status, answer.Body)
		}
	}
	d.Call(t, "PATCH", path, operator, map[string]any{"phone": "0491 570 157"}).Granted(t, 200, nil)
	if open, err := store.FindOpenOffer(d, d.quote); err != nil || open != nil {
		t.Errorf("there is an open offer: %v, %v", open, err)
	}
}
