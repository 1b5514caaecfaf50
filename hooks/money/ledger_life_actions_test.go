package money_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// somebody returns who acts on an order: mostly somebody whom it concerns.
func (d *auditedDesk) somebody(o *life) caller {
	switch d.random.IntN(8) {
	case 0, 1, 2, 3:
		if o.student != "" {
			return d.person(o.student)
		}
	case 4, 5, 6:
		if o.tutor != "" {
			return d.person(o.tutor)
		}
	}
	return d.admin
}

func (d *auditedDesk) person(id string) caller { return caller{id, d.people[id].GetString("role")} }

// step lets something happen.
func (d *auditedDesk) step() *life {
	d.t.Helper()
	r := d.random
	if len(d.orders) == 0 || len(d.orders) < 4 && r.IntN(6) == 0 {
		d.begin()
		return nil
	}
	switch r.IntN(40) {
	case 0, 1, 2, 3, 4, 5:
		d.pass()
		return nil
	case 6:
		d.payOut()
		return nil
	case 7:
		d.configure()
		return nil
	case 8:
		if r.IntN(2) == 0 {
			d.amend()
		} else {
			d.adjust()
		}
		return nil
	}
	o := choose(r, d.orders)
	by := d.somebody(o)
	move := choose(r, moves)
	if r.IntN(4) > 0 { // something that is possible, and mostly leads on
		for range 6 {
			by = d.somebody(o)
			open := o.actions(by, d.now(), d.requirePayment)
			if len(open) == 0 {
				continue
			}
			move.action = choose(r, open).action
			if !slices.Contains([]string{"delete", "cancel", "hand-back", "close-pool", "assign", "record-payment"}, move.action) || r.IntN(6) == 0 {
				break
			}
		}
		switch stage := o.stage(d.now()); {
		case stage == "pool" && r.IntN(3) == 0:
			move.action = "claim-work"
		case o.claim() != nil && r.IntN(3) == 0:
			move.action, by = "decide", d.admin
		case o.claim() != nil && r.IntN(4) == 0:
			move.action, by = "withdraw", d.person(o.claim().by)
		case len(o.claims) > 0 && r.IntN(6) == 0:
			move.action = "pay-refund"
		}
	}
	for _, other := range moves {
		if other.action == move.action {
			other.do(d, o, by)
			break
		}
	}
	return o
}

// moves are what can happen to an order. Those of an action have its name.
var moves = []struct {
	action string
	do     func(*auditedDesk, *life, caller)
}{
	{"open-pool", (*auditedDesk).openPool}, {"close-pool", (*auditedDesk).closePool}, {"claim-work", (*auditedDesk).take}, {"claim-work", (*auditedDesk).take}, {"assign", (*auditedDesk).assign},
	{"start", (*auditedDesk).begun}, {"hand-back", (*auditedDesk).handBack}, {"deliver", (*auditedDesk).deliver}, {"request-revision", (*auditedDesk).requestRevision},
	{"withdraw-revision", (*auditedDesk).withdrawRevision}, {"accept", (*auditedDesk).accept}, {"request-refund", (*auditedDesk).requestRefund}, {"open-dispute", (*auditedDesk).openDispute},
	{"decide", (*auditedDesk).decide}, {"pay-refund", (*auditedDesk).payRefund}, {"pay-refund", (*auditedDesk).payRefund}, {"withdraw", (*auditedDesk).withdrawClaim}, {"record-payment", (*auditedDesk).pay},
	{"cancel", (*auditedDesk).cancel}, {"rate", (*auditedDesk).rate}, {"delete", (*auditedDesk).delete}, {"set a status", (*auditedDesk).setStatus}, {"set a price", (*auditedDesk).setPrice},
	{"set a price", (*auditedDesk).setPrice},
}

func (d *auditedDesk) adjust() {
	d.t.Helper()
	tutor, cents := choose(d.random, d.tutors).id, d.random.IntN(6001)-3000
	body := map[string]any{"tutor": tutor, "amount": domain.Units(cents), "memo": d.reference()}
	if d.call(nil, d.admin, "POST", "ledger/adjustments", body, cents != 0, nil) {
		d.adjusted[tutor] += cents
	}
}

