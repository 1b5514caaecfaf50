package quotes_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// A race is run as often as there are rounds, or only fewRounds times once both sides have won.
const (
	rounds    = 200
	fewRounds = 40
)

const (
	offered    = 12050
	hasChanged = "This offer has changed. Please review it again"
)

// raced is a priced quote request of its own address, with its link.
type raced struct{ quote, token, email string }

// newRaces returns a desk with as many priced quote requests as there are rounds.
func newRaces(t *testing.T) (desk, []raced) {
	t.Helper()
	chance.Long(t)
	d := newDesk(t)
	open := d.offerOf(t)
	version, err := store.FindNewestVersion(d, open.Id)
	if err != nil {
		t.Fatal(err)
	}
	races := make([]raced, rounds)
	var emails, references, nonces []string
	for i := range races {
		emails = append(emails, fmt.Sprintf("asker%d@example.com", i))
		references = append(references, fmt.Sprintf("Q-RACE%d", i))
		nonces = append(nonces, "nonce"+strconv.Itoa(i))
	}
	quotes := d.CopyRows(t, store.Quotes, d.quote, rounds, dbx.Params{store.Email: emails, store.Reference: references})
	offers := d.CopyRows(t, store.Offers, open.Id, rounds, dbx.Params{store.Quote: quotes, store.Nonce: nonces})
	d.CopyRows(t, store.OfferVersionRows, version.Id, rounds, dbx.Params{store.Quote: quotes, store.Offer: offers})
	for i := range races {
		token, err := sessions.JoinToken(d, "offer", offers[i], nonces[i])
		if err != nil {
			t.Fatal(err)
		}
		races[i] = raced{quotes[i], token, emails[i]}
	}
	return d, races
}

// race runs calls at the same time and returns their answers. Each call is held up a
// little, so that sometimes the one wins and sometimes the other.
func (d desk) race(t *testing.T, calls ...func() testkit.Answer) []testkit.Answer {
	answers, start := make([]testkit.Answer, len(calls)), make(chan struct{})
	var running sync.WaitGroup
	for i, call := range calls {
		delay := rand.IntN(2 + 6*i)
		running.Go(func() {
			<-start
			for range delay {
				d.Call(t, "GET", "/api/services", "", nil)
			}
			answers[i] = call()
		})
	}
	close(start)
	running.Wait()
	return answers
}

// accepting returns the call that accepts version 1 of an offer with a new account.
func (d desk) accepting(t *testing.T, r raced) func() testkit.Answer {
	return func() testkit.Answer {
		return d.Call(t, "POST", "/api/offers/"+r.token+"/accept", "", map[string]any{
			"version": 1, "acceptTerms": true, "name": "Vic Stone", "password": testkit.Password,
		})
	}
}

// changing returns the call with which an admin changes a quote request.
func (d desk) changing(t *testing.T, r raced, change map[string]any) func() testkit.Answer {
	return func() testkit.Answer { return d.Call(t, "PATCH", "/api/quotes/"+r.quote, d.admin.Token, change) }
}

