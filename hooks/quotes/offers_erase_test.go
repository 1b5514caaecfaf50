package quotes_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// What must be kept for the books keeps amounts and references, and loses names and texts.
func TestADeletedAccountsOrderKeepsAmountsButNoTexts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{"note": "As we told Vic"}).Granted(t, 200, nil)
	var accepted struct{ Assignment, Token string }
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "", map[string]any{
		"version": 2, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password,
	}).Granted(t, 201, &accepted)
	if answer := d.Call(t, "DELETE", "/api/collections/quotes/records/"+d.quote, d.Superuser(t), nil); answer.Status < 400 || answer.Status > 499 {
		t.Errorf("a quote that became an order was deleted in the console: got %d", answer.Status)
	}
	d.Call(t, "DELETE", "/api/users/delete-account", accepted.Token, testkit.CurrentPassword).Refused(t, 409, "Finish or cancel your open orders first")
	d.Call(t, "POST", "/api/assignments/"+accepted.Assignment+"/cancel", accepted.Token, map[string]string{"reason": "Vic needs it no more"}).Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/users/delete-account", accepted.Token, testkit.CurrentPassword).Granted(t, 200, nil)

	quote, err := d.FindRecordById(store.Quotes, d.quote)
	if err != nil || quote.GetString(store.Reference) == "" || quote.GetInt(store.AmountCents) != 12050 {
		t.Fatalf("the quote is %v, %v", quote, err)
	}
	order, err := d.FindRecordById(store.Assignments, accepted.Assignment)
	if err != nil || order.GetString(store.Reference) == "" || order.GetInt(store.PriceCents) != 12050 {
		t.Fatalf("the order is %v, %v", order, err)
	}
	kept := []*core.Record{quote, order}
	for _, collection := range []string{store.Offers, store.OfferVersionRows, store.Claims, store.Invoices, store.Outbox} {
		rows, err := d.FindAllRecords(collection)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, rows...)
	}
	for _, record := range kept {
		text, err := json.Marshal(record.FieldsData())
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"told vic", "vic needs", "vic stone", asker, "tides", "+61"} {
			if strings.Contains(strings.ToLower(string(text)), word) {
				t.Errorf("%s still holds %q: %s", record.Collection().Name, word, text)
			}
		}
	}
}