func (d *auditedDesk) openPool(o *life, _ caller)  { d.pool(o, true) }
func (d *auditedDesk) closePool(o *life, _ caller) { d.pool(o, false) }

func (d *auditedDesk) pool(o *life, open bool) {
	d.t.Helper()
	stage := o.stage(d.now())
	may := stage != "accepted" && stage != "cancelled"
	if open && stage != "pool" {
		may = o.can("open-pool", d.admin, d.now(), d.requirePayment)
	}
	if d.call(o, d.admin, "PUT", "assignments/"+o.id+"/pool", map[string]bool{"open": open}, may, nil) {
		o.inPool, o.everInPool = open, o.everInPool || open
	}
}

// take lets a tutor take work from the pool.
func (d *auditedDesk) take(o *life, _ caller) {
	d.t.Helper()
	by, busy := choose(d.random, d.tutors), 0
	for _, other := range d.all {
		if other.tutor == by.id && !other.isDeleted && (other.status == "in_progress" || other.status == "revision") {
			busy++
		}
	}
	may := o.stage(d.now()) == "pool" && by.id != o.student && busy < d.maxOpen && !(d.requirePayment && o.due() > 0)
	if d.call(o, by, "POST", "assignments/"+o.id+"/claim", nil, may, nil) {
		o.tutor = by.id
		o.set("in_progress", d.now())
	}
}

func (d *auditedDesk) assign(o *life, _ caller) {
	d.t.Helper()
	var body any
	tutor := ""
	if d.random.IntN(6) > 0 {
		tutor = choose(d.random, d.tutors).id
		body = tutor
	}
	may := o.can("assign", d.admin, d.now(), d.requirePayment) && (tutor == "" || tutor != o.student)
	if d.call(o, d.admin, "PATCH", "assignments/"+o.id, map[string]any{"tutor": body}, may, nil) {
		o.tutor = tutor
		o.leavePool()
	}
}

func (d *auditedDesk) begun(o *life, by caller) {
	d.t.Helper()
	if d.act(o, by, "start", "start", nil, nil) {
		o.set("in_progress", d.now())
	}
}

func (d *auditedDesk) handBack(o *life, by caller) {
	d.t.Helper()
	if d.act(o, by, "hand-back", "hand-back", reason, nil) {
		o.tutor = ""
		o.set("submitted", d.now())
	}
}

var reason = map[string]any{"reason": "Because"}

// deliver delivers work of about the number of words above which it counts as long.
func (d *auditedDesk) deliver(o *life, by caller) {
	d.t.Helper()
	words := max(1, o.numbers.LongRevisionWords-1+d.random.IntN(3))
	if words > 4000 {
		words = 10
	}
	d.deliverWords(o, by, words)
}

func (d *auditedDesk) deliverWords(o *life, by caller, words int) {
	d.t.Helper()
	form := testkit.Form{Files: []testkit.File{{Field: "files", Name: "essay.txt", Content: []byte(strings.Repeat("tide ", words))}}}
	var delivered struct{ Words *int }
	if !d.act(o, by, "deliver", "deliveries", form, &delivered) {
		return
	}
	o.counted = 0
	if delivered.Words != nil { // a busy machine may give up counting
		if o.counted = *delivered.Words; o.counted != words {
			d.t.Errorf("of %d words, %d were counted", words, o.counted)
		}
	}
	o.kept = append(o.kept, true)
	o.set("completed", d.now())
	o.start, o.finished = d.now(), d.now()
}

func (d *auditedDesk) requestRevision(o *life, by caller) {
	d.t.Helper()
	if d.act(o, by, "request-revision", "revisions", reason, nil) {
		o.revisions++
		o.set("revision", d.now())
		o.open = o.revisions
	}
}

