package demo

import (
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
)

// sale is an order that began as a quote request.
type sale struct {
	days                             float64 // before the present, when it was asked for
	student, tutor, subject, service string
	amount                           float64
	dueDays                          int // from the day on which it was asked for
}

// intake is how many requests became orders in each block of 31 days, the oldest first.
var intake = []int{2, 3, 5, 4, 2, 3, 6, 5, 3, 4}

// intakeEnds is how many days ago the last of these blocks ended.
const intakeEnds = 80

// sold are subjects and the services that were asked for.
var sold = []struct{ subject, service, tutor string }{
	{"Philosophy of science", "essay-writing-assistance", "kim"},
	{"Mechanics", "lab-report-writing", "sol"},
	{"Medieval history", "research-paper", "kim"},
	{"Public health", "literature-review-writing", "imani"},
	{"Probability", "custom-assignment-writing", "sol"},
	{"Ethics", "annotated-bibliography", "kim"},
	{"Nursing", "report-project-writing", "imani"},
}

// ordinals of sales that did not simply go well.
const (
	repricedSale  = 2
	refundedSale  = 5
	deletedSale   = 7 // of a student whose account is deleted later
	disputedSale  = 10
	refundedSale2 = 13
	cancelledSale = 17
	wrongedTutor  = 21
	refundedSale3 = 26
	withdrawnSale = 30
)

// tellSales tells the orders of a year, of which all are settled by now.
func (b *builder) tellSales() {
	n := 0
	for block, count := range intake {
		for i := range count {
			days := float64(intakeEnds + 31*(len(intake)-block) - i*31/count)
			work, ordinal := sold[n%len(sold)], n
			s := sale{
				days: days, student: []string{"robin", "nia", "nia"}[n%3], tutor: work.tutor, subject: work.subject, service: work.service,
				amount: 120 + float64(n*37%11)*24.5, dueDays: 11 + n%4,
			}
			if n == deletedSale {
				s.student = "pat"
			}
			b.tell(days, func(b *builder) error { return b.sell(ordinal, s) })
			n++
		}
	}
}

// sell tells one order from the request to its end.
func (b *builder) sell(n int, s sale) error {
	if !b.hasAccount(s.tutor, b.past.at()) {
		s.tutor = "kim"
	}
	id, err := b.order(s)
	if err != nil {
		return fmt.Errorf("sale %d: %w", n, err)
	}
	switch n {
	case cancelledSale:
		return b.cancelAndRefund(id, s)
	case wrongedTutor:
		b.past.advance(7 * 24 * time.Hour) // behind its due date
	}
	if err := b.deliverSale(id, s, 1); err != nil {
		return fmt.Errorf("sale %d: %w", n, err)
	}
	if n%6 == 3 {
		if err := b.reviseSale(id, s); err != nil {
			return fmt.Errorf("sale %d: %w", n, err)
		}
	}
	if err := b.settleSale(n, id, s); err != nil {
		return fmt.Errorf("sale %d: %w", n, err)
	}
	b.past.advance(6 * 24 * time.Hour) // windows close, and the work accepts itself
	if err := jobs.Run(b.ctx, b.app, "acceptWork"); err != nil {
		return err
	}
	if n%3 == 1 || s.student == "pat" {
		return nil
	}
	return b.call(s.student, "POST", "/assignments/"+id+"/rating", body{"rating": ratings[n%len(ratings)], "comment": comments[n%len(comments)]}, nil)
}

// settleSale tells what followed the delivery of a sale.
func (b *builder) settleSale(n int, id string, s sale) error {
	b.past.advance(20 * time.Hour)
	claim := claimed{order: id, opener: s.student, kind: domain.ClaimRefund, reason: "Half of the sources that I asked for are missing."}
	switch n {
	case refundedSale, refundedSale2, refundedSale3:
		claim.amount = domain.Units(domain.Cents(s.amount / 4))
		return b.refund(claim, "The list of sources was incomplete. We return a quarter of the price.")
	case disputedSale:
		claim.reason = "The work came too late for my draft."
		if err := b.decide(claim, "decline", "The work was delivered before it was due."); err != nil {
			return err
		}
		claim.kind, claim.reason = domain.ClaimDispute, "I disagree: the due date was moved after I had ordered."
		return b.decide(claim, "decline", "The due date was the one in the accepted offer.")
	case wrongedTutor:
		claim.kind, claim.opener, claim.reason = domain.ClaimDispute, s.tutor, "The brief was changed twice after I had started, so it could not be done in time."
		return b.decide(claim, "approve", "The delay does not count against the tutor.")
	case withdrawnSale:
		if err := b.openClaim(&claim); err != nil {
			return err
		}
		b.past.advance(3 * time.Hour)
		return b.call(s.student, "POST", "/claims/"+claim.id+"/withdraw", nil, nil)
	case repricedSale:
		return b.call("ada", "PATCH", "/assignments/"+id, body{"price": s.amount - 20}, nil)
	}
	return b.call("ada", "PATCH", "/assignments/"+id, body{
		"status": domain.StatusGraded, "grade": grades[n%len(grades)], "feedback": feedbacks[n%len(feedbacks)],
	}, nil)
}

