package hooks_test

import (
	"net/http"
	"strings"
	"testing"

	"deskmate/hooks/store"
)

// TestOnlySuperusersReachTheRecordsOfOrders checks that PocketBase's own endpoints answer
// as if these collections did not exist, for records that do.
func TestOnlySuperusersReachTheRecordsOfOrders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.app.Call(t, "PATCH", "/api/quotes/"+f.quote, f.tokens["admin"], map[string]any{"status": "quoted", "amount": 120.5, "validUntil": "2031-01-01"}).Granted(t, 200, nil)
	order := f.app.HandIn(t, f.tokens["owner"], nil)
	path := "/api/assignments/" + order
	f.app.Call(t, "PATCH", path, f.tokens["admin"], map[string]any{"price": 100}).Granted(t, 200, nil)
	f.app.Call(t, "POST", path+"/payments", f.tokens["admin"], map[string]any{"amount": 50, "method": "Cash", "reference": "TX 1"}).Granted(t, 201, nil)
	f.app.Call(t, "POST", path+"/cancel", f.tokens["owner"], map[string]any{"reason": "No longer needed"}).Granted(t, 200, nil)
	notFound := string(f.app.Call(t, "GET", "/api/collections/nosuch/records", "", nil).Body)
	for _, collection := range []string{store.Offers, store.OfferVersionRows, store.Payments, store.Claims, store.Invoices, store.Deliveries, store.Revisions, store.Texts} {
		stored, err := f.app.FindFirstRecordByFilter(collection, "id != ''")
		if err != nil {
			t.Fatalf("%s: %v", collection, err)
		}
		for _, name := range []string{collection, stored.Collection().Id} {
			for _, endpoint := range closedEndpoints {
				method, rest, _ := strings.Cut(strings.ReplaceAll(endpoint, "{id}", stored.Id), " ")
				for _, caller := range []string{"anonymous", "owner", "other student", "assigned tutor", "admin", "inactive", "garbage token"} {
					answer := f.app.Call(t, method, "/api/collections/"+name+rest, f.tokens[caller], map[string]any{"amountCents": 1, "status": "open", "nonce": "known"})
					if answer.Status != http.StatusNotFound || string(answer.Body) != notFound {
						t.Errorf("%s %s%s as %s: got %d %s", method, name, rest, caller, answer.Status, answer.Body)
					}
				}
			}
		}
		f.app.Call(t, "GET", "/api/collections/"+collection+"/records/"+stored.Id, f.tokens["superuser"], nil).Granted(t, 200, nil)
	}
}
