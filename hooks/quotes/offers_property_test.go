package quotes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// model is what a test expects of a quote request and its newest link.
type model struct {
	stored      string // the status of the offer that the link opens; empty if there is none
	version     int
	cents       int
	validUntil  time.Time
	token       string
	withdrawn   []string // links that were withdrawn
	hasAccount  bool     // the address that asked has an account
	acceptances int
}

// status is what the link shows.
func (m *model) status(now time.Time) string {
	if m.stored == "open" && now.After(m.validUntil) {
		return "expired"
	}
	return m.stored
}

var offerRefusals = map[string]string{
	"expired": "This offer has expired", "accepted": "This offer has already been accepted",
	"declined": "This offer was declined", "withdrawn": "This offer is no longer available",
}

func TestAnOfferCanBeAnsweredExactlyWhenShownAsOpen(t *testing.T) {
	t.Parallel()
	quotes, steps := chance.Rounds(30, 60), 16
	chance.Long(t)
	seed := chance.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	app := testkit.New(t)
	admin, stranger := app.Person(t, domain.RoleAdmin, "Ada Stone"), app.Person(t, domain.RoleStudent, "Nia Frost")
	clock.Set(app, clock.Now(app).Truncate(time.Millisecond))
	outcomes := map[string]int{}
	for round := range quotes {
		email := fmt.Sprintf("asker%d@example.com", round)
		asker := testkit.Person{}
		m := &model{}
		if m.hasAccount = random.IntN(2) == 0; m.hasAccount {
			asker = app.Person(t, domain.RoleStudent, fmt.Sprintf("asker%d", round))
		}
		form := testkit.NewQuote()
		form["email"] = email
		var asked struct {
			ID string `json:"_id"`
		}
		app.Call(t, "POST", "/api/quotes", "", form).Granted(t, 201, &asked)
		var history []string
		for range steps {
			var what string
			switch random.IntN(12) {
			case 0, 1, 2:
				what = price(t, app, random, admin, asked.ID, m)
			case 3:
				what = closeOrReopen(t, app, random, admin, asked.ID, m)
			case 4, 5:
				what = wait(app, random, m)
			case 6:
				what = decline(t, app, m)
			default:
				if m.token != "" {
					what = accept(t, app, random, m, asker, stranger)
				}
			}
			history = append(history, what)
			outcomes[what]++
			checkLinks(t, app, m)
			if t.Failed() {
				t.Fatalf("seed %d: %s; %+v", seed, strings.Join(history, "; "), m)
			}
		}
		checkOrder(t, app, asked.ID, m)
	}
	for _, want := range []string{
		"priced", "declined", "accepted", "accepted with a new account", offerRefusals["expired"], offerRefusals["accepted"], offerRefusals["declined"],
		offerRefusals["withdrawn"], "This offer has changed. Please review it again", "Terms must be accepted", "Sign in to accept this offer",
		"This offer was sent to another email address", "An accepted quote cannot be changed", "Amount is required", "Amount must be more than zero",
		"Valid until must be in the future",
	} {
		if outcomes[want] == 0 {
			t.Errorf("seed %d: %q never happened", seed, want)
		}
	}
}

// wait lets some time pass, often until the last instant of the offer or just beyond it.
func wait(app *testkit.App, random *rand.Rand, m *model) string {
	by := time.Duration(random.IntN(60)) * time.Minute
	if left := m.validUntil.Sub(clock.Now(app)); left > 0 && random.IntN(3) > 0 {
		by = left + time.Duration(random.IntN(2))*time.Millisecond
	}
	clock.Advance(app, by)
	return fmt.Sprint("wait ", by)
}

// expect checks an answer: a success if the sentence is empty.
func expect(t *testing.T, answer testkit.Answer, success, failure int, sentence string) {
	t.Helper()
	if sentence == "" {
		answer.Granted(t, success, nil)
		return
	}
	answer.Refused(t, failure, sentence)
}

func price(t *testing.T, app *testkit.App, random *rand.Rand, admin testkit.Person, quote string, m *model) string {
	t.Helper()
	now := clock.Now(app)
	cents := []int{0, 1, 9950, 12050, 100_000_000}[random.IntN(5)]
	until := now.Add([]time.Duration{-time.Millisecond, 0, time.Millisecond, time.Hour, 48 * time.Hour}[random.IntN(5)])
	answer := app.Call(t, "PATCH", "/api/quotes/"+quote, admin.Token, map[string]any{
		"status": "quoted", "amount": float64(cents) / 100, "validUntil": domain.FormatTime(until),
	})
	changes := m.stored != "open" || cents != m.cents || !until.Equal(m.validUntil)
	switch {
	case m.stored == "accepted":
		answer.Refused(t, 409, "An accepted quote cannot be changed")
		return "An accepted quote cannot be changed"
	case cents == 0:
		answer.Refused(t, 400, "Amount must be more than zero")
		return "Amount must be more than zero"
	case changes && !until.After(now):
		answer.Refused(t, 400, "Valid until must be in the future")
		return "Valid until must be in the future"
	}
	answer.Granted(t, 200, nil)
	if changes {
		m.version++
	}
	m.stored, m.cents, m.validUntil = "open", cents, until
	if m.status(now) == "open" {
		var link struct{ URL string }
		app.Call(t, "POST", "/api/quotes/"+quote+"/offer-link", admin.Token, nil).Granted(t, 201, &link)
		_, m.token, _ = strings.Cut(link.URL, "/offers/")
	}
	return "priced"
}

