package money_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// start is a Wednesday, on which the tests begin.
var start = time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC)

// desk is an app with an order at 100.00 that is paid for and finished.
type desk struct {
	*testkit.App
	admin, student, tutor testkit.Person
	order                 string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, start)
	d := desk{
		App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"), student: app.Person(t, domain.RoleStudent, "Robin Vale"),
		tutor: app.Person(t, domain.RoleTutor, "Kim Marsh"),
	}
	d.order = d.finished(t)
	d.receive(t, d.order, 100, "TX 1")
	return d
}

// finished returns a new order at 100.00 that its tutor has finished.
func (d desk) finished(t *testing.T) string {
	t.Helper()
	order := d.HandIn(t, d.student.Token, nil)
	d.set(t, order, map[string]any{"price": 100, "tutor": d.tutor.Id, "status": "completed"})
	return order
}

// set changes an order as an admin does.
func (d desk) set(t *testing.T, order string, change map[string]any) {
	t.Helper()
	d.Call(t, "PATCH", "/api/assignments/"+order, d.admin.Token, change).Granted(t, 200, nil)
}

// receive records a payment of the student.
func (d desk) receive(t *testing.T, order string, amount float64, reference string) {
	t.Helper()
	body := map[string]any{"amount": amount, "method": "Bank transfer", "reference": reference}
	d.Call(t, "POST", "/api/assignments/"+order+"/payments", d.admin.Token, body).Granted(t, 201, nil)
}

// claim is what a caller reads about a claim. A field is nil if it is left out or null.
type claim struct {
	ID                                       string `json:"_id"`
	Kind, Status                             string
	Reason, Outcome                          *string
	Amount                                   *float64
	OpenedBy                                 struct{ Name, Role string }
	DueAt, PayFrom, PayBy, DecidedAt, PaidAt *string
	Actions                                  []struct{ Action domain.Action }
}

func (d desk) open(t *testing.T, by testkit.Person, order string, body map[string]any) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/assignments/"+order+"/claims", by.Token, body)
}

// opened opens a claim that must be granted.
func (d desk) opened(t *testing.T, by testkit.Person, order, kind string) (c claim) {
	t.Helper()
	d.open(t, by, order, map[string]any{"kind": kind, "reason": "Off topic"}).Granted(t, 201, &c)
	return c
}

func (d desk) decide(t *testing.T, id string, body map[string]any) testkit.Answer {
	t.Helper()
	return d.Call(t, "PATCH", "/api/claims/"+id, d.admin.Token, body)
}

// approved opens a refund request and approves an amount.
func (d desk) approved(t *testing.T, order string, amount float64) (c claim) {
	t.Helper()
	c = d.opened(t, d.student, order, "refund")
	d.decide(t, c.ID, approval(amount)).Granted(t, 200, &c)
	return c
}

func approval(amount float64) map[string]any {
	return map[string]any{"decision": "approve", "outcome": "Agreed", "amount": amount}
}

var refusal = map[string]any{"decision": "decline", "outcome": "It is on topic"}

func (d desk) withdraw(t *testing.T, by testkit.Person, id string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/claims/"+id+"/withdraw", by.Token, nil)
}

func (d desk) pay(t *testing.T, id, reference string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/claims/"+id+"/pay", d.admin.Token, map[string]any{"method": "Bank transfer", "reference": reference})
}

// deliver delivers a version of an order, as its tutor.
func (d desk) deliver(t *testing.T, order string) testkit.Answer {
	t.Helper()
	file := testkit.File{Field: "files", Name: "essay.pdf", Content: testkit.PDF("Tides")}
	return d.Call(t, "POST", "/api/assignments/"+order+"/deliveries", d.tutor.Token, testkit.Form{Files: []testkit.File{file}})
}

// stored returns an order as it is stored.
func (d desk) stored(t *testing.T, order string) *core.Record {
	t.Helper()
	record, err := d.FindRecordById(store.Assignments, order)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// agrees checks that an order says the same as its claims and payments.
func (d desk) agrees(t *testing.T, order string) {
	t.Helper()
	record := d.stored(t, order)
	claims, err := d.FindAllRecords(store.Claims, dbx.HashExp{store.Assignment: order})
	if err != nil {
		t.Fatal(err)
	}
	open, refund, paid := 0, 0, 0
	for _, c := range claims {
		cents := c.GetInt(store.AmountCents)
		switch c.GetString(store.Status) {
		case domain.ClaimStatusOpen:
			open++
		case domain.ClaimPaid:
			paid += cents
			refund += cents
		case domain.ClaimApproved:
			refund += cents
		}
	}
	sums := map[string]int{}
	payments, err := d.FindAllRecords(store.Payments, dbx.HashExp{store.Assignment: order})
	if err != nil {
		t.Fatal(err)
	}
	for _, payment := range payments {
		if isReturned := payment.GetString(store.Kind) == "returned"; isReturned != (payment.GetString(store.ClaimField) != "") {
			t.Errorf("the payment %s is for the claim %q", payment.GetString(store.Number), payment.GetString(store.ClaimField))
		}
		sums[payment.GetString(store.Kind)] += payment.GetInt(store.AmountCents)
	}
	if isOpen := record.GetBool(store.ClaimOpen); isOpen != (open == 1) || open > 1 {
		t.Errorf("the order says that a claim is open: %t, but there are %d", isOpen, open)
	}
	if got := record.GetInt(store.RefundCents); got != refund || refund > sums["received"] {
		t.Errorf("the order has refunds of %d cents, its claims of %d, and %d were paid", got, refund, sums["received"])
	}
	if got := record.GetInt(store.ReturnedCents); got != paid || sums["returned"] != paid {
		t.Errorf("the order has %d returned cents, its claims %d, and its payments %d", got, paid, sums["returned"])
	}
	if got := record.GetInt(store.ReceivedCents); got != sums["received"] {
		t.Errorf("the order has %d received cents, its payments %d", got, sums["received"])
	}
}
