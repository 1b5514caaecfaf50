package quotes_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const asker = "visitor@example.com"

// desk is an app with an admin and a priced quote request.
type desk struct {
	*testkit.App
	admin testkit.Person
	quote string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	app := testkit.New(t)
	d := desk{App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Stone")}
	d.quote = app.AskForQuote(t).Id
	d.price(t, 120.5)
	return d
}

func (d desk) price(t *testing.T, amount float64) {
	t.Helper()
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{
		"status": "quoted", "amount": amount, "validUntil": domain.FormatTime(clock.Now(d).Add(72 * time.Hour)),
	}).Granted(t, 200, nil)
}

// token returns the token of the offer's link.
func (d desk) token(t *testing.T) string {
	t.Helper()
	var link struct{ URL, ValidUntil string }
	d.Call(t, "POST", "/api/quotes/"+d.quote+"/offer-link", d.admin.Token, nil).Granted(t, 201, &link)
	_, token, _ := strings.Cut(link.URL, "/offers/")
	return token
}

type offer struct {
	Status, Email, ValidUntil string
	Amount                    float64
	Version, Words            int
	AccountExists             bool
}

func (d desk) show(t *testing.T, token string) (got offer) {
	t.Helper()
	d.Call(t, "GET", "/api/offers/"+token, "", nil).Granted(t, 200, &got)
	return got
}

type order struct {
	ID                              string `json:"_id"`
	Reference, Stage, Title, Status string
	Quote                           *string
	Words                           *int
	Price, AmountPaid, AmountDue    float64
	Actions                         []struct{ Action string }
}

func TestAnOfferBecomesAnOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := d.token(t)
	if got := d.show(t, token); got.Status != "open" || got.Email != "v•••r@example.com" || got.Amount != 120.5 || got.Version != 1 || got.AccountExists {
		t.Errorf("the offer is %+v", got)
	}
	accept := map[string]any{"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password}
	var accepted struct {
		Assignment, Token string
		User              struct{ Email string }
	}
	d.Call(t, "POST", "/api/offers/"+token+"/accept", "", accept).Granted(t, 201, &accepted)
	if accepted.Token == "" || accepted.User.Email != asker {
		t.Errorf("accepted: %+v", accepted)
	}
	var got order
	d.Call(t, "GET", "/api/assignments/"+accepted.Assignment, accepted.Token, nil).Granted(t, 200, &got)
	if got.Stage != "unassigned" || got.Quote == nil || *got.Quote != d.quote || got.Price != 120.5 || got.AmountDue != 120.5 || !strings.HasPrefix(got.Reference, "A-") ||
		len(got.Actions) != 1 || got.Actions[0].Action != "cancel" {
		t.Errorf("the order is %+v", got)
	}
	if account, err := store.FindUserByEmail(d, asker); err != nil || !account.Verified() {
		t.Errorf("the account: %v, %v", account, err)
	}
	d.Call(t, "POST", "/api/offers/"+token+"/accept", "", accept).Refused(t, 409, "This offer has already been accepted")
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{"note": "x"}).Refused(t, 409, "An accepted quote cannot be changed")

	var invoice struct {
		Number    string
		AmountDue float64
	}
	d.Call(t, "GET", "/api/assignments/"+got.ID+"/invoice", accepted.Token, nil).Granted(t, 200, &invoice)
	if !strings.HasPrefix(invoice.Number, "INV-") || !strings.HasSuffix(invoice.Number, "-0001") || invoice.AmountDue != 120.5 {
		t.Errorf("the invoice is %+v", invoice)
	}
	payment := map[string]any{"amount": 100, "method": "Bank transfer", "reference": "TX 1"}
	d.Call(t, "POST", "/api/assignments/"+got.ID+"/payments", d.admin.Token, payment).Granted(t, 201, nil)
	d.Call(t, "POST", "/api/assignments/"+got.ID+"/payments", d.admin.Token, payment).Refused(t, 409, "This payment has already been recorded")
	payment["reference"] = "TX 2"
	d.Call(t, "POST", "/api/assignments/"+got.ID+"/payments", d.admin.Token, payment).Refused(t, 409, "Amount is more than is due")
	d.Call(t, "DELETE", "/api/assignments/"+got.ID, accepted.Token, nil).Refused(t, 409, domain.MustBeKept)
	d.Call(t, "POST", "/api/assignments/"+got.ID+"/cancel", accepted.Token, map[string]string{}).Refused(t, 400, "Reason is required")
	d.Call(t, "POST", "/api/assignments/"+got.ID+"/cancel", accepted.Token, map[string]string{"reason": "No longer needed"}).Granted(t, 200, &got)
	if got.Stage != "cancelled" || got.Status != "Cancelled" || got.AmountPaid != 100 || got.AmountDue != 0 {
		t.Errorf("cancelled: %+v", got)
	}
	claim, err := d.FindFirstRecordByData(store.Claims, store.Assignment, got.ID)
	if err != nil || claim.GetInt(store.AmountCents) != 10000 || claim.GetString(store.Status) != "approved" || claim.GetDateTime(store.PayBy).IsZero() {
		t.Errorf("the refund is %v, %v", claim, err)
	}
}

