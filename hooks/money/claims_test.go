package money_test

import (
	"encoding/json"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// orderView is what a caller reads about an order.
type orderView struct {
	Stage                 string
	AmountPaid, AmountDue *float64
	AcceptedAt            *string
	Actions               []struct {
		Action domain.Action
		Until  *string
	}
}

func (d desk) read(t *testing.T, by testkit.Person, order string) (view orderView) {
	t.Helper()
	d.Call(t, "GET", "/api/assignments/"+order, by.Token, nil).Granted(t, 200, &view)
	return view
}

func (v orderView) lists(action domain.Action) bool {
	for _, open := range v.Actions {
		if open.Action == action {
			return true
		}
	}
	return false
}

func text(p *string) string {
	if p == nil {
		return "null"
	}
	return *p
}

func TestARefundFromTheRequestToThePayment(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.student, d.order, "refund")
	if c.Status != "open" || c.Amount == nil || *c.Amount != 100 || text(c.Reason) != "Off topic" || text(c.DueAt) != "2026-11-07T10:00:00.000Z" || c.Outcome != nil || c.PayBy != nil {
		t.Errorf("the request is %+v", c)
	}
	d.agrees(t, d.order)
	d.decide(t, c.ID, approval(60)).Granted(t, 200, &c)
	if c.Status != "approved" || *c.Amount != 60 || text(c.Outcome) != "Agreed" || text(c.DecidedAt) != "2026-11-04T10:00:00.000Z" ||
		text(c.PayFrom) != "2026-11-13T00:00:00.000Z" || text(c.PayBy) != "2026-11-18T23:59:59.999Z" {
		t.Errorf("the approval is %+v, from %s to %s", c, text(c.PayFrom), text(c.PayBy))
	}
	if view := d.read(t, d.student, d.order); *view.AmountPaid != 100 || *view.AmountDue != 0 {
		t.Errorf("approved: paid %v, due %v", *view.AmountPaid, *view.AmountDue)
	}
	d.agrees(t, d.order)
	d.pay(t, c.ID, "RT 1").Granted(t, 200, &c)
	if c.Status != "paid" || text(c.PaidAt) != "2026-11-04T10:00:00.000Z" || len(c.Actions) > 0 {
		t.Errorf("the payment is %+v", c)
	}
	if view := d.read(t, d.student, d.order); *view.AmountPaid != 40 || *view.AmountDue != 0 {
		t.Errorf("paid: paid %v, due %v", *view.AmountPaid, *view.AmountDue)
	}
	d.agrees(t, d.order)
	var payments []struct {
		Kind, Number, Method, Reference, ReceivedOn string
		Amount                                      float64
	}
	d.Call(t, "GET", "/api/assignments/"+d.order+"/payments", d.student.Token, nil).Granted(t, 200, &payments)
	if len(payments) != 2 || payments[0].Kind != "returned" || payments[0].Number != "REC-2026-0002" || payments[0].Amount != 60 ||
		payments[0].Reference != "RT 1" || payments[0].ReceivedOn != "2026-11-04" {
		t.Errorf("the payments are %+v", payments)
	}
}

func TestAnApprovalReducesWhatIsDue(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	order := d.finished(t)
	d.receive(t, order, 50, "TX 1")
	d.approved(t, order, 20)
	if view := d.read(t, d.student, order); *view.AmountPaid != 50 || *view.AmountDue != 30 {
		t.Errorf("paid %v, due %v, want 50 and 30", *view.AmountPaid, *view.AmountDue)
	}
	second := d.opened(t, d.student, order, "refund")
	if second.Amount == nil || *second.Amount != 30 {
		t.Errorf("a second request is for %v, want the other 30", second.Amount)
	}
	d.decide(t, second.ID, approval(30.01)).Refused(t, 400, "Amount is more than was paid")
	d.decide(t, second.ID, approval(30)).Granted(t, 200, nil)
	d.agrees(t, order)
	d.open(t, d.student, order, map[string]any{"kind": "refund", "reason": "Off topic"}).Refused(t, 409, "Everything paid has been returned")
}

