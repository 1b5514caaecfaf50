package money_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
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

// paymentRounds is how often each race is run.
const paymentRounds = 200

// books is an app with an order at 100.00.
type books struct {
	*testkit.App
	admin, student testkit.Person
	order          string
}

func newBooks(t *testing.T) books {
	t.Helper()
	app := testkit.New(t)
	b := books{App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"), student: app.Person(t, domain.RoleStudent, "Robin Vale")}
	b.order = app.HandIn(t, b.student.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+b.order, b.admin.Token, map[string]any{"price": 100}).Granted(t, 200, nil)
	return b
}

// pay records a payment of an order.
func (b books) pay(t *testing.T, order string, amount any, reference string) testkit.Answer {
	t.Helper()
	body := map[string]any{"amount": amount, "method": "Bank transfer", "reference": reference}
	return b.Call(t, "POST", "/api/assignments/"+order+"/payments", b.admin.Token, body)
}

// received returns how many payments an order has, what they add up to, and what the
// order itself says.
func (b books) received(t *testing.T, order string) (payments, cents, stored int) {
	t.Helper()
	err := b.DB().Select("count(*)", "coalesce(sum(amountCents), 0)").From(store.Payments).Where(dbx.HashExp{store.Assignment: order}).Row(&payments, &cents)
	if err != nil {
		t.Fatal(err)
	}
	assignment, err := b.FindRecordById(store.Assignments, order)
	if err != nil {
		t.Fatal(err)
	}
	return payments, cents, assignment.GetInt(store.ReceivedCents)
}

// copies returns as many orders as there are rounds.
func (b books) copies(t *testing.T) []string {
	t.Helper()
	chance.Long(t)
	references := make([]string, paymentRounds)
	for i := range references {
		references[i] = fmt.Sprintf("A-RACE%d", i)
	}
	return b.CopyRows(t, store.Assignments, b.order, paymentRounds, dbx.Params{store.Reference: references})
}

// race runs two calls at the same time. Each is held up a little, so that sometimes the
// one wins and sometimes the other.
func (b books) race(t *testing.T, first, second func() testkit.Answer) [2]testkit.Answer {
	var (
		answers [2]testkit.Answer
		running sync.WaitGroup
	)
	start := make(chan struct{})
	for i, call := range []func() testkit.Answer{first, second} {
		delay := rand.IntN(4)
		running.Go(func() {
			<-start
			for range delay {
				b.Call(t, "GET", "/api/services", "", nil)
			}
			answers[i] = call()
		})
	}
	close(start)
	running.Wait()
	return answers
}

// numbersHaveNoGaps checks the numbers of all documents of a collection.
func (b books) numbersHaveNoGaps(t *testing.T, collection string, count int) {
	t.Helper()
	found := []*core.Record{}
	if err := b.RecordQuery(collection).OrderBy("rowid").All(&found); err != nil {
		t.Fatal(err)
	}
	if len(found) != count {
		t.Errorf("%s has %d documents, want %d", collection, len(found), count)
	}
	for i, document := range found {
		if number := document.GetString(store.Number); number[len(number)-4:] != fmt.Sprintf("%04d", i+1) {
			t.Errorf("document %d of %s has the number %s", i+1, collection, number)
		}
	}
}

func TestOfTwoEqualPaymentsOneIsRecorded(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	for _, order := range b.copies(t) {
		answers := b.race(t,
			func() testkit.Answer { return b.pay(t, order, 60, "TX 1") },
			func() testkit.Answer { return b.pay(t, order, 60, " tx 1 ") },
		)
		if answers[0].Status != 201 {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Granted(t, 201, nil)
		answers[1].Refused(t, 409, "This payment has already been recorded")
		if payments, cents, stored := b.received(t, order); payments != 1 || cents != 6000 || stored != 6000 {
			t.Errorf("%d payments of %d cents are recorded, and the order has %d", payments, cents, stored)
		}
	}
	b.numbersHaveNoGaps(t, store.Payments, paymentRounds)
	b.numbersHaveNoGaps(t, store.Invoices, paymentRounds)
}

func TestTwoPaymentsNeverAddUpToMoreThanIsDue(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	for _, order := range b.copies(t) {
		answers := b.race(t,
			func() testkit.Answer { return b.pay(t, order, 60, "TX 1") },
			func() testkit.Answer { return b.pay(t, order, 40.01, "TX 2") },
		)
		if answers[0].Status != 201 {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Granted(t, 201, nil)
		answers[1].Refused(t, 409, domain.MoreThanDue)
		if payments, cents, stored := b.received(t, order); payments != 1 || cents != stored {
			t.Errorf("%d payments of %d cents are recorded, and the order has %d", payments, cents, stored)
		}
	}
	b.numbersHaveNoGaps(t, store.Payments, paymentRounds)
}

func TestACancellationAndAPaymentLeaveNoMoneyBehind(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	paid := 0
	for _, order := range b.copies(t) {
		answers := b.race(t,
			func() testkit.Answer { return b.pay(t, order, 60, "TX 1") },
			func() testkit.Answer {
				return b.Call(t, "POST", "/api/assignments/"+order+"/cancel", b.student.Token, map[string]any{"reason": "No longer needed"})
			},
		)
		answers[1].Granted(t, 200, nil)
		isPaid := answers[0].Status == 201
		if isPaid {
			paid++
		} else {
			answers[0].Refused(t, 409, "This assignment was cancelled")
		}
		refunds, err := b.FindAllRecords(store.Claims, dbx.HashExp{store.Assignment: order})
		if err != nil {
			t.Fatal(err)
		}
		if isPaid != (len(refunds) == 1) || isPaid && refunds[0].GetInt(store.AmountCents) != 6000 {
			t.Errorf("paid: %t, but there are %d refunds", isPaid, len(refunds))
		}
	}
	if paid == 0 || paid == paymentRounds {
		t.Errorf("%d of %d were paid, so that nothing raced", paid, paymentRounds)
	}
}

func TestPaymentsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	path := "/api/assignments/" + b.order + "/payments"
	const rest = `"method":"Cash","reference":"TX 1"}`
	for _, c := range []struct {
		body, sentence string
		status         int
	}{
		{`{` + rest, "Amount is required", 400},
		{`{"amount":null,` + rest, "Amount is required", 400},
		{`{"amount":0,` + rest, "Amount must be more than zero", 400},
		{`{"amount":0.004,` + rest, "Amount must be more than zero", 400},
		{`{"amount":-0.01,` + rest, "Amount must be more than zero", 400},
		{`{"amount":-1e300,` + rest, "Amount must be more than zero", 400},
		{`{"amount":1e12,` + rest, "Amount must be at most 1,000,000", 400},
		{`{"amount":1e308,` + rest, "Amount must be at most 1,000,000", 400},
		{`{"amount":1e400,` + rest, "amount must be a number", 400},
		{`{"amount":"5",` + rest, "amount must be a number", 400},
		{`{"amount":NaN,` + rest, "The request body is not valid JSON", 400},
		{`{"amount":100.01,` + rest, "Amount is more than is due", 409},
		{`{"amount":100.005,` + rest, "Amount must have at most two decimals", 400},
		{`{"amount":99.995,` + rest, "Amount must have at most two decimals", 400},
		{`{"amount":5,"reference":"TX 1"}`, "Method is required", 400},
		{`{"amount":5,"method":" ","reference":"TX 1"}`, "Method is required", 400},
		{`{"amount":5,"method":"\u0001","reference":"TX 1"}`, "Method is required", 400},
		{`{"amount":5,"method":"Cash"}`, "Reference is required", 400},
		{`{"amount":5,"method":"Cash","reference":"\n\t"}`, "Reference is required", 400},
		{`{"amount":5,"method":"Cash","reference":"\u0000\u001f\u2028"}`, "Reference is required", 400},
		{`{"amount":5,"method":"Cash","reference":["TX 1"]}`, "reference must be text", 400},
		{`{"amount":5,"method":"` + strings.Repeat("m", 61) + `","reference":"TX 1"}`, "Method is too long (at most 60 characters)", 400},
		{`{"amount":5,"method":"Cash","reference":"` + strings.Repeat("r", 121) + `"}`, "Reference is too long (at most 120 characters)", 400},
		{``, "Amount is required", 400},
	} {
		b.Call(t, "POST", path, b.admin.Token, c.body).Refused(t, c.status, c.sentence)
	}
	b.Call(t, "POST", path, b.student.Token, `{"amount":5,`+rest).Refused(t, 403, "You do not have permission to do this")
	b.numbersHaveNoGaps(t, store.Payments, 0)
	b.numbersHaveNoGaps(t, store.Invoices, 0)
	// What letters become in lower case may be longer.
	b.pay(t, b.order, 0.01, strings.Repeat("İ", 120)).Granted(t, 201, nil)
	b.pay(t, b.order, 0.01, strings.Repeat("İ", 120)).Refused(t, 409, "This payment has already been recorded")
	b.pay(t, b.order, 99.98, "TX\r\n9").Granted(t, 201, nil)
	b.pay(t, b.order, 0.01, "tx  9").Refused(t, 409, "This payment has already been recorded")
	for _, same := range []string{"TX\u200b 9", "\u202eTX 9\ufeff", "ＴＸ　９", "T\u00adX 9", "TX 9\u2800", "TX9", "T X 9", "tx\u00a09"} {
		b.pay(t, b.order, 0.01, same).Refused(t, 409, "This payment has already been recorded")
	}
	b.pay(t, b.order, 0.01, "\u200b\u2060\u2800").Refused(t, 400, "Reference is required")
	b.pay(t, b.order, 0.01, "TX 10-A").Granted(t, 201, nil)
	for _, same := range []string{"TX 10\u2011A", "TX 10\u2013a", "TX 10\u2212A", "TX 10-A\u2800"} {
		b.pay(t, b.order, 0.01, same).Refused(t, 409, "This payment has already been recorded")
	}
	b.pay(t, b.order, 0.01, "TX 11").Refused(t, 409, domain.MoreThanDue)
	b.numbersHaveNoGaps(t, store.Payments, 3)
}

func TestAPaymentsDayIsInTheSitesTimeZone(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	clock.Set(b, time.Date(2027, 12, 31, 20, 0, 0, 0, time.UTC)) // New Year's Day in Sydney
	for i, c := range []struct{ zone, day, want string }{
		{"UTC", "", "2027-12-31"},
		{"UTC", "2027-12-31", "2027-12-31"},
		{"UTC", "2028-01-01", ""},
		{"Australia/Sydney", "", "2028-01-01"},
		{"Australia/Sydney", " 2028-01-01 ", "2028-01-01"},
		{"Australia/Sydney", "2028-01-02", ""},
		{"America/Los_Angeles", "  ", "2027-12-31"},
		{"America/Los_Angeles", "2028-01-01", ""},
		{"UTC", "1970-01-01", "1970-01-01"},
		{"UTC", "1969-12-31", ""},
		{"UTC", "0000-01-01", ""},
		{"UTC", "10000-01-01", ""},
		{"UTC", "2027-02-29", ""},
		{"UTC", "2027-12-31T10:00:00+10:00", ""},
		{"UTC", "31/12/2027", ""},
		{"UTC", "today", ""},
	} {
		site, err := store.FindSite(b)
		if err != nil {
			t.Fatal(err)
		}
		site.Set(store.TimeZone, c.zone)
		b.MustSave(t, site)
		answer := b.Call(t, "POST", "/api/assignments/"+b.order+"/payments", b.admin.Token, map[string]any{
			"amount": 0.01, "method": "Cash", "reference": fmt.Sprint("TX ", i), "receivedOn": c.day,
		})
		if c.want == "" {
			answer.Refused(t, 400, "Received on is invalid")
			continue
		}
		var payment struct{ ReceivedOn, Number string }
		answer.Granted(t, 201, &payment)
		if payment.ReceivedOn != c.want {
			t.Errorf("in %s, %q is %s, want %s", c.zone, c.day, payment.ReceivedOn, c.want)
		}
	}
}

func TestNobodyChangesPaymentsAndInvoices(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	operator := b.Superuser(t)
	b.pay(t, b.order, 60, "TX 1").Granted(t, 201, nil)
	for _, collection := range []string{store.Payments, store.Invoices} {
		document, err := b.FindFirstRecordByData(collection, store.Assignment, b.order)
		if err != nil {
			t.Fatal(err)
		}
		path := "/api/collections/" + collection + "/records/" + document.Id
		for method, body := range map[string]any{"PATCH": map[string]any{"number": "INV-2026-0099"}, "DELETE": nil} {
			answer := b.Call(t, method, path, operator, body)
			if answer.Status != 409 || !strings.Contains(string(answer.Body), "Payments and invoices cannot be changed") {
				t.Errorf("%s %s: got %d %s", method, collection, answer.Status, answer.Body)
			}
		}
	}
	if answer := b.Call(t, "DELETE", "/api/collections/assignments/records/"+b.order, operator, nil); answer.Status != 409 {
		t.Errorf("the console deleted the order: %d %s", answer.Status, answer.Body)
	}
	if payments, cents, stored := b.received(t, b.order); payments != 1 || cents != 6000 || stored != 6000 {
		t.Errorf("%d payments of %d cents are left, and the order has %d", payments, cents, stored)
	}
}