func closeOrReopen(t *testing.T, app *testkit.App, random *rand.Rand, admin testkit.Person, quote string, m *model) string {
	t.Helper()
	if random.IntN(3) == 0 {
		// Without an amount of its own, the change offers what is stored.
		answer := app.Call(t, "PATCH", "/api/quotes/"+quote, admin.Token, map[string]any{"status": "quoted"})
		if m.version == 0 {
			answer.Refused(t, 400, "Amount is required")
			return "Amount is required"
		}
		if m.stored == "accepted" {
			answer.Refused(t, 409, "An accepted quote cannot be changed")
			return "An accepted quote cannot be changed"
		}
		if m.stored != "open" && !m.validUntil.After(clock.Now(app)) {
			answer.Refused(t, 400, "Valid until must be in the future")
			return "Valid until must be in the future"
		}
		answer.Granted(t, 200, nil)
		if m.stored != "open" {
			m.stored = "open"
			m.version++
			var link struct{ URL string }
			app.Call(t, "POST", "/api/quotes/"+quote+"/offer-link", admin.Token, nil).Granted(t, 201, &link)
			_, m.token, _ = strings.Cut(link.URL, "/offers/")
		}
		return "offered again"
	}
	status := []string{"new", "closed"}[random.IntN(2)]
	answer := app.Call(t, "PATCH", "/api/quotes/"+quote, admin.Token, map[string]any{"status": status})
	if m.stored == "accepted" {
		answer.Refused(t, 409, "An accepted quote cannot be changed")
		return "An accepted quote cannot be changed"
	}
	answer.Granted(t, 200, nil)
	if m.stored == "open" {
		m.stored = "withdrawn"
		m.withdrawn = append(m.withdrawn, m.token)
	}
	return "withdrawn"
}

func decline(t *testing.T, app *testkit.App, m *model) string {
	t.Helper()
	if m.token == "" {
		return "nothing to decline"
	}
	sentence := offerRefusals[m.status(clock.Now(app))]
	expect(t, app.Call(t, "POST", "/api/offers/"+m.token+"/decline", "", map[string]any{"reason": "Too dear"}), 200, 409, sentence)
	if sentence != "" {
		return sentence
	}
	m.stored = "declined"
	return "declined"
}

func accept(t *testing.T, app *testkit.App, random *rand.Rand, m *model, asker, stranger testkit.Person) string {
	t.Helper()
	body := map[string]any{"version": m.version - random.IntN(2), "acceptTerms": random.IntN(4) > 0}
	caller := []testkit.Person{{}, asker, asker, stranger}[random.IntN(4)]
	if caller.Token == "" {
		body["name"], body["password"] = "Vic Stone", testkit.Password
	}
	status, sentence := 409, offerRefusals[m.status(clock.Now(app))]
	switch {
	case sentence != "":
	case caller.Token == stranger.Token:
		status, sentence = 403, "This offer was sent to another email address"
	case caller.Token == "" && m.hasAccount:
		status, sentence = 401, "Sign in to accept this offer"
	case body["acceptTerms"] == false:
		status, sentence = 400, "Terms must be accepted"
	case body["version"] == 0:
		status, sentence = 400, "Version is required"
	case body["version"] != m.version:
		sentence = "This offer has changed. Please review it again"
	}
	expect(t, app.Call(t, "POST", "/api/offers/"+m.token+"/accept", caller.Token, body), 201, status, sentence)
	if sentence != "" {
		return sentence
	}
	m.stored = "accepted"
	m.acceptances++
	if caller.Token == "" {
		m.hasAccount = true
		return "accepted with a new account"
	}
	return "accepted"
}

// checkLinks checks what the newest link and the withdrawn ones show.
func checkLinks(t *testing.T, app *testkit.App, m *model) {
	t.Helper()
	if m.token == "" {
		return
	}
	var got offer
	app.Call(t, "GET", "/api/offers/"+m.token, "", nil).Granted(t, 200, &got)
	isNewest := !slices.Contains(m.withdrawn, m.token)
	if want := m.status(clock.Now(app)); isNewest && (got.Status != want || got.Version != m.version || domain.Cents(got.Amount) != m.cents) {
		t.Errorf("the link shows %+v, want %s", got, want)
	}
	for _, token := range m.withdrawn {
		app.Call(t, "GET", "/api/offers/"+token, "", nil).Granted(t, 200, &got)
		if got.Status != "withdrawn" {
			t.Errorf("a withdrawn link shows %+v", got)
		}
	}
}

// checkOrder checks that an accepted offer is one order at the price that was shown, and
// that every other offer is none.
func checkOrder(t *testing.T, app *testkit.App, quote string, m *model) {
	t.Helper()
	found := []*core.Record{}
	if err := app.RecordQuery(store.Assignments).AndWhere(quoteIs(quote)).All(&found); err != nil {
		t.Fatal(err)
	}
	if len(found) != m.acceptances || len(found) == 1 && found[0].GetInt(store.PriceCents) != m.cents {
		t.Errorf("there are %d orders after %d acceptances at %d cents", len(found), m.acceptances, m.cents)
	}
}

func quoteIs(id string) dbx.Expression { return dbx.HashExp{store.Quote: id} }
