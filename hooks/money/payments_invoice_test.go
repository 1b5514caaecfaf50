package money_test

import (
	"strings"
	"testing"

	"deskmate/hooks/store"
)

// invoice is what admins read, apart from the payments and the policy.
type invoice struct {
	Number, IssuedOn, Seller string
	Buyer                    struct{ Name, Email string }
	Reference, Description   string
	Amount                   float64
	Currency                 string
	AmountPaid, AmountDue    float64
	Instructions             string
}

func (b books) readInvoice(t *testing.T) (shown invoice) {
	t.Helper()
	b.Call(t, "GET", "/api/assignments/"+b.order+"/invoice", b.admin.Token, nil).Granted(t, 200, &shown)
	return shown
}

func TestAnIssuedInvoiceShowsWhatItSaidThen(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	site, err := store.FindSite(b)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.Seller, "Harbour Desk Pty Ltd")
	b.MustSave(t, site)
	b.pay(t, b.order, 60, "TX 1").Granted(t, 201, nil)
	want := b.readInvoice(t)
	if want.Seller != "Harbour Desk Pty Ltd" || want.Buyer.Name != "Robin Vale" || want.Buyer.Email != b.student.Email() || want.Amount != 100 || want.AmountDue != 40 {
		t.Errorf("the invoice is %+v", want)
	}
	site.Set(store.Seller, "Another Desk")
	site.Set(store.Currency, "NZD")
	site.Set(store.Instructions, "Pay {reference} in cash")
	b.MustSave(t, site)
	b.Call(t, "PATCH", "/api/assignments/"+b.order, b.admin.Token, map[string]any{"price": 150}).Granted(t, 200, nil)
	order, err := b.FindRecordById(store.Assignments, b.order)
	if err != nil {
		t.Fatal(err)
	}
	order.Set(store.Title, "Another title")
	b.MustSave(t, order)
	student, err := b.FindRecordById(store.Users, b.student.Id)
	if err != nil {
		t.Fatal(err)
	}
	student.Set(store.Name, "Robin Frost")
	b.MustSave(t, student)
	want.AmountDue, want.Instructions = 90, "Pay "+want.Reference+" in cash"
	if got := b.readInvoice(t); got != want {
		t.Errorf("the invoice is %+v\nwant           %+v", got, want)
	}
}

func TestTheConsoleDoesNotWriteIntoTheBooks(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	operator := b.Superuser(t)
	for collection, sentence := range map[string]string{
		store.Payments:         "Record this on the assignment instead",
		store.Invoices:         "Record this on the assignment instead",
		store.Claims:           "Record this on the assignment instead",
		store.Offers:           "Price the quote request instead",
		store.OfferVersionRows: "Price the quote request instead",
	} {
		answer := b.Call(t, "POST", "/api/collections/"+collection+"/records", operator, map[string]any{
			"assignment": b.order, "kind": "received", "number": "X1", "amountCents": 100, "method": "Cash", "reference": "TX 1",
			"referenceKey": "tx 1", "receivedOn": "2026-01-02", "issuedOn": "2026-01-02", "status": "open",
		})
		if answer.Status != 409 || !strings.Contains(string(answer.Body), sentence) {
			t.Errorf("creating one of %s got %d %s", collection, answer.Status, answer.Body)
		}
	}
	b.pay(t, b.order, 60, "TX 1").Granted(t, 201, nil)
	for collection, field := range map[string]string{store.Payments: store.RecordedBy, store.Invoices: store.BuyerName} {
		document, err := b.FindFirstRecordByData(collection, store.Assignment, b.order)
		if err != nil {
			t.Fatal(err)
		}
		answer := b.Call(t, "PATCH", "/api/collections/"+collection+"/records/"+document.Id, operator, map[string]any{field: ""})
		if answer.Status != 409 || !strings.Contains(string(answer.Body), "Payments and invoices cannot be changed") {
			t.Errorf("clearing %s of %s got %d %s", field, collection, answer.Status, answer.Body)
		}
	}
}
