package quotes_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// offerOf returns the open offer of the desk's quote request.
func (d desk) offerOf(t *testing.T) *core.Record {
	t.Helper()
	open, err := store.FindOpenOffer(d, d.quote)
	if err != nil || open == nil {
		t.Fatalf("no open offer: %v", err)
	}
	return open
}

// dump returns all rows of all tables as text.
func dump(t *testing.T, app core.App) string {
	t.Helper()
	var tables []string
	if err := app.DB().NewQuery("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").Column(&tables); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, table := range tables {
		var columns []string
		if err := app.DB().NewQuery("SELECT name FROM pragma_table_info('" + table + "')").Column(&columns); err != nil {
			t.Fatal(err)
		}
		var rows []string
		query := "SELECT json_array(" + "quote([[" + strings.Join(columns, "]]), quote([[") + "]])) AS row FROM {{" + table + "}} ORDER BY row"
		if err := app.DB().NewQuery(query).Column(&rows); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		fmt.Fprintf(&text, "%s\n%s\n", table, strings.Join(rows, "\n"))
	}
	return text.String()
}

func TestNothingButItsOwnTokenOpensAnOffer(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token, open := d.token(t), d.offerOf(t)
	id, secret := sessions.SplitToken(token)
	if raw, err := base64.RawURLEncoding.DecodeString(secret); err != nil || len(raw)*8 < 160 {
		t.Errorf("the secret %q has %d bits, %v", secret, len(raw)*8, err)
	}
	if strings.Contains(dump(t, d), secret) {
		t.Error("the secret is stored")
	}
	other := d.AskForQuote(t).Id
	d.Call(t, "PATCH", "/api/quotes/"+other, d.admin.Token, map[string]any{"status": "quoted", "amount": 5, "validUntil": "2031-01-01"}).Granted(t, 200, nil)
	anotherOffer, err := store.FindOpenOffer(d, other)
	if err != nil {
		t.Fatal(err)
	}
	join := func(purpose, id string, parts ...string) string {
		t.Helper()
		joined, err := sessions.JoinToken(d, purpose, id, parts...)
		if err != nil {
			t.Fatal(err)
		}
		return joined
	}
	if join("offer", id, open.GetString(store.Nonce)) != token {
		t.Fatal("the test derives another token")
	}
	foreign := newDesk(t)
	_, foreignSecret := sessions.SplitToken(foreign.token(t))
	nonce := open.GetString(store.Nonce)
	wrong := []string{
		"x", id, id + ".", "." + secret, secret, secret + "." + id, token + ".", token + "=", token + "A", token[:len(token)-1], token + "%00", "%20" + token,
		strings.ToUpper(token), strings.ToLower(token), id + "." + strings.Repeat("A", 27), id + "." + foreignSecret,
		d.quote + "." + secret, anotherOffer.Id + "." + secret, nonce, id + "." + nonce,
		join("calendar", id, nonce), join("unsubscribe", id, nonce), join("", id, nonce), join("offer", id), join("offer", id, ""),
		join("offer", id, anotherOffer.GetString(store.Nonce)), join("offer", "", nonce), join("offer", d.quote, nonce),
		"'%20OR%201=1%20--", "%25", "..%2F..%2Fquotes", strings.Repeat("A", 4000),
	}
	for i := range secret { // any single character
		flipped := []byte(token)
		flipped[len(id)+1+i] = map[bool]byte{true: 'B', false: 'A'}[secret[i] == 'A']
		wrong = append(wrong, string(flipped))
	}
	before := dump(t, d)
	accept := map[string]any{"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password}
	unknown := d.Call(t, "GET", "/api/offers/nosuchoffer0000."+strings.Repeat("A", 27), "", nil)
	unknown.Refused(t, 404, "Offer not found")
	for _, token := range wrong {
		for _, caller := range []string{"", d.admin.Token} {
			for _, answer := range []testkit.Answer{
				d.Call(t, "GET", "/api/offers/"+token, caller, nil),
				d.Call(t, "POST", "/api/offers/"+token+"/accept", caller, accept),
				d.Call(t, "POST", "/api/offers/"+token+"/decline", caller, map[string]any{"reason": "Too dear"}),
			} {
				if answer.Status != 404 || string(answer.Body) != string(unknown.Body) {
					t.Errorf("%q: got %d %s", token, answer.Status, answer.Body)
				}
			}
		}
	}
	if dump(t, d) != before {
		t.Error("a wrong token changed something")
	}
}

func TestWithdrawnAndReplacedLinksAcceptNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.token(t)
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{"status": "new"}).Granted(t, 200, nil)
	d.price(t, 60)
	accept := map[string]any{"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password}
	for _, version := range []int{1, 2} {
		accept["version"] = version
		d.Call(t, "POST", "/api/offers/"+first+"/accept", "", accept).Refused(t, 409, "This offer is no longer available")
	}
	d.Call(t, "POST", "/api/offers/"+first+"/decline", "", nil).Refused(t, 409, "This offer is no longer available")
	if got := d.show(t, first); got.Status != "withdrawn" || got.Amount != 120.5 {
		t.Errorf("the withdrawn link shows %+v", got)
	}
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "", accept).Granted(t, 201, nil)
	d.Call(t, "POST", "/api/offers/"+first+"/accept", "", accept).Refused(t, 409, "This offer is no longer available")
}

