package quotes_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// alterRows changes rows around the program, as an older version may have left them.
func alterRows(t *testing.T, app *testkit.App, query string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

const futureDay = "2031-12-01"

func TestAPriceThatNobodyCanPayIsRefused(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	path := "/api/quotes/" + app.AskForQuote(t).Id
	for amount, sentence := range map[string]string{
		"0":          "Amount must be more than zero",
		"0.001":      "Amount must be more than zero",
		"0.0049999":  "Amount must be more than zero",
		"1e-300":     "Amount must be more than zero",
		"-0":         "Amount must be more than zero",
		"-0.001":     "Amount must be more than zero",
		"-5":         "Amount must be more than zero",
		"120.005":    "Amount must have at most two decimals",
		"1000000.01": "Amount must be at most 1,000,000",
		"1e12":       "Amount must be at most 1,000,000",
		"1e300":      "Amount must be at most 1,000,000",
		"1e400":      "amount must be a number",
		`"120"`:      "amount must be a number",
		`"NaN"`:      "amount must be a number",
		"[120]":      "amount must be a number",
		"true":       "amount must be a number",
		"NaN":        "The request body is not valid JSON",
		"Infinity":   "The request body is not valid JSON",
		"null":       "Amount is required",
	} {
		body := `{"status":"quoted","validUntil":"` + futureDay + `","amount":` + amount + `}`
		app.Call(t, "PATCH", path, admin.Token, body).Refused(t, 400, sentence)
	}
	for _, c := range []struct{ sentence, body string }{
		{"Valid until is required", `{"status":"quoted","amount":120}`},
		{"Valid until must be in the future", `{"status":"quoted","amount":120,"validUntil":"2020-01-01"}`},
		{"Valid until is invalid", `{"status":"quoted","amount":120,"validUntil":"10000-01-01"}`},
		{"Valid until is invalid", `{"status":"quoted","amount":120,"validUntil":"9999-12-31T23:59:59-12:00"}`},
		{"validUntil must be text", `{"status":"quoted","amount":120,"validUntil":1924905600000}`},
		{"Note is too long (at most 10,000 characters)", `{"status":"quoted","amount":120,"validUntil":"2031-12-01","note":"` + strings.Repeat("n", 10_001) + `"}`},
		{"Only the customer can accept an offer", `{"status":" ACCEPTED "}`},
		{"Invalid status value", `{"status":"expired"}`},
		{"The request body is not valid JSON", `{"status":"quoted",`},
		{"The request body must be an object", `[]`},
	} {
		app.Call(t, "PATCH", path, admin.Token, c.body).Refused(t, 400, c.sentence)
	}
	if count, err := app.CountRecords(store.Offers); err != nil || count > 0 {
		t.Errorf("there are %d offers, %v", count, err)
	}
	app.Call(t, "PATCH", path, admin.Token, `{"status":"quoted","validUntil":"9999-12-31","amount":0.01}`).Granted(t, 200, nil)
}

func TestADayWithoutATimeEndsWhereTheSiteIs(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	path := "/api/quotes/" + app.AskForQuote(t).Id
	for zone, want := range map[string]string{
		"UTC":                 "2031-12-01T23:59:59.999Z",
		"Australia/Sydney":    "2031-12-01T12:59:59.999Z",
		"America/Los_Angeles": "2031-12-02T07:59:59.999Z",
		"Nowhere/Else":        "2031-12-01T23:59:59.999Z",
	} {
		alterRows(t, app, "UPDATE site SET timeZone = '"+zone+"'")
		var got quote
		app.Call(t, "PATCH", path, admin.Token, map[string]any{"status": "quoted", "amount": 120, "validUntil": futureDay}).Granted(t, 200, &got)
		if got.ValidUntil != want {
			t.Errorf("in %s the offer is valid until %s, want %s", zone, got.ValidUntil, want)
		}
	}
}

func TestTheConsoleOffersNothingWithoutAPrice(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	path := "/api/collections/quotes/records/" + app.AskForQuote(t).Id
	for sentence, body := range map[string]any{
		"Amount is required":                map[string]any{"status": "quoted"},
		"Valid until is required":           map[string]any{"status": "quoted", "amountCents": 12000},
		"Valid until must be in the future": map[string]any{"status": "quoted", "amountCents": 12000, "validUntil": "2020-01-01 00:00:00.000Z"},
	} {
		answer := app.Call(t, "PATCH", path, operator, body)
		if answer.Status != http.StatusBadRequest || !strings.Contains(string(answer.Body), sentence) {
			t.Errorf("got %d %s, want %q", answer.Status, answer.Body, sentence)
		}
	}
	body := map[string]any{"status": "quoted", "amountCents": 12000, "validUntil": "2031-12-01 00:00:00.000Z"}
	app.Call(t, "PATCH", path, operator, body).Granted(t, 200, nil)
	if count, err := app.CountRecords(store.Offers); err != nil || count != 1 {
		t.Errorf("there are %d offers, %v", count, err)
	}
}

func TestARequestPricedBeforeOffersExistedIsOfferedOnRepricing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	old := app.AskForQuote(t)
	alterRows(t, app, "UPDATE quotes SET status = 'quoted', amountCents = 12000")
	visitor := app.Person(t, domain.RoleStudent, "Visitor")
	visitor.SetVerified(true)
	app.MustSave(t, visitor.Record)
	if got, err := app.CountRecords(store.Quotes, dbx.HashExp{store.Student: visitor.Id}); err != nil || got != 1 {
		t.Errorf("the account adopted %d requests, %v", got, err)
	}
	count := func() int64 {
		count, err := app.CountRecords(store.OfferVersionRows, dbx.HashExp{store.Quote: old.Id})
		if err != nil {
			t.Fatal(err)
		}
		return count
	}
	if got := count(); got != 0 {
		t.Errorf("adopting the request made %d offers", got)
	}
	app.Call(t, "PATCH", "/api/quotes/"+old.Id, admin.Token, map[string]any{"status": "quoted"}).Refused(t, 400, "Valid until is required")
	app.Call(t, "PATCH", "/api/quotes/"+old.Id, admin.Token, map[string]any{"validUntil": futureDay}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/quotes/"+old.Id+"/offer-link", admin.Token, nil).Granted(t, 201, nil)
	if got := count(); got != 1 {
		t.Errorf("pricing the request made %d offers", got)
	}
}
