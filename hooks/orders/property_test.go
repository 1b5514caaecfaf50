package orders_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// refusals lists the sentences that each action with a call may be refused with.
var refusals = map[domain.Action][]string{
	domain.ActionAssign: {"This assignment is closed"},
	domain.ActionCancel: {
		"This assignment was cancelled", "Accepted work cannot be cancelled", "Work has already started. Ask us to cancel it",
	},
	domain.ActionRate:          {"This assignment cannot be rated yet", "You have already rated this assignment"},
	domain.ActionDelete:        {"This assignment has been paid for or delivered. Cancel it instead"},
	domain.ActionRecordPayment: {"This assignment was cancelled", "This assignment has no price", "Amount is more than is due"},
}

// world is an app with people and one order, to which random things happen.
type world struct {
	*testkit.App
	t        *testing.T
	random   *rand.Rand
	people   map[string]testkit.Person
	owner    string // one of people, or empty for a guest
	order    string
	payments int
	outcomes map[string]int
	history  []string
}

// callers are those who try things. A guest has no session.
var callers = []string{"admin", "robin", "nia", "kim", "noor", "guest"}

func (w *world) token(caller string) string { return w.people[caller].Token }

// orderView is what a caller reads about the order.
type orderView struct {
	Stage                 string
	Status                string
	Price                 float64
	AmountPaid, AmountDue *float64
	Actions               []struct {
		Action domain.Action
		Until  *time.Time
	}
}

// read returns what a caller reads, or nil if the order is hidden from them.
func (w *world) read(caller string) *orderView {
	w.t.Helper()
	answer := w.Call(w.t, "GET", "/api/assignments/"+w.order, w.token(caller), nil)
	switch {
	case caller == "guest":
		answer.Refused(w.t, 401, "Please log in to continue")
		return nil
	case answer.Status == http.StatusNotFound:
		answer.Refused(w.t, 404, "Assignment not found")
		return nil
	}
	var view orderView
	answer.Granted(w.t, 200, &view)
	return &view
}

// try sends the call of an action that is complete and valid.
func (w *world) try(action domain.Action, caller string) testkit.Answer {
	w.t.Helper()
	path, token := "/api/assignments/"+w.order, w.token(caller)
	switch action {
	case domain.ActionAssign:
		var tutor any
		if candidate := pick(w.random, []string{"kim", "noor", ""}); candidate != "" && candidate != w.owner {
			tutor = w.people[candidate].Id
		}
		return w.Call(w.t, "PATCH", path, token, map[string]any{"tutor": tutor})
	case domain.ActionCancel:
		return w.Call(w.t, "POST", path+"/cancel", token, map[string]any{"reason": "No longer needed"})
	case domain.ActionRate:
		return w.Call(w.t, "POST", path+"/rating", token, map[string]any{"rating": 1 + w.random.IntN(5)})
	case domain.ActionDelete:
		return w.Call(w.t, "DELETE", path, token, nil)
	default:
		w.payments++
		return w.Call(w.t, "POST", path+"/payments", token, map[string]any{
			"amount": 0.01, "method": "Cash", "reference": fmt.Sprint("TX ", w.payments),
		})
	}
}

// act lets a caller try an action, and compares the answer with what they could read
// just before.
func (w *world) act(action domain.Action, caller string) (deleted bool) {
	w.t.Helper()
	before := w.read(caller)
	isListed := before != nil && slices.ContainsFunc(before.Actions, func(open struct {
		Action domain.Action
		Until  *time.Time
	}) bool {
		return open.Action == action
	})
	answer := w.try(action, caller)
	w.history = append(w.history, fmt.Sprintf("%s %s: %d", caller, action, answer.Status))
	sentence := ""
	if answer.Status >= 400 {
		var failure testkit.Failure
		answer.Decode(w.t, &failure)
		sentence = failure.Message
	}
	w.outcomes[fmt.Sprint(action, " ", answer.Status, " ", sentence)]++
	// Only admins reach these routes at all, so that nobody else learns whether there is such an order.
	forAdmins := action == domain.ActionAssign || action == domain.ActionRecordPayment
	want, ok := "", false
	switch {
	case isListed:
		want, ok = "success", answer.Status < 300
	case caller == "guest":
		want, ok = "401", answer.Status == 401 && sentence == "Please log in to continue"
	case forAdmins && caller != "admin":
		want, ok = "403", answer.Status == 403 && sentence == "You do not have permission to do this"
	case before == nil:
		want, ok = "404", answer.Status == 404 && sentence == "Assignment not found"
	case caller != "admin" && caller != w.owner || caller == "admin" && action == domain.ActionRate:
		want, ok = "403", answer.Status == 403 && sentence == "You do not have permission to do this"
	default:
		want, ok = "409 with one of its sentences", answer.Status == 409 && slices.Contains(refusals[action], sentence)
	}
	if !ok {
		w.t.Errorf("%s of %s got %d %s, want %s; they could read %+v", action, caller, answer.Status, answer.Body, want, before)
	}
	return action == domain.ActionDelete && answer.Status < 300
}