func TestTriesToOpenOffersAreLimited(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := d.token(t)
	settings := d.Settings()
	settings.RateLimits.Enabled = true
	if err := d.Save(settings); err != nil {
		t.Fatal(err)
	}
	try := func(method, path string) int {
		request := httptest.NewRequest(method, path, strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		request.RemoteAddr = "198.51.100.1:1234"
		return d.Send(request).Status
	}
	for i := range 20 {
		path := []string{"/api/offers/guess%d.guess/accept", "/api/offers/guess%d.guess/decline", "/api/api/offers/guess%d.guess/accept"}[i%3]
		if status := try("POST", fmt.Sprintf(path, i)); status != http.StatusNotFound {
			t.Errorf("try %d got %d", i, status)
		}
	}
	for _, path := range []string{"/api/offers/other.guess/accept", "/api/offers/" + token + "/decline", "/api/api/offers/" + token + "/accept"} {
		if status := try("POST", path); status != http.StatusTooManyRequests {
			t.Errorf("%s: got %d, want 429", path, status)
		}
	}
	for i := range 120 {
		if status := try("GET", fmt.Sprintf("/api/offers/guess%d.guess", i)); status != http.StatusNotFound {
			t.Errorf("try %d got %d", i, status)
		}
	}
	if status := try("GET", "/api/offers/"+token); status != http.StatusTooManyRequests {
		t.Errorf("reading: got %d, want 429", status)
	}
}

// slowHash makes hashing a password take about half an hour.
func slowHash(t *testing.T, app core.App) {
	t.Helper()
	users, err := app.FindCachedCollectionByNameOrId(store.Users)
	if err != nil {
		t.Fatal(err)
	}
	users.Fields.GetByName(store.PasswordField).(*core.PasswordField).Cost = 25
}

func TestNoPasswordIsHashedForAnAcceptanceThatFails(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	open, withdrawn := d.token(t), ""
	d.Call(t, "PATCH", "/api/quotes/"+d.quote, d.admin.Token, map[string]any{"status": "closed"}).Granted(t, 200, nil)
	withdrawn = open
	d.price(t, 60)
	open = d.token(t)
	slowHash(t, d)
	accept := func(changes map[string]any) map[string]any {
		body := map[string]any{"version": 2, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password}
		for name, value := range changes {
			body[name] = value
		}
		return body
	}
	type refusal struct {
		token, caller string
		body          map[string]any
		status        int
		sentence      string
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, c := range []refusal{
			{"guess.guess", "", accept(nil), 404, "Offer not found"},
			{withdrawn, "", accept(nil), 409, "This offer is no longer available"},
			{open, d.admin.Token, accept(nil), 403, "This offer was sent to another email address"},
			{open, "", accept(map[string]any{"acceptTerms": false}), 400, "Terms must be accepted"},
			{open, "", accept(map[string]any{"version": 1}), 409, "This offer has changed. Please review it again"},
			{open, "", accept(map[string]any{"name": " "}), 400, "Name is required"},
			{open, "", accept(map[string]any{"password": "short"}), 400, "Password must be at least 6 characters"},
			{open, "", accept(map[string]any{"password": "iloveyou"}), 400, "Password is too easy to guess"},
			{open, "", accept(map[string]any{"password": strings.Repeat("p", 200)}), 400, "Password is too long"},
		} {
			if answer := d.Call(t, "POST", "/api/offers/"+c.token+"/accept", c.caller, c.body); answer.Status != c.status || !strings.Contains(string(answer.Body), c.sentence) {
				t.Errorf("got %d %s, want %d %q", answer.Status, answer.Body, c.status, c.sentence)
			}
		}
	}()
	testkit.Receive(t, "all are refused, since no password is hashed", done)
}

func TestStrangeBodiesAreRefusedAndChangeNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/api/offers/" + d.token(t)
	before := dump(t, d)
	const rest = `"acceptTerms":true,"name":"Vic Stone","password":"correct horse"}`
	for _, c := range []struct {
		body, sentence string
		status         int
	}{
		{`{"version":"1",` + rest, "version must be a number", 400},
		{`{"version":1e400,` + rest, "version must be a number", 400},
		{`{"version":1.5,` + rest, "version must be a number", 400},
		{`{"version":99999999999999999999,` + rest, "version must be a number", 400},
		{`{"version":true,` + rest, "version must be a number", 400},
		{`{"version":NaN,` + rest, "The request body is not valid JSON", 400},
		{`{"version":null,` + rest, "Version is required", 400},
		{`{"version":0,` + rest, "Version is required", 400},
		{`{"version":-1,` + rest, "Version is required", 400},
		{`{"version":-9223372036854775808,` + rest, "Version is required", 400},
		{`{` + rest, "Version is required", 400},
		{`{"version":2,` + rest, "This offer has changed. Please review it again", 409},
		{`{"version":9223372036854775807,` + rest, "This offer has changed. Please review it again", 409},
		{`{"version":1,"acceptTerms":"true"}`, "acceptTerms must be true or false", 400},
		{`{"version":1,"acceptTerms":1}`, "acceptTerms must be true or false", 400},
		{`{"version":1,"acceptTerms":null}`, "Terms must be accepted", 400},
		{`{"version":1}`, "Terms must be accepted", 400},
		{``, "Terms must be accepted", 400},
		{`[1]`, "The request body must be an object", 400},
		{`{"version":1,"acceptTerms":true}`, "Name is required", 400},
		{`{"version":1,"acceptTerms":true,"name":{"a":1}}`, "name must be text", 400},
		{`{"version":1,"acceptTerms":true,"name":"Vic","password":"   "}`, "Password is required", 400},
		{`{"version":1,"acceptTerms":true,"name":"Vic","password":"` + strings.Repeat("é", 37) + `"}`, "Password is too long", 400},
		{`{"version":1,"acceptTerms":true,"name":"` + strings.Repeat("n", 201) + `","password":"correct horse"}`, "Name is too long (at most 200 characters)", 400},
	} {
		d.Call(t, "POST", path+"/accept", "", c.body).Refused(t, c.status, c.sentence)
	}
	d.Call(t, "POST", path+"/decline", "", `{"reason":5}`).Refused(t, 400, "reason must be text")
	d.Call(t, "POST", path+"/decline", "", map[string]any{"reason": strings.Repeat("r", 2001)}).
		Refused(t, 400, "Reason is too long (at most 2,000 characters)")
	if after := dump(t, d); after != before {
		t.Error("a refused answer changed something")
	}
}