func (d *auditedDesk) withdrawRevision(o *life, by caller) {
	d.t.Helper()
	start, finished := o.start, o.finished
	if o.revisions > 0 && d.act(o, by, "withdraw-revision", fmt.Sprintf("revisions/%d/withdraw", o.revisions), nil, nil) {
		o.set("completed", d.now())
		o.start, o.finished = start, finished // the windows are as they were
	}
}

func (d *auditedDesk) accept(o *life, by caller) {
	d.t.Helper()
	if d.act(o, by, "accept", "accept", nil, nil) {
		o.accepted = d.now()
		o.settle()
	}
}

func (d *auditedDesk) requestRefund(o *life, by caller) {
	d.openClaim(o, by, "refund", "request-refund")
}
func (d *auditedDesk) openDispute(o *life, by caller) { d.openClaim(o, by, "dispute", "open-dispute") }

func (d *auditedDesk) openClaim(o *life, by caller, kind, action string) {
	d.t.Helper()
	body := map[string]any{"kind": kind, "reason": "Off topic"}
	cents := 0
	if refundable := o.refundable(); by.id == o.student && refundable > 0 && d.random.IntN(2) == 0 {
		cents = 1 + d.random.IntN(refundable)
		body["amount"] = domain.Units(cents)
	} else if kind == "refund" {
		cents = refundable
	}
	var opened struct {
		ID string `json:"_id"`
	}
	if d.act(o, by, action, "claims", body, &opened) {
		due := d.now().Add(time.Duration(o.numbers.DisputeHours) * time.Hour)
		c := &claimed{id: opened.ID, kind: kind, status: "open", by: by.id, byTutor: by.id == o.tutor, cents: cents, opened: d.now(), due: due}
		o.claims = append(o.claims, c)
		o.settle()
	}
}

// anyClaim returns one of the claims on an order, nil if there is none.
func (d *auditedDesk) anyClaim(o *life) *claimed {
	if c := o.claim(); c != nil && d.random.IntN(4) > 0 {
		return c
	}
	if len(o.claims) == 0 {
		return nil
	}
	return choose(d.random, o.claims)
}

func (d *auditedDesk) decide(o *life, by caller) {
	d.t.Helper()
	c := d.anyClaim(o)
	if c == nil {
		return
	}
	body, cents := map[string]any{"decision": "decline", "outcome": "It is on topic"}, 0
	if refundable := o.refundable(); d.random.IntN(3) > 0 && (refundable > 0 || c.kind == "dispute") {
		body = map[string]any{"decision": "approve", "outcome": "Agreed"}
		if refundable > 0 && (c.kind == "refund" || d.random.IntN(2) == 0) {
			cents = 1 + d.random.IntN(refundable)
			if d.random.IntN(3) == 0 {
				cents = refundable
			}
			body["amount"] = domain.Units(cents)
		}
	}
	if !d.call(o, by, "PATCH", "claims/"+c.id, body, by.role == "admin" && c.status == "open", nil) {
		return
	}
	c.decided = d.now()
	if body["decision"] == "decline" {
		if c.kind == "refund" {
			o.declined = d.now()
		}
		o.close(c, "declined", d.now())
		return
	}
	d.approve(o, c, cents)
	o.close(c, "approved", d.now())
}

// approve sets the amount of a claim, and when it is paid.
func (d *auditedDesk) approve(o *life, c *claimed, cents int) {
	c.cents = cents
	if cents > 0 {
		c.from, c.until = businessDays(d.now(), d.zone, d.holidays, o.numbers.RefundMinBusinessDays, o.numbers.RefundMaxBusinessDays)
	}
}

func (d *auditedDesk) payRefund(o *life, _ caller) {
	d.t.Helper()
	c := d.anyClaim(o)
	if c == nil {
		return
	}
	body := map[string]any{"method": "Cash", "reference": d.reference()}
	if d.call(o, d.admin, "POST", "claims/"+c.id+"/pay", body, c.status == "approved" && c.cents > 0, nil) {
		o.returned += c.cents
		c.status, c.paid, c.closed = "paid", d.now(), d.now()
		o.settle()
	}
}

