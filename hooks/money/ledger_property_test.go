package money_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// traffic is an app whose people come and go while their orders are worked on.
type traffic struct {
	*testkit.App
	t        *testing.T
	random   *rand.Rand
	admin    testkit.Person
	students []testkit.Person
	tutors   []testkit.Person
	orders   []string
	newcomer int
	history  []string
}

// call makes a request that may be refused, but must not fail.
func (w *traffic) call(method, path string, body any) {
	w.t.Helper()
	answer := w.Call(w.t, method, path, w.admin.Token, body)
	w.history = append(w.history, fmt.Sprintf("%s %s %v: %d", method, path, body, answer.Status))
	if answer.Status >= 500 {
		w.t.Errorf("%s %s %v got %d %s", method, path, body, answer.Status, answer.Body)
	}
}

// step lets something happen.
func (w *traffic) step() {
	w.t.Helper()
	r := w.random
	path := "/api/assignments/" + choose(r, w.orders)
	switch r.IntN(10) {
	case 0, 1:
		w.call("PATCH", path, map[string]any{"tutor": choose(r, w.tutors).Id, "status": "completed", "price": 1 + r.IntN(200)})
	case 2:
		w.call("PATCH", path, map[string]any{"status": choose(r, domain.AssignmentStatuses)})
	case 3:
		w.call("POST", path+"/payments", map[string]any{"amount": 1 + r.IntN(60), "method": "Cash", "reference": fmt.Sprint("TX ", len(w.history))})
	case 4:
		w.call("POST", path+"/cancel", map[string]any{"reason": "No longer needed"})
	case 5:
		w.refund(strings.TrimPrefix(path, "/api/assignments/"))
	case 6:
		clock.Advance(w, time.Duration(r.IntN(60))*time.Hour)
		w.RunJob(w.t, "acceptWork")
	case 7:
		w.payOut()
	default:
		w.hire()
	}
}

// payOut pays all tutors, or one, and checks that nothing payable is left.
func (w *traffic) payOut() {
	w.t.Helper()
	paid := w.tutors
	if w.random.IntN(2) == 0 {
		paid = []testkit.Person{choose(w.random, w.tutors)}
	}
	var ids []string
	for _, tutor := range paid {
		ids = append(ids, tutor.Id)
	}
	w.call("POST", "/api/payouts", map[string]any{"tutors": ids, "method": "Cash", "reference": fmt.Sprint("PO ", len(w.history))})
	for _, tutor := range paid {
		if earnings, err := store.ReadEarnings(w.t.Context(), w, tutor.Id); err != nil || earnings.PayableCents > 0 {
			w.t.Errorf("after a payout, %+v is owed, %v", earnings, err)
		}
	}
}

// refund approves a refund, as the desk will, if there is something to return.
func (w *traffic) refund(id string) {
	w.t.Helper()
	row, err := store.FindAssignmentRow(w.t.Context(), w, id)
	if err != nil || row.Order().RefundableCents() == 0 {
		return
	}
	cents := 1 + w.random.IntN(row.Order().RefundableCents())
	claim, err := store.NewRecord(w, store.Claims, map[string]any{
		store.Assignment: id, store.Kind: "refund", store.Status: "open", store.AmountCents: row.ReceivedCents,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.MustSave(w.t, claim)
	claim.Set(store.Status, "approved")
	claim.Set(store.AmountCents, cents)
	w.MustSave(w.t, claim)
	assignment, err := w.FindRecordById(store.Assignments, id)
	if err != nil {
		w.t.Fatal(err)
	}
	assignment.Set(store.RefundCents, row.RefundCents+cents)
	w.MustSave(w.t, assignment)
	w.history = append(w.history, fmt.Sprintf("refund of %d for %s", cents, id))
}

// hire replaces a tutor or a student whose account can be deleted.
func (w *traffic) hire() {
	w.t.Helper()
	people, role := &w.tutors, domain.RoleTutor
	if w.random.IntN(3) == 0 {
		people, role = &w.students, domain.RoleStudent
	}
	i := w.random.IntN(len(*people))
	err := w.Delete((*people)[i].Record)
	w.history = append(w.history, fmt.Sprintf("a %s leaves: %v", role, err))
	if err != nil {
		return
	}
	w.newcomer++
	(*people)[i] = w.Person(w.t, role, fmt.Sprint("Sam Newcomer ", w.newcomer))
	// What the account handed in is gone, or a stub that nobody reads.
	w.orders = slices.DeleteFunc(w.orders, func(id string) bool {
		_, err := store.FindAssignment(w, id)
		return err != nil
	})
	for len(w.orders) < 8 {
		w.orders = append(w.orders, w.HandIn(w.t, choose(w.random, w.students).Token, nil))
	}
}

func TestTheLedgerAgreesWhoeverLeaves(t *testing.T) {
	t.Parallel()
	chance.Long(t)
	seed := chance.Seed(t)
	app := testkit.New(t)
	w := &traffic{App: app, t: t, random: rand.New(rand.NewPCG(seed, 0)), admin: app.Person(t, domain.RoleAdmin, "Ada Quill")}
	clock.Set(app, clock.Now(app))
	for i := range 3 {
		w.students = append(w.students, app.Person(t, domain.RoleStudent, fmt.Sprint("Robin Vale ", i)))
		w.tutors = append(w.tutors, app.Person(t, domain.RoleTutor, fmt.Sprint("Kim Marsh ", i)))
	}
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		site.Set(store.TutorShare, w.random.IntN(101))
		app.MustSave(t, site)
		w.orders = append(w.orders, app.HandIn(t, choose(w.random, w.students).Token, nil))
	}
	for range chance.Rounds(60, 120) {
		w.step()
		out, code := verify(t, app)
		for _, tutor := range w.tutors {
			earnings, err := store.ReadEarnings(t.Context(), app, tutor.Id)
			stats, statsErr := store.ReadTutorStats(t.Context(), app, tutor.Id)
			sum := 0
			sumErr := app.DB().NewQuery("SELECT coalesce(-sum(tutors), 0) FROM ledger WHERE tutor = {:me} AND kind != 'paid'").Bind(dbx.Params{"me": tutor.Id}).Row(&sum)
			if err != nil || statsErr != nil || sumErr != nil || earnings.EarnedCents != sum || stats.EarningsCents != sum {
				t.Errorf("a tutor reads that %+v and %d were earned, want %d; %v %v %v", earnings, stats.EarningsCents, sum, err, statsErr, sumErr)
			}
		}
		if code != 0 || t.Failed() {
			t.Fatalf("seed %d: %s\nafter %s", seed, out, strings.Join(w.history[max(0, len(w.history)-8):], "\n"))
		}
	}
}