func TestALinkShowsWhatBecameOfItsOffer(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.token(t)
	d.price(t, 99)
	if second := d.token(t); second != first {
		t.Error("a new price has a new link")
	}
	if got := d.show(t, first); got.Version != 2 || got.Amount != 99 {
		t.Errorf("the newest version is %+v", got)
	}
	d.Call(t, "POST", "/api/offers/"+first+"/accept", "", map[string]any{"version": 1, "acceptTerms": true}).
		Refused(t, 409, "This offer has changed. Please review it again")
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{"status": "closed"}).Granted(t, 200, nil)
	d.Call(t, "POST", "/api/quotes/"+d.quote+"/offer-link", d.admin.Token, nil).Refused(t, 409, "This quote has no offer")
	d.price(t, 80)
	second := d.token(t)
	if d.show(t, first).Status != "withdrawn" || second == first {
		t.Error("a withdrawn link came back")
	}
	d.Call(t, "POST", "/api/offers/"+second+"/decline", "", map[string]any{"reason": "Too dear"}).Granted(t, 200, nil)
	d.Call(t, "POST", "/api/offers/"+second+"/decline", "", map[string]any{}).Refused(t, 409, "This offer was declined")
	d.price(t, 70)
	third := d.token(t)
	clock.Advance(d, 73*time.Hour)
	if d.show(t, third).Status != "expired" {
		t.Error("the offer did not expire")
	}
	d.Call(t, "POST", "/api/offers/"+third+"/accept", "", map[string]any{"version": 4, "acceptTerms": true}).Refused(t, 409, "This offer has expired")
	d.Call(t, "GET", "/api/offers/"+third+"x", "", nil).Refused(t, 404, "Offer not found")
}

func TestAnAccountOpenedToAcceptAnOfferRemembersItsDevice(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	send := func(path, agent, body string, status int) {
		t.Helper()
		request := httptest.NewRequest("POST", "/api/"+path, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("User-Agent", agent)
		d.Send(request).Granted(t, status, nil)
	}
	logIn := `{"email":"` + asker + `","password":"` + testkit.Password + `"}`
	send("offers/"+d.token(t)+"/accept", "Firefox/130.0 (Windows)", `{"version":1,"acceptTerms":true,"name":"Vic Stone","password":"`+testkit.Password+`"}`, 201)
	for _, agent := range []string{"Firefox/131.0 (Macintosh)", "Firefox/131.0 (Windows)"} {
		send("auth/login", agent, logIn, 200)
		if told, err := d.CountRecords(store.Outbox, dbx.HashExp{store.Kind: "account.device"}); told != 1 || err != nil {
			t.Errorf("after %s: %d emails about a new device, want 1; %v", agent, told, err)
		}
	}
}