func (d *auditedDesk) withdrawClaim(o *life, by caller) {
	d.t.Helper()
	c := d.anyClaim(o)
	if c != nil && d.call(o, by, "POST", "claims/"+c.id+"/withdraw", nil, by.id == c.by && c.status == "open" && (by.id == o.student || by.id == o.tutor), nil) {
		o.close(c, "withdrawn", d.now())
	}
}

func (d *auditedDesk) pay(o *life, _ caller) {
	d.t.Helper()
	cents, due := 1+d.random.IntN(20_000), o.due()
	switch {
	case due > 0 && d.random.IntN(3) == 0:
		cents = due
	case due > 0 && d.random.IntN(2) == 0:
		cents = 1 + d.random.IntN(due)
	}
	body := map[string]any{"amount": domain.Units(cents), "method": "Cash", "reference": d.reference()}
	if d.call(o, d.admin, "POST", "assignments/"+o.id+"/payments", body, o.can("record-payment", d.admin, d.now(), d.requirePayment) && cents <= due, nil) {
		o.received += cents
	}
}

func (d *auditedDesk) cancel(o *life, by caller) {
	d.t.Helper()
	refund := o.refundable()
	if d.random.IntN(4) > 0 || !d.act(o, by, "cancel", "cancel", reason, nil) {
		return
	}
	if refund > 0 {
		c := &claimed{kind: "refund", status: "approved", by: by.id, byCancelling: true, decided: d.now(), closed: d.now()}
		d.approve(o, c, refund)
		o.claims = append(o.claims, c)
		d.learn(o, c)
	}
	o.set("cancelled", d.now())
}

// learn finds out the id of the claim that came with a cancellation.
func (d *auditedDesk) learn(o *life, c *claimed) {
	d.t.Helper()
	var listed []struct {
		ID string `json:"_id"`
	}
	d.Call(d.t, "GET", "/api/assignments/"+o.id+"/claims", d.people[d.admin.id].Token, nil).Granted(d.t, 200, &listed)
	known := map[string]bool{}
	for _, other := range o.claims {
		known[other.id] = true
	}
	for _, found := range listed {
		if !known[found.ID] {
			c.id = found.ID
		}
	}
}

// setStatus sets a status by hand, one order or several at once.
func (d *auditedDesk) setStatus(o *life, _ caller) {
	d.t.Helper()
	status := choose(d.random, domain.AssignmentStatuses)
	may := true
	for _, c := range o.claims {
		may = may && (o.status != "cancelled" || !c.byCancelling || c.status != "paid")
	}
	path, body := "assignments/"+o.id, map[string]any{"status": status}
	if d.random.IntN(3) == 0 {
		path, body["ids"] = "assignments", []string{o.id}
	}
	if d.call(o, d.admin, "PATCH", path, body, may, nil) {
		o.set(status, d.now())
	}
}

// rate rates the work, which changes nothing else.
func (d *auditedDesk) rate(o *life, by caller) {
	d.t.Helper()
	may := o.can("rate", by, d.now(), d.requirePayment)
	if d.call(o, by, "POST", "assignments/"+o.id+"/rating", map[string]any{"rating": 1 + d.random.IntN(5)}, may, nil) {
		o.isRated = true
	}
}

func (d *auditedDesk) setPrice(o *life, _ caller) {
	d.t.Helper()
	cents := d.random.IntN(40_000)
	if d.random.IntN(8) == 0 {
		cents = 0
	}
	if d.call(o, d.admin, "PATCH", "assignments/"+o.id, map[string]any{"price": domain.Units(cents)}, true, nil) {
		o.price = cents
	}
}

func (d *auditedDesk) delete(o *life, by caller) {
	d.t.Helper()
	if d.random.IntN(6) > 0 || !d.call(o, by, "DELETE", "assignments/"+o.id, nil, o.can("delete", by, d.now(), d.requirePayment), nil) {
		return
	}
	o.isDeleted = true
	if c := o.claim(); c != nil {
		o.close(c, "withdrawn", d.now())
	}
	for i, other := range d.orders {
		if other == o {
			d.orders = append(d.orders[:i:i], d.orders[i+1:]...)
			break
		}
	}
}