// happen lets something else happen to the order: its desk changes it, or time passes.
func (w *world) happen() {
	w.t.Helper()
	change := map[string]any{}
	switch w.random.IntN(7) {
	case 0, 1:
		change["price"] = pick(w.random, []float64{0, 0.01, 99.99, 1_000_000})
	case 2:
		change["status"] = pick(w.random, domain.AssignmentStatuses)
	case 3:
		several := domain.UpdateAssignments{IDs: []string{w.order}, Status: pick(w.random, domain.AssignmentStatuses)}
		w.Call(w.t, "PATCH", "/api/assignments", w.token("admin"), several).Granted(w.t, 200, nil)
	case 4:
		clock.Advance(w, time.Duration(w.random.IntN(80))*time.Hour)
	case 5:
		clock.Advance(w, 49*time.Hour)
		w.RunJob(w.t, "acceptWork")
	default:
		change["grade"] = "A"
	}
	w.history = append(w.history, fmt.Sprint(change))
	if len(change) > 0 {
		w.Call(w.t, "PATCH", "/api/assignments/"+w.order, w.token("admin"), change).Granted(w.t, 200, nil)
	}
}

// checkMoney compares what people read about the money with the records.
func (w *world) checkMoney() {
	w.t.Helper()
	payments, err := w.FindAllRecords(store.Payments)
	if err != nil {
		w.t.Fatal(err)
	}
	cents := 0
	for _, payment := range payments {
		if payment.GetString(store.Assignment) == w.order {
			cents += payment.GetInt(store.AmountCents)
		}
	}
	claims, err := w.FindAllRecords(store.Claims)
	if err != nil {
		w.t.Fatal(err)
	}
	approved := 0
	for _, claim := range claims {
		if claim.GetString(store.Assignment) == w.order && claim.GetString(store.Status) == "approved" {
			approved += claim.GetInt(store.AmountCents)
		}
	}
	view := w.read("admin")
	due := max(0, domain.Cents(view.Price)-approved-cents)
	if view.Stage == "cancelled" {
		due = 0
		if approved != cents {
			w.t.Errorf("cancelled work has %d cents, of which %d are returned", cents, approved)
		}
	}
	if domain.Cents(*view.AmountPaid) != cents || domain.Cents(*view.AmountDue) != due {
		w.t.Errorf("the amounts are %v and %v, want %d and %d cents", *view.AmountPaid, *view.AmountDue, cents, due)
	}
	_, err = w.FindFirstRecordByData(store.Invoices, store.Assignment, w.order)
	if hasInvoice := err == nil; hasInvoice != (cents > 0 || w.isFromOffer()) {
		w.t.Errorf("there is an invoice: %t, although %d cents were paid", hasInvoice, cents)
	}
}

// checkBooks checks who reads the payments and the invoice: the student and admins. The
// tutor may know of the order, but not of its money.
func (w *world) checkBooks() {
	w.t.Helper()
	for _, caller := range callers {
		for _, path := range []string{"/payments", "/invoice"} {
			answer := w.Call(w.t, "GET", "/api/assignments/"+w.order+path, w.token(caller), nil)
			isHidden := answer.Status == 404 && strings.Contains(string(answer.Body), "Assignment not found")
			isShown := answer.Status == 200 || path == "/invoice" && answer.Status == 404 && !isHidden
			if isReader := caller == "admin" || caller == w.owner; isReader != isShown || !isReader && !isHidden && answer.Status != 401 && answer.Status != 403 {
				w.t.Errorf("%s of %s: got %d %s", path, caller, answer.Status, answer.Body)
			}
			if answer.Status == 403 && w.read(caller) == nil {
				w.t.Errorf("%s of %s reveals that the order exists", path, caller)
			}
		}
	}
}

func (w *world) isFromOffer() bool {
	order, err := w.FindRecordById(store.Assignments, w.order)
	if err != nil {
		w.t.Fatal(err)
	}
	return order.GetString(store.Quote) != ""
}

