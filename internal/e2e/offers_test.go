package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// offerOf asks for a quote and prices it, and returns the token of the offer.
func (s *server) offerOf(t *testing.T, admin, email string) (token string) {
	t.Helper()
	call := func(method, path, bearer string, body, into any) {
		t.Helper()
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		status, answer := s.send(t, method, path, bearer, string(encoded))
		if status >= 300 {
			t.Fatalf("%s %s: got %d %s", method, path, status, answer)
		}
		if err := json.Unmarshal(answer, into); err != nil {
			t.Fatal(err)
		}
	}
	form := testkit.NewQuote()
	form["email"] = email
	var quote struct {
		ID string `json:"_id"`
	}
	var link struct{ URL string }
	call("POST", "/api/quotes", "", form, &quote)
	call("PATCH", "/api/quotes/"+quote.ID, admin, map[string]any{"status": "quoted", "amount": 120.5, "validUntil": "2031-01-01"}, &quote)
	call("POST", "/api/quotes/"+quote.ID+"/offer-link", admin, nil, &link)
	_, token, _ = strings.Cut(link.URL, "/offers/")
	return token
}

// accept accepts an offer with a new account and returns the status; 0 if the server
// died meanwhile.
func (s *server) accept(token string) int {
	body := `{"version":1,"acceptTerms":true,"name":"Vic Stone","password":"quill-1"}`
	answer, err := http.Post(s.base+"/api/offers/"+token+"/accept", "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// acceptedOffers checks that each offer in a data folder is wholly accepted or wholly
// open and that invoices are numbered without gaps. It returns the accepted ones.
func acceptedOffers(t *testing.T, dir string) (accepted map[string]bool) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	var offers []struct {
		ID    string `db:"id"`
		Email string `db:"email"`
		Parts string `db:"parts"`
	}
	err := app.DB().NewQuery(`SELECT o.id, q.email, (o.status = 'accepted') || (q.status = 'accepted') || (q.assignment != '') || (q.student != '')
			|| (SELECT count(*) FROM assignments a WHERE a.quote = q.id AND a.id = q.assignment AND a.student = q.student)
			|| (SELECT count(*) FROM users u WHERE u.email = q.email AND u.id = q.student AND u.verified)
			|| (SELECT count(*) FROM invoices i WHERE i.assignment = q.assignment)
			|| EXISTS (SELECT 1 FROM activities c WHERE c.assignment = q.assignment AND q.assignment != '')
			|| EXISTS (SELECT 1 FROM notices n WHERE n.user = q.student AND q.student != '')
			|| EXISTS (SELECT 1 FROM outbox m WHERE m.user = q.student AND q.student != '') AS parts
		FROM offers o JOIN quotes q ON q.id = o.quote`).All(&offers)
	if err != nil {
		t.Fatal(err)
	}
	accepted = map[string]bool{}
	for _, offer := range offers {
		switch offer.Parts {
		case "1111111111":
			accepted[offer.ID] = true
		case "0000000000":
		default:
			t.Errorf("the offer to %s is accepted in parts: %s", offer.Email, offer.Parts)
		}
	}
	var orders int
	if err := app.DB().NewQuery("SELECT count(*) FROM assignments").Row(&orders); err != nil || orders != len(accepted) {
		t.Errorf("there are %d orders of %d accepted offers, %v", orders, len(accepted), err)
	}
	var numbers []string
	if err := app.DB().NewQuery("SELECT substr(number, -4) FROM invoices ORDER BY number").Column(&numbers); err != nil {
		t.Fatal(err)
	}
	for i, number := range numbers {
		if number != fmt.Sprintf("%04d", i+1) {
			t.Errorf("invoice %d has the number %s", i+1, number)
		}
	}
	return accepted
}

func TestKillsNeverLeaveAnAcceptanceHalfDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, admin := openDesk(t, dir)
	open := make([]string, 40)
	for i := range open {
		open[i] = s.offerOf(t, admin, fmt.Sprintf("asker%d@example.com", i))
	}
	surviveKills(t, s, dir, kills{
		open: open, times: 6, after: 6, act: (*server).accept, done: acceptedOffers,
		id: func(token string) string { id, _, _ := strings.Cut(token, "."); return id },
	})
}