func TestAcceptingGivesNobodyMoreThanAStudentsAccount(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var accepted struct {
		Assignment string
		User       struct{ Role, Name string }
	}
	d.Call(t, "POST", "/api/offers/"+d.token(t)+"/accept", "garbage", map[string]any{
		"version": 1, "acceptTerms": true, "name": "  <script>alert(1)</script>\r\nBcc: somebody ", "password": testkit.Password,
		"role": "admin", "status": "active", "email": "ada.stone@example.com", "amount": 1, "amountCents": 1, "price": 1, "tutorShare": 0, "student": d.admin.Id,
	}).Granted(t, 201, &accepted)
	account, err := store.FindUserByEmail(d, asker)
	if err != nil || account.GetString(store.Role) != domain.RoleStudent || accepted.User.Role != domain.RoleStudent {
		t.Errorf("the account is %v, %v", account, err)
	}
	order, err := d.FindRecordById(store.Assignments, accepted.Assignment)
	if err != nil || order.GetInt(store.PriceCents) != 12050 || order.GetInt(store.TutorShare) != 100 || order.GetString(store.Student) != account.Id {
		t.Errorf("the order is %v, %v", order, err)
	}
	box := d.UseMailbox(t)
	for range 3 {
		d.RunJob(t, "sendMails")
	}
	if len(box.Mails()) == 0 {
		t.Error("nothing was mailed")
	}
	for _, mail := range box.Mails() {
		if strings.Contains(mail.HTML, "<script") || mail.Header.Get("Bcc") != "" || strings.Contains(mail.Header.Get("To"), "\n") {
			t.Errorf("the mail %q to %q has %s", mail.Subject(), mail.Header.Get("To"), mail.HTML)
		}
	}
}

