package money_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// refusals lists the sentences that each action may be refused with, if its input is valid.
var refusals = map[domain.Action][]string{
	domain.ActionRequestRefund: {
		"Nothing has been delivered yet", "The refund window has closed", "Nothing has been paid yet", "Everything paid has been returned",
		"A claim is already open", "This assignment was cancelled",
	},
	domain.ActionOpenDispute: {"Nothing has been delivered yet", "The dispute window has closed", "A claim is already open", "This assignment was cancelled"},
	domain.ActionDecide:      {"This claim has been decided"},
	domain.ActionWithdraw:    {"This claim has been decided"},
	domain.ActionPayRefund:   {"This claim has not been approved", "There is nothing to pay", "This refund has been paid"},
}

// begins are moments near which clocks and calendars are unusual: the leap day, the turn of
// a year, and the changes of the clocks in Sydney.
var begins = []time.Time{
	time.Date(2028, 2, 27, 9, 0, 0, 0, time.UTC), time.Date(2027, 2, 26, 12, 59, 0, 0, time.UTC), time.Date(2026, 12, 28, 13, 0, 0, 0, time.UTC),
	time.Date(2026, 10, 2, 14, 0, 0, 0, time.UTC), time.Date(2027, 4, 2, 13, 30, 0, 0, time.UTC),
}

// world is a desk with one order, to which random things happen.
type world struct {
	desk
	random    *rand.Rand
	people    map[string]testkit.Person
	zone      *time.Location
	holidays  []string
	claims    []string
	reference int
	outcomes  map[string]int
	history   []string
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// begin moves the desk to another time and place, and replaces the order.
func (w *world) begin(t *testing.T) {
	t.Helper()
	w.history, w.claims, w.holidays = nil, nil, []string{}
	now := pick(w.random, begins).Add(time.Duration(w.random.IntN(72*3600*1000)) * time.Millisecond)
	clock.Set(w, now)
	name := pick(w.random, []string{"UTC", "Australia/Sydney"})
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	w.zone = zone
	for range w.random.IntN(4) {
		w.holidays = append(w.holidays, now.AddDate(0, 0, w.random.IntN(20)).Format(time.DateOnly))
	}
	site, err := store.FindSite(w)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.TimeZone, name)
	site.Set(store.Holidays, w.holidays)
	w.MustSave(t, site)
	w.order = w.finished(t)
	if w.random.IntN(3) > 0 {
		w.receive(t, w.order, 30, "TX 0")
	}
	w.history = append(w.history, fmt.Sprint(domain.FormatTime(now), " ", name, " ", w.holidays))
}

// read returns what somebody reads about the order and its claims, ok if anything.
func (w *world) read(t *testing.T, caller string) (order orderView, claims []claim, ok bool) {
	t.Helper()
	answer := w.Call(t, "GET", "/api/assignments/"+w.order, w.people[caller].Token, nil)
	if answer.Status == http.StatusNotFound {
		return order, nil, false
	}
	answer.Granted(t, 200, &order)
	w.Call(t, "GET", "/api/assignments/"+w.order+"/claims", w.people[caller].Token, nil).Granted(t, 200, &claims)
	return order, claims, true
}

// act lets somebody try an action with valid input, and compares the answer with what they
// could read just before.
func (w *world) act(t *testing.T, action domain.Action, caller string) {
	t.Helper()
	order, claims, canRead := w.read(t, caller)
	person, id := w.people[caller], "nosuch000000000"
	if len(w.claims) > 0 {
		id = pick(w.random, w.claims)
	}
	isListed, path := order.lists(action), "/api/claims/"+id
	for _, c := range claims {
		isListed = isListed || c.ID == id && slices.ContainsFunc(c.Actions, func(open struct{ Action domain.Action }) bool { return open.Action == action })
	}
	var answer testkit.Answer
	switch action {
	case domain.ActionRequestRefund:
		answer = w.open(t, person, w.order, map[string]any{"kind": "refund", "reason": "Off topic"})
	case domain.ActionOpenDispute:
		answer = w.open(t, person, w.order, map[string]any{"kind": "dispute", "reason": "Off topic"})
	case domain.ActionDecide:
		body := refusal
		if refundable := w.refundable(t); refundable > 0 && w.random.IntN(3) > 0 {
			body = approval(domain.Units(1 + w.random.IntN(refundable)))
		}
		answer = w.Call(t, "PATCH", path, person.Token, body)
	case domain.ActionWithdraw:
		answer = w.Call(t, "POST", path+"/withdraw", person.Token, nil)
	default:
		w.reference++
		answer = w.Call(t, "POST", path+"/pay", person.Token, map[string]any{"method": "Cash", "reference": fmt.Sprint("RT ", w.reference)})
	}
	w.history = append(w.history, fmt.Sprintf("%s %s: %d", caller, action, answer.Status))
	if answer.Status == http.StatusCreated {
		var opened claim
		answer.Decode(t, &opened)
		w.claims = append(w.claims, opened.ID)
	}
	sentence := ""
	if answer.Status >= 400 {
		var failure testkit.Failure
		answer.Decode(t, &failure)
		sentence = failure.Message
	}
	w.outcomes[fmt.Sprint(action, " ", answer.Status, " ", sentence)]++
	isNew := action == domain.ActionRequestRefund || action == domain.ActionOpenDispute
	ok := false
	switch forAdmins := action == domain.ActionDecide || action == domain.ActionPayRefund; {
	case isListed:
		ok = answer.Status < 300
	case forAdmins && caller != "admin":
		ok = answer.Status == 403
	case !canRead, !isNew && len(w.claims) == 0:
		ok = answer.Status == 404
	case answer.Status == 403:
		ok = caller == "admin" || caller == "tutor" || action == domain.ActionWithdraw
	default:
		ok = answer.Status == 409 && slices.Contains(refusals[action], sentence)
	}
	if !ok {
		t.Errorf("%s of %s got %d %s; listed: %t", action, caller, answer.Status, answer.Body, isListed)
	}
}