// ask asks for a quote, which is offered some hours later.
func (b *builder) ask(s sale) (quote string, err error) {
	due := b.past.at().Add(time.Duration(s.dueDays) * 24 * time.Hour)
	var asked struct {
		ID string `json:"_id"`
	}
	err = b.call(s.student, "POST", "/quotes", body{
		"email": s.student + emailDomain, "phone": "0491570156", "countryCode": "AU", "service": s.service, "subject": s.subject,
		"description": "One page on a question of my choice, with the sources that the course names.",
		"deadline":    due.Format(time.DateOnly), "deadlineTime": due.Format("15:04"), "timeZone": "UTC", "pages": 1, "terms": true,
	}, &asked)
	if err != nil {
		return "", err
	}
	b.past.advance(5 * time.Hour)
	return asked.ID, b.call("ada", "PATCH", "/quotes/"+asked.ID, body{
		"status": domain.QuoteQuoted, "amount": s.amount, "note": "Valid for two weeks.", "validUntil": domain.FormatTime(b.past.at().Add(14 * 24 * time.Hour)),
	}, nil)
}

// acceptOffer takes the offer of a quote request, as the one who asked.
func (b *builder) acceptOffer(quote string, s sale) (order string, err error) {
	b.past.advance(9 * time.Hour)
	var own []struct {
		ID       string `json:"_id"`
		OfferURL string
	}
	if err := b.call(s.student, "GET", "/quotes/mine", nil, &own); err != nil {
		return "", err
	}
	for _, found := range own {
		if found.ID != quote {
			continue
		}
		_, token, _ := strings.Cut(found.OfferURL, "/offers/")
		var accepted struct{ Assignment string }
		err := b.call(s.student, "POST", "/offers/"+token+"/accept", body{"version": 1, "acceptTerms": true}, &accepted)
		return accepted.Assignment, err
	}
	return "", fmt.Errorf("%s has no offer for %s", s.student, s.subject)
}

// order tells an order until it is paid for and its tutor has started.
func (b *builder) order(s sale) (id string, err error) {
	quote, err := b.ask(s)
	if err != nil {
		return "", err
	}
	if id, err = b.acceptOffer(quote, s); err != nil {
		return "", err
	}
	b.past.advance(26 * time.Hour)
	if err := b.pay(id, s.amount); err != nil {
		return "", err
	}
	b.past.advance(4 * time.Hour)
	if err := b.call("ada", "PATCH", "/assignments/"+id, body{"tutor": b.people[s.tutor].Id}, nil); err != nil {
		return "", err
	}
	b.past.advance(6 * time.Hour)
	return id, b.call(s.tutor, "POST", "/assignments/"+id+"/start", nil, nil)
}

// pay records a payment, whose reference nobody else has.
func (b *builder) pay(id string, amount float64) error {
	return b.call("ada", "POST", "/assignments/"+id+"/payments", body{
		"amount": amount, "method": "Bank transfer", "reference": "TR-" + b.past.at().Format("060102-1504"),
	}, nil)
}

func (b *builder) find(id string) (*core.Record, error) {
	return b.app.FindRecordById(store.Assignments, id)
}

// deliverSale delivers a version of ordered work, the first one about two days before it is due.
func (b *builder) deliverSale(id string, s sale, version int) error {
	assignment, err := b.find(id)
	if err != nil {
		return err
	}
	if version == 1 {
		b.past.advance(time.Duration(s.dueDays-4) * 24 * time.Hour)
	}
	return b.deliver(assignment, version, s.tutor, notes[len(s.subject)%len(notes)])
}

// reviseSale asks for changes, which are delivered the next day.
func (b *builder) reviseSale(id string, s sale) error {
	b.past.advance(16 * time.Hour)
	if err := b.call(s.student, "POST", "/assignments/"+id+"/revisions", body{"reason": revisionReasons[0]}, nil); err != nil {
		return err
	}
	b.past.advance(21 * time.Hour)
	return b.deliverSale(id, s, 2)
}