// Anybody can ask with somebody else's address. The link that the dashboard shows them
// must not prove that the address is theirs.
func TestTheLinkOnTheDashboardProvesNoAddress(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	mallory := d.Person(t, domain.RoleStudent, "Mallory Crane")
	ask := func() (token string) {
		t.Helper()
		var created struct {
			ID string `json:"_id"`
		}
		d.Call(t, "POST", "/api/quotes", mallory.Token, testkit.NewQuote()).Granted(t, 201, &created)
		d.Price(t, d.admin.Token, created.ID, 80)
		var own []struct{ OfferURL string }
		d.Call(t, "GET", "/api/quotes/mine", mallory.Token, nil).Granted(t, 200, &own)
		_, token, _ = strings.Cut(own[0].OfferURL, "/offers/")
		if token == "" || token == d.OfferToken(t, d.admin.Token, created.ID) {
			t.Fatalf("the dashboard shows the link %q", own[0].OfferURL)
		}
		return token
	}
	newcomer := map[string]any{"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password}
	token := ask()
	d.Call(t, "POST", "/api/offers/"+token+"/accept", "", newcomer).Refused(t, 401, "Sign in to accept this offer")
	if got := d.show(t, token); !got.AccountExists {
		t.Error("the link tells that the address has no account")
	}
	nia := d.Person(t, domain.RoleStudent, "Nia Frost")
	d.Call(t, "POST", "/api/offers/"+token+"/accept", nia.Token, newcomer).Refused(t, 403, "This offer was sent to another email address")
	d.Call(t, "POST", "/api/offers/"+token+"/accept", mallory.Token, newcomer).Granted(t, 201, nil)

	mallory.SetEmail(asker)
	d.MustSave(t, mallory.Record)
	mallory = d.LogIn(t, mallory.Record)
	d.Call(t, "POST", "/api/offers/"+ask()+"/accept", mallory.Token, newcomer).Granted(t, 201, nil)
	if account, err := d.FindRecordById(store.Users, mallory.Id); err != nil || account.Verified() {
		t.Errorf("accepting with the link of the dashboard verified the address: %v", err)
	}
}