func TestADisputeCanBeApprovedWithNothingToPay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.tutor, d.order, "dispute")
	if c.Amount != nil || c.OpenedBy.Role != "tutor" || c.OpenedBy.Name != "Kim Marsh" {
		t.Errorf("the dispute is %+v", c)
	}
	d.decide(t, c.ID, map[string]any{"decision": "approve", "outcome": "The tutor is right"}).Granted(t, 200, &c)
	if c.Status != "approved" || c.Amount != nil || c.PayFrom != nil || c.PayBy != nil {
		t.Errorf("the decision is %+v", c)
	}
	d.pay(t, c.ID, "RT 1").Refused(t, 409, "There is nothing to pay")
	d.agrees(t, d.order)
	c = d.opened(t, d.student, d.order, "dispute")
	d.decide(t, c.ID, approval(100)).Granted(t, 200, &c)
	d.pay(t, c.ID, "RT 1").Granted(t, 200, nil)
	d.agrees(t, d.order)
}

func TestNothingMovesWhileAClaimIsOpen(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.student, d.order, "dispute")
	path := "/api/assignments/" + d.order
	d.Call(t, "POST", path+"/cancel", d.admin.Token, map[string]any{"reason": "No"}).Refused(t, 409, "A claim is open on this assignment")
	d.Call(t, "POST", path+"/accept", d.student.Token, nil).Refused(t, 409, "A claim is open on this assignment")
	d.Call(t, "POST", path+"/revisions", d.student.Token, map[string]any{"reason": "No"}).Refused(t, 409, "A claim is open on this assignment")
	d.set(t, d.order, map[string]any{"status": "revision"})
	d.deliver(t, d.order).Refused(t, 409, "A claim is open on this assignment")
	d.set(t, d.order, map[string]any{"status": "completed"})
	for _, kind := range []string{"refund", "dispute", "complaint"} {
		d.open(t, d.student, d.order, map[string]any{"kind": kind}).Refused(t, 409, "A claim is already open")
	}
	clock.Set(d, start.AddDate(0, 1, 0))
	d.RunJob(t, "acceptWork")
	if view := d.read(t, d.student, d.order); view.Stage != "delivered" || view.AcceptedAt != nil || view.lists(domain.ActionOpenDispute) {
		t.Errorf("the order is %+v", view)
	}
	d.withdraw(t, d.student, c.ID).Granted(t, 200, nil)
	if view := d.read(t, d.student, d.order); view.Stage != "accepted" {
		t.Errorf("the stage is %s once the claim is withdrawn, after the windows", view.Stage)
	}
	clock.Advance(d, time.Minute)
	d.RunJob(t, "acceptWork")
	if view := d.read(t, d.student, d.order); text(view.AcceptedAt) != "2026-12-04T10:00:00.000Z" {
		t.Errorf("the work was accepted at %s, want the moment of the withdrawal", text(view.AcceptedAt))
	}
}

func TestADeclinedRefundCanBeDisputedForSomeTime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.student, d.order, "refund")
	clock.Set(d, start.AddDate(0, 0, 5))
	d.decide(t, c.ID, refusal).Granted(t, 200, &c)
	if c.Status != "declined" || text(c.Outcome) != "It is on topic" || c.PayBy != nil {
		t.Errorf("the claim is %+v", c)
	}
	d.RunJob(t, "acceptWork")
	for _, open := range d.read(t, d.tutor, d.order).Actions {
		if open.Action == domain.ActionOpenDispute && text(open.Until) != "2026-11-12T10:00:00.000Z" {
			t.Errorf("the dispute is open until %s", text(open.Until))
		}
	}
	clock.Set(d, start.AddDate(0, 0, 8).Add(time.Millisecond))
	d.open(t, d.tutor, d.order, map[string]any{"kind": "dispute", "reason": "No"}).Refused(t, 409, "The dispute window has closed")
	clock.Set(d, start.AddDate(0, 0, 8))
	d.opened(t, d.tutor, d.order, "dispute")
}