// count counts the rows of a table where a column has a value.
func (d desk) count(t *testing.T, table, column, value string) int64 {
	t.Helper()
	count, err := d.CountRecords(table, dbx.HashExp{column: value})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// isWhole checks that an offer was accepted once and wholly, or not at all.
func (d desk) isWhole(t *testing.T, r raced, accepted bool) {
	t.Helper()
	want := int64(0)
	if accepted {
		want = 1
	}
	var order string
	_ = d.DB().Select("id").From(store.Assignments).Where(dbx.HashExp{store.Quote: r.quote}).Row(&order)
	quote, err := d.FindRecordById(store.Quotes, r.quote)
	if err != nil {
		t.Fatal(err)
	}
	invoices := int64(0)
	if order != "" {
		invoices = d.count(t, store.Invoices, store.Assignment, order)
	}
	orders, accounts := d.count(t, store.Assignments, store.Quote, r.quote), d.count(t, store.Users, store.Email, r.email)
	isAccepted := quote.GetString(store.Status) == domain.QuoteAccepted && quote.GetString(store.Assignment) == order && order != ""
	if orders != want || accounts != want || invoices != want || isAccepted != accepted {
		t.Errorf("accepted: %t, but there are %d orders, %d accounts, %d invoices, and the quote is %s", accepted, orders, accounts, invoices, quote.GetString(store.Status))
	}
	if accepted {
		var cents int
		if err := d.DB().Select("priceCents").From(store.Assignments).Where(dbx.HashExp{store.ID: order}).Row(&cents); err != nil || cents != offered {
			t.Errorf("the order costs %d, %v", cents, err)
		}
	}
}

// numbersHaveNoGaps checks the numbers of all documents of a collection.
func (d desk) numbersHaveNoGaps(t *testing.T, collection string) {
	t.Helper()
	found := []*core.Record{}
	if err := d.RecordQuery(collection).OrderBy("rowid").All(&found); err != nil {
		t.Fatal(err)
	}
	for i, document := range found {
		if number := document.GetString(store.Number); number[len(number)-4:] != fmt.Sprintf("%04d", i+1) {
			t.Errorf("document %d of %s has the number %s", i+1, collection, number)
		}
	}
}

func TestOfTwoAcceptancesOneMakesTheOrder(t *testing.T) {
	t.Parallel()
	d, races := newRaces(t)
	for _, r := range races[:2*fewRounds] {
		answers := d.race(t, d.accepting(t, r), d.accepting(t, r))
		if answers[0].Status != 201 {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Granted(t, 201, nil)
		answers[1].Refused(t, 409, "This offer has already been accepted")
		d.isWhole(t, r, true)
	}
	d.numbersHaveNoGaps(t, store.Invoices)
}

// won is the status of a call that changes an offer before it is accepted.
const won = 200

// raceWith accepts each offer while something else happens to it. Either may come first.
// It checks the answers: if the offer was accepted, the other call gets 409 and the
// sentence tooLate (none if nothing can refuse it), and otherwise the acceptance gets 409 and the sentence refused.
func (d desk) raceWith(t *testing.T, races []raced, other func(raced) func() testkit.Answer, tooLate, refused string) {
	t.Helper()
	wins := 0
	for i, r := range races {
		if i >= fewRounds && wins > 0 && wins < i {
			return
		}
		answers := d.race(t, d.accepting(t, r), other(r))
		isAccepted := answers[0].Status == 201
		switch {
		case !isAccepted:
			answers[0].Refused(t, 409, refused)
			answers[1].Granted(t, won, nil)
		case tooLate != "":
			answers[1].Refused(t, 409, tooLate)
		}
		if isAccepted {
			wins++
		}
		d.isWhole(t, r, isAccepted)
	}
	if wins == 0 || wins == rounds {
		chance.NotRaced(t, rounds)
	}
}

func TestAnOfferIsAcceptedAtThePriceThatWasShown(t *testing.T) {
	t.Parallel()
	d, races := newRaces(t)
	d.raceWith(t, races, func(r raced) func() testkit.Answer {
		return d.changing(t, r, map[string]any{"amount": 99.5})
	}, "An accepted quote cannot be changed", hasChanged)
}

func TestAnExpiringOfferIsAcceptedWhollyOrNotAtAll(t *testing.T) {
	t.Parallel()
	d, races := newRaces(t)
	version, err := store.FindNewestVersion(d, d.offerOf(t).Id)
	if err != nil {
		t.Fatal(err)
	}
	until := version.GetDateTime(store.ValidUntil).Time()
	d.raceWith(t, races, func(raced) func() testkit.Answer {
		clock.Set(d, until)
		return func() testkit.Answer {
			clock.Set(d, until.Add(time.Millisecond))
			return testkit.Answer{Status: won}
		}
	}, "", "This offer has expired")
}

func TestAnOfferIsEitherAcceptedOrDeclined(t *testing.T) {
	t.Parallel()
	d, races := newRaces(t)
	d.raceWith(t, races, func(r raced) func() testkit.Answer {
		return func() testkit.Answer {
			return d.Call(t, "POST", "/api/offers/"+r.token+"/decline", "", map[string]any{"reason": "Too dear"})
		}
	}, "This offer has already been accepted", "This offer was declined")
}

func TestAnOfferIsEitherAcceptedOrWithdrawn(t *testing.T) {
	t.Parallel()
	d, races := newRaces(t)
	d.raceWith(t, races, func(r raced) func() testkit.Answer {
		return d.changing(t, r, map[string]any{"status": "closed"})
	}, "An accepted quote cannot be changed", "This offer is no longer available")
}