func (w *world) refundable(t *testing.T) int {
	order := w.stored(t, w.order)
	return order.GetInt(store.ReceivedCents) - order.GetInt(store.RefundCents)
}

// happen lets something else happen to the order: its desk changes it, or time passes.
func (w *world) happen(t *testing.T) {
	t.Helper()
	event := ""
	switch w.random.IntN(9) {
	case 0, 1:
		if view, _, _ := w.read(t, "admin"); *view.AmountDue >= 30 {
			w.reference++
			w.receive(t, w.order, 30, fmt.Sprint("TX ", w.reference))
			event = "paid"
		}
	case 2, 3:
		by := time.Duration(w.random.IntN(40*3600*1000)) * time.Millisecond
		clock.Advance(w, by)
		event = by.String()
	case 4:
		w.RunJob(t, "acceptWork")
		event = "accepted"
	case 5:
		event = pick(w.random, []string{domain.StatusCompleted, domain.StatusGraded, domain.StatusRevision, domain.StatusInProgress})
		answer := w.Call(t, "PATCH", "/api/assignments/"+w.order, w.people["admin"].Token, map[string]any{"status": event})
		if answer.Status != 200 {
			answer.Refused(t, 409, "This assignment was cancelled and refunded")
		}
	case 6:
		if w.random.IntN(4) == 0 {
			event = fmt.Sprint("cancelled ", w.Call(t, "POST", "/api/assignments/"+w.order+"/cancel", w.people["admin"].Token, map[string]any{"reason": "No"}).Status)
		}
	}
	w.history = append(w.history, event)
	_, claims, _ := w.read(t, "admin")
	w.claims = w.claims[:0]
	for _, c := range claims {
		w.claims = append(w.claims, c.ID)
	}
}

// check checks what is always true: sums, and when an approved amount is paid.
func (w *world) check(t *testing.T) {
	t.Helper()
	w.agrees(t, w.order)
	order := w.stored(t, w.order)
	if order.GetDateTime(store.AcceptedAt).Time().After(clock.Now(w)) {
		t.Error("the work was accepted in the future")
	}
	_, claims, _ := w.read(t, "admin")
	for _, c := range claims {
		if isDated := c.PayFrom != nil && c.PayBy != nil; isDated != (c.DecidedAt != nil && c.Amount != nil && c.Status != "declined") {
			t.Errorf("the claim %+v is paid: %t", c, isDated)
		}
		if c.DecidedAt == nil || c.PayFrom == nil {
			continue
		}
		decided, err := time.Parse(domain.WireTime, *c.DecidedAt)
		if err != nil {
			t.Fatal(err)
		}
		if from, by := w.payDates(decided); *c.PayFrom != from || *c.PayBy != by {
			t.Errorf("approved at %s, it is paid from %s to %s, want %s and %s", *c.DecidedAt, *c.PayFrom, *c.PayBy, from, by)
		}
	}
}

// payDates counts business days one by one: the seventh and the tenth after the approval.
func (w *world) payDates(approved time.Time) (from, by string) {
	day, counted := approved.In(w.zone), 0
	for counted < 10 {
		day = day.AddDate(0, 0, 1)
		isWeekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
		if isWeekend || slices.Contains(w.holidays, day.Format(time.DateOnly)) {
			continue
		}
		if counted++; counted == 7 {
			from = domain.FormatTime(time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, w.zone))
		}
	}
	end := time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, w.zone)
	return from, domain.FormatTime(end.Add(-time.Millisecond))
}

func TestAClaimActionSucceedsExactlyIfItWasListed(t *testing.T) {
	t.Parallel()
	orders, moves := chance.Rounds(25, 50), 16
	chance.Long(t)
	seed := chance.Seed(t)
	d := newDesk(t)
	w := &world{desk: d, random: rand.New(rand.NewPCG(seed, 0)), outcomes: map[string]int{}, people: map[string]testkit.Person{
		"admin": d.admin, "student": d.student, "tutor": d.tutor,
		"stranger": d.Person(t, domain.RoleStudent, "Nia Frost"), "other tutor": d.Person(t, domain.RoleTutor, "Noor Lane"),
	}}
	callers := []string{"admin", "admin", "student", "student", "student", "tutor", "tutor", "stranger", "other tutor"}
	actions := []domain.Action{domain.ActionRequestRefund, domain.ActionOpenDispute, domain.ActionDecide, domain.ActionWithdraw, domain.ActionPayRefund}
	for range orders {
		w.begin(t)
		for range moves {
			w.happen(t)
			action, caller := pick(w.random, actions), pick(w.random, callers)
			if forAdmins := action == domain.ActionDecide || action == domain.ActionPayRefund; forAdmins && w.random.IntN(2) == 0 {
				caller = "admin"
			}
			w.act(t, action, caller)
			w.check(t)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, strings.Join(w.history, "; "))
		}
	}
	for _, action := range actions {
		if w.outcomes[fmt.Sprint(action, " 200 ")]+w.outcomes[fmt.Sprint(action, " 201 ")] == 0 {
			t.Errorf("seed %d: %s never succeeded", seed, action)
		}
		if !slices.ContainsFunc(refusals[action], func(sentence string) bool { return w.outcomes[fmt.Sprint(action, " 409 ", sentence)] > 0 }) {
			t.Errorf("seed %d: %s was never refused", seed, action)
		}
	}
}