// begin replaces the order with a new one: from an offer, handed in, or handed in by a
// guest or a tutor.
func (w *world) begin() {
	w.t.Helper()
	w.history = nil
	w.owner = pick(w.random, []string{"robin", "robin", "robin", "", "noor"})
	switch {
	case w.owner == "":
		w.order = w.HandIn(w.t, "", map[string]string{"email": "visitor@example.com"})
	case w.random.IntN(2) == 0:
		w.order = w.HandIn(w.t, w.token(w.owner), nil)
	default:
		w.order = w.acceptOffer(w.owner)
	}
}

// acceptOffer lets somebody ask for a quote and accept the offer.
func (w *world) acceptOffer(asker string) (order string) {
	w.t.Helper()
	var asked struct {
		ID string `json:"_id"`
	}
	w.Call(w.t, "POST", "/api/quotes", w.token(asker), testkit.NewQuote()).Granted(w.t, 201, &asked)
	w.Call(w.t, "PATCH", "/api/quotes/"+asked.ID, w.token("admin"), map[string]any{
		"status": "quoted", "amount": 120.5, "validUntil": domain.FormatTime(clock.Now(w).Add(time.Hour)),
	}).Granted(w.t, 200, nil)
	var link struct{ URL string }
	w.Call(w.t, "POST", "/api/quotes/"+asked.ID+"/offer-link", w.token("admin"), nil).Granted(w.t, 201, &link)
	_, token, _ := strings.Cut(link.URL, "/offers/")
	var accepted struct{ Assignment string }
	w.Call(w.t, "POST", "/api/offers/"+token+"/accept", w.token(asker), map[string]any{"version": 1, "acceptTerms": true}).Granted(w.t, 201, &accepted)
	return accepted.Assignment
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

func TestACallSucceedsExactlyWhenItsActionWasOffered(t *testing.T) {
	t.Parallel()
	orders, steps := chance.Rounds(30, 60), 14
	chance.Long(t)
	seed := chance.Seed(t)
	app := testkit.New(t)
	w := &world{App: app, t: t, random: rand.New(rand.NewPCG(seed, 0)), people: map[string]testkit.Person{}, outcomes: map[string]int{}}
	for name, role := range map[string]string{
		"admin": domain.RoleAdmin, "robin": domain.RoleStudent, "nia": domain.RoleStudent, "kim": domain.RoleTutor, "noor": domain.RoleTutor,
	} {
		w.people[name] = app.Person(t, role, name)
	}
	clock.Set(app, clock.Now(app))
	actions := []domain.Action{domain.ActionAssign, domain.ActionCancel, domain.ActionRate, domain.ActionDelete, domain.ActionRecordPayment}
	for range orders {
		w.begin()
		isDeleted := false
		for range steps {
			w.happen()
			caller := pick(w.random, callers)
			switch w.random.IntN(3) {
			case 0:
				caller = "admin"
			case 1:
				caller = cmp.Or(w.owner, "admin")
			}
			if isDeleted = w.act(pick(w.random, actions), caller); isDeleted {
				break
			}
		}
		for _, caller := range callers {
			if view := w.read(caller); isDeleted && view != nil {
				t.Errorf("%s reads the deleted order %+v", caller, view)
			}
		}
		if !isDeleted {
			w.checkMoney()
			w.checkBooks()
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, strings.Join(w.history, "; "))
		}
	}
	for action, sentences := range refusals {
		if w.outcomes[fmt.Sprint(action, " 200 ")]+w.outcomes[fmt.Sprint(action, " 201 ")] == 0 {
			t.Errorf("seed %d: %s never succeeded", seed, action)
		}
		if !slices.ContainsFunc(sentences, func(sentence string) bool { return w.outcomes[fmt.Sprint(action, " 409 ", sentence)] > 0 }) {
			t.Errorf("seed %d: %s was never refused", seed, action)
		}
	}
	checkNumbers(t, app, store.Invoices)
	checkNumbers(t, app, store.Payments)
}

// checkNumbers checks that the numbers of a collection of documents have no gaps.
func checkNumbers(t *testing.T, app core.App, collection string) {
	t.Helper()
	found := []*core.Record{}
	if err := app.RecordQuery(collection).OrderBy("rowid").All(&found); err != nil {
		t.Fatal(err)
	}
	year, last := 0, 0
	for _, document := range found {
		var gotYear, got int
		if _, err := fmt.Sscanf(document.GetString(store.Number)[4:], "%d-%d", &gotYear, &got); err != nil {
			t.Fatal(err)
		}
		if gotYear != year {
			year, last = gotYear, 0
		}
		if last++; got != last {
			t.Errorf("%s: %s follows number %d", collection, document.GetString(store.Number), last-1)
		}
	}
}