func TestTheOtherSideReadsNeitherReasonNorAmount(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	reads := func(reader testkit.Person, name string, details bool) {
		t.Helper()
		var list []map[string]json.RawMessage
		d.Call(t, "GET", "/api/assignments/"+d.order+"/claims", reader.Token, nil).Granted(t, 200, &list)
		if len(list) == 0 {
			t.Fatal("there is no claim")
		}
		var opener struct{ Name string }
		if err := json.Unmarshal(list[0]["openedBy"], &opener); err != nil || opener.Name != name {
			t.Errorf("a %s reads the name %q, want %q", reader.GetString(store.Role), opener.Name, name)
		}
		for _, field := range []string{"reason", "amount"} {
			if _, ok := list[0][field]; ok != details {
				t.Errorf("a %s reads the %s: %t, want %t", reader.GetString(store.Role), field, ok, details)
			}
		}
	}
	c := d.opened(t, d.student, d.order, "refund")
	reads(d.student, "Robin Vale", true)
	reads(d.admin, "Robin Vale", true)
	reads(d.tutor, "Robin", false)
	d.withdraw(t, d.student, c.ID).Granted(t, 200, nil)
	clock.Advance(d, time.Second)
	c = d.opened(t, d.tutor, d.order, "dispute")
	reads(d.tutor, "Kim Marsh", true)
	reads(d.admin, "Kim Marsh", true)
	reads(d.student, "Kim Marsh", false)
	other := d.Person(t, domain.RoleTutor, "Noor Lane")
	d.set(t, d.order, map[string]any{"tutor": other.Id})
	reads(other, "Kim Marsh", false)
	d.withdraw(t, d.tutor, c.ID).Refused(t, 404, "Claim not found")
	d.decide(t, c.ID, refusal).Granted(t, 200, nil)
	clock.Advance(d, time.Second)
	d.Call(t, "POST", "/api/assignments/"+d.order+"/cancel", d.admin.Token, map[string]any{"reason": "Asked for twice"}).Granted(t, 200, nil)
	reads(d.student, "Our team", true)
	reads(other, "Our team", false)
	reads(d.admin, "Ada Quill", true)
	d.agrees(t, d.order)
}

func TestTheRefundOfACancelledOrderIsPaid(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "POST", "/api/assignments/"+d.order+"/cancel", d.admin.Token, map[string]any{"reason": "Asked for twice"}).Granted(t, 200, nil)
	var list []claim
	d.Call(t, "GET", "/api/claims?status=approved&kind=refund", d.admin.Token, nil).Granted(t, 200, &list)
	if len(list) != 1 || *list[0].Amount != 100 || list[0].OpenedBy.Role != "admin" || text(list[0].Outcome) != "Cancelled" {
		t.Fatalf("the claims are %+v", list)
	}
	d.pay(t, list[0].ID, "RT 1").Granted(t, 200, nil)
	d.agrees(t, d.order)
	d.Call(t, "PATCH", "/api/assignments/"+d.order, d.admin.Token, map[string]any{"status": "completed"}).
		Refused(t, 409, "This assignment was cancelled and refunded")
}

func TestTheDeskFiltersClaims(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.approved(t, d.order, 10)
	clock.Advance(d, time.Second)
	d.opened(t, d.tutor, d.order, "dispute")
	for query, want := range map[string]int{
		"": 2, "?status=open": 1, "?status=approved,open": 2, "?status=paid": 0, "?kind=refund": 1, "?kind=dispute&status=approved": 0, "?page=2&perPage=1": 1,
	} {
		var list []claim
		answer := d.Call(t, "GET", "/api/claims"+query, d.admin.Token, nil)
		if answer.Granted(t, 200, &list); len(list) != want {
			t.Errorf("%q finds %d claims, want %d", query, len(list), want)
		}
		if query == "" && (list[0].Kind != "dispute" || answer.Header.Get("X-Total-Count") != "2") {
			t.Errorf("the newest of %s is a %s", answer.Header.Get("X-Total-Count"), list[0].Kind)
		}
	}
	for query, sentence := range map[string]string{
		"?status=late": "Invalid status filter", "?kind=": "Invalid kind filter", "?sort=amount": "Unknown sort field", "?page=0": "Invalid paging parameter",
	} {
		d.Call(t, "GET", "/api/claims"+query, d.admin.Token, nil).Refused(t, 400, sentence)
	}
}

func TestATutorReadsNoContactDetailsInTheTitle(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	order := d.HandIn(t, d.student.Token, map[string]string{"title": "Tides, ask robin@home.example"})
	d.set(t, order, map[string]any{"tutor": d.tutor.Id, "status": "completed"})
	d.opened(t, d.student, order, "dispute")
	for reader, want := range map[*testkit.Person]string{&d.student: "Tides, ask robin@home.example", &d.admin: "Tides, ask robin@home.example", &d.tutor: "Tides, ask [hidden]"} {
		var list []struct{ Assignment struct{ Title string } }
		d.Call(t, "GET", "/api/assignments/"+order+"/claims", reader.Token, nil).Granted(t, 200, &list)
		if len(list) != 1 || list[0].Assignment.Title != want {
			t.Errorf("a %s reads %+v, want %q", reader.GetString(store.Role), list, want)
		}
	}
}
