package money_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// auditedDesk is an app to whose orders random things happen, with a model of each.
type auditedDesk struct {
	*testkit.App
	t      *testing.T
	random *rand.Rand
	people map[string]testkit.Person
	admin  caller
	tutors []caller
	askers []caller // who hands in work

	orders   []*life // of this season, without those that were deleted
	all      []*life
	adjusted map[string]int // by tutor
	paid     map[string]int // for adjustments
	policies []numbers

	zone           *time.Location
	holidays       []string
	requirePayment bool
	maxOpen        int
	share          int
	count          int // of references, so that each is new
	steps          map[string]int
	runsSince      time.Time // when it began to run after a stop, and when it was last seen
	seen           time.Time
	history        []happened
}

// happened is a step of a run. The order is empty if it concerns all of them.
type happened struct{ order, text string }

func choose[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

func (d *auditedDesk) now() time.Time { return clock.Now(d) }

func (d *auditedDesk) note(o *life, format string, args ...any) {
	id := ""
	if o != nil {
		id = o.id
	}
	d.history = append(d.history, happened{id, d.now().UTC().Format("2006-01-02T15:04:05.000 ") + fmt.Sprintf(format, args...)})
}

// call makes a request that must succeed if the model allows it, and must be refused, without
// a failure of the program, if not.
func (d *auditedDesk) call(o *life, by caller, method, path string, body any, may bool, into any) bool {
	d.t.Helper()
	token := ""
	if by.id != "" {
		token = d.people[by.id].Token
	}
	answer := d.Call(d.t, method, "/api/"+path, token, body)
	if form, ok := body.(testkit.Form); ok {
		body = form.Texts
	}
	d.note(o, "%s %s %s %v: %d", by.role, method, path, body, answer.Status)
	d.steps[method+" "+kindOf(path)+" "+fmt.Sprint(answer.Status < 300)]++
	if isGranted := answer.Status < 300; isGranted != may || answer.Status >= 500 {
		d.t.Errorf("%s by %s got %d %s; by the model, it is allowed: %t", path, by.role, answer.Status, answer.Body, may)
	}
	if answer.Status < 300 && into != nil {
		answer.Decode(d.t, into)
	}
	return answer.Status < 300 && !d.t.Failed()
}

// kindOf returns a path without ids.
func kindOf(path string) string {
	var parts []string
	for part := range strings.SplitSeq(path, "/") {
		if len(part) < 14 {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}

// act takes an action on an order if the model allows it, and also tries if not.
func (d *auditedDesk) act(o *life, by caller, action, path string, body, into any) bool {
	d.t.Helper()
	return d.call(o, by, "POST", "assignments/"+o.id+"/"+path, body, o.can(action, by, d.now(), d.requirePayment), into)
}

func (d *auditedDesk) reference() string {
	d.count++
	return fmt.Sprint("TX ", d.count)
}

// current returns the policies in force.
func (d *auditedDesk) current() (found numbers) {
	for _, version := range d.policies {
		if !version.From.After(d.now()) && !version.From.Before(found.From) {
			found = version
		}
	}
	return found
}

// begin adds an order: handed in by somebody or by a guest, or from an offer.
func (d *auditedDesk) begin() {
	d.t.Helper()
	r := d.random
	o := &life{status: "submitted", share: d.share, numbers: d.current(), paid: map[string]int{}}
	by := choose(r, d.askers)
	switch r.IntN(5) {
	case 0:
		o.id = d.HandIn(d.t, "", nil)
	case 1, 2:
		o.student, o.id = by.id, d.HandIn(d.t, d.people[by.id].Token, nil)
	default:
		o.student, o.isOffer = by.id, true
		if !d.offer(o, by) {
			return
		}
	}
	d.orders, d.all = append(d.orders, o), append(d.all, o)
	d.note(o, "an order begins: from an offer %t, student %s, share %d, price %d, words %d, %+v", o.isOffer, o.student, o.share, o.price, o.words, o.numbers)
}

// offer asks for a quote, prices it, maybe twice, and accepts it, if that is still possible.
func (d *auditedDesk) offer(o *life, by caller) bool {
	d.t.Helper()
	r := d.random
	form := testkit.NewQuote()
	pages := 1 + r.IntN(30)
	form["pages"], form["email"] = fmt.Sprint(pages), d.people[by.id].Email()
	var asked struct {
		ID string `json:"_id"`
	}
	d.call(nil, by, "POST", "quotes", testkit.Form{Texts: form}, true, &asked)
	version := 0
	var until time.Time
	for range 1 + r.IntN(2) {
		version++
		o.price, o.share, o.numbers = 1+r.IntN(40_000), d.share, d.current()
		o.words = pages * o.numbers.WordsPerPage
		until = d.now().Add(time.Hour + time.Duration(r.IntN(48*3600*1000))*time.Millisecond)
		d.call(nil, d.admin, "PATCH", "quotes/"+asked.ID, map[string]any{"status": "quoted", "amount": domain.Units(o.price), "validUntil": domain.FormatTime(until), "note": fmt.Sprint("Version ", version)}, true, nil)
		if r.IntN(4) == 0 {
			d.configure()
		}
	}
	if r.IntN(3) == 0 { // to the end of its validity, or just beyond
		d.moveTo(until.Add(time.Duration(r.IntN(3)-1) * time.Millisecond))
	}
	token := d.OfferToken
	if d.now().After(until) {
		return false
	}
	var accepted struct{ Assignment string }
	d.call(nil, by, "POST", "offers/"+token(d.t, d.people[d.admin.id].Token, asked.ID)+"/accept", map[string]any{"version": version, "acceptTerms": true}, true, &accepted)
	o.id = accepted.Assignment
	return !d.t.Failed()
}

// configure changes the site: nothing that was agreed on before may follow.
func (d *auditedDesk) configure() {
	d.t.Helper()
	r := d.random
	site, err := store.FindSite(d)
	if err != nil {
		d.t.Fatal(err)
	}
	zone := choose(r, []string{"UTC", "Australia/Sydney", "Australia/Sydney"})
	if d.zone, err = time.LoadLocation(zone); err != nil {
		d.t.Fatal(err)
	}
	d.holidays = []string{}
	for range r.IntN(4) {
		d.holidays = append(d.holidays, d.now().AddDate(0, 0, r.IntN(20)).Format(time.DateOnly))
	}
	d.requirePayment, d.share, d.maxOpen = r.IntN(3) == 0, choose(r, []int{0, 33, 50, 67, 70, 100}), 1+r.IntN(3)
	site.Load(map[string]any{
		store.TimeZone: zone, store.Holidays: d.holidays, store.TutorShare: d.share,
		"requirePayment": d.requirePayment, "maxOpenAssignments": d.maxOpen,
	})
	d.MustSave(d.t, site)
	d.note(nil, "the site is in %s with holidays %v, share %d, payment first %t", zone, d.holidays, d.share, d.requirePayment)
}

// amend adds a version of the policies, now or a little later.
func (d *auditedDesk) amend() {
	d.t.Helper()
	r := d.random
	n := numbers{
		From: d.now().Add(time.Duration(r.IntN(48)) * time.Hour), RevisionDays: 1 + r.IntN(3), LongRevisionDays: r.IntN(4),
		LongRevisionWords: 1 + r.IntN(3000), RefundRequestDays: 1 + r.IntN(4), RefundMinBusinessDays: 1 + r.IntN(7), DisputeHours: 1 + r.IntN(96),
		RetentionDays: choose(r, []int{1, 10, 20, 30, 180}), MinimumAge: 18, WordsPerPage: 200 + d.count%100,
	}
	n.LongRevisionDays += n.RevisionDays
	n.RefundMaxBusinessDays = n.RefundMinBusinessDays + r.IntN(5)
	body := map[string]any{
		"effectiveFrom": domain.FormatTime(n.From), "revisionDays": n.RevisionDays, "longRevisionDays": n.LongRevisionDays, "longRevisionWords": n.LongRevisionWords,
		"refundRequestDays": n.RefundRequestDays, "refundMinBusinessDays": n.RefundMinBusinessDays, "refundMaxBusinessDays": n.RefundMaxBusinessDays,
		"disputeHours": n.DisputeHours, "retentionDays": n.RetentionDays, "quoteRetentionDays": 90, "minimumAge": n.MinimumAge, "wordsPerPage": n.WordsPerPage,
	}
	if d.call(nil, d.admin, "POST", "policies", body, true, nil) {
		d.policies = append(d.policies, n)
	}
}

// moveTo moves the clock, if that is forward.
func (d *auditedDesk) moveTo(at time.Time) {
	if at = at.Truncate(time.Millisecond); at.After(d.now()) {
		clock.Set(d, at)
		d.note(nil, "the clock moves")
	}
}

// runJobs does what the program does every minute.
func (d *auditedDesk) runJobs() {
	d.t.Helper()
	d.RunJob(d.t, "acceptWork")
	d.RunJob(d.t, "deleteFiles")
	if d.now().Sub(d.seen) > 36*time.Hour {
		d.runsSince = d.now()
	}
	if d.now().Sub(d.seen) >= time.Hour {
		d.seen = d.now()
	}
	for _, o := range d.all {
		o.acceptItself(d.now())
		o.purge(d.now(), d.runsSince.Add(days(3)))
	}
	d.note(nil, "the jobs run")
}

// pass lets time pass: often exactly to the end of something, or a millisecond beside it.
func (d *auditedDesk) pass() {
	d.t.Helper()
	r := d.random
	var ends []time.Time
	for _, o := range d.orders {
		ends = append(ends, o.revisionUntil(), o.refundUntil(), o.disputeUntil(), o.acceptsAt(), o.purgeAt)
		if !o.settled.IsZero() {
			ends = append(ends, o.settled.Add(days(o.numbers.RetentionDays-14)))
		}
		for _, c := range o.claims {
			ends = append(ends, c.due, c.from, c.until)
		}
	}
	now := d.now()
	for _, day := range unusual {
		if day.Before(now.Add(days(40))) {
			ends = append(ends, day)
		}
	}
	at := now.Add(time.Duration(r.IntN(3*24*3600*1000)) * time.Millisecond)
	if end := choose(r, ends); r.IntN(4) > 0 && end.After(now) && (end.Before(now.Add(days(8))) || r.IntN(6) == 0) {
		at = end.Add(time.Duration(r.IntN(3)-1) * time.Millisecond)
	}
	d.moveTo(at)
	if r.IntN(4) > 0 { // it did not stand still meanwhile
		d.KeepRunning(d.t)
		d.seen = d.now()
	}
	if r.IntN(3) > 0 {
		d.runJobs()
	}
}

// payOut pays all tutors, or one, and learns from the answer what was paid for.
func (d *auditedDesk) payOut() {
	d.t.Helper()
	ids := []string{}
	if d.random.IntN(3) == 0 {
		ids = append(ids, choose(d.random, d.tutors).id)
	}
	owed, total := map[string]int{}, 0
	for _, tutor := range d.tutors {
		if _, payable, _, _ := d.sums(tutor.id); payable > 0 && (len(ids) == 0 || ids[0] == tutor.id) {
			owed[tutor.id], total = payable, total+payable
		}
	}
	var payout struct {
		Total float64
		Lines []struct {
			Tutor struct {
				ID string `json:"_id"`
			}
			Amount  float64
			Entries []struct {
				Amount     float64
				Assignment *struct {
					ID string `json:"_id"`
				}
			}
		}
	}
	run := map[string]any{"tutors": ids, "method": "Cash", "reference": d.reference()}
	if len(ids) == 0 {
		run = map[string]any{"all": true, "method": "Cash", "reference": d.reference()}
	}
	if !d.call(nil, d.admin, "POST", "payouts", run, total > 0, &payout) {
		return
	}
	if domain.Cents(payout.Total) != total || len(payout.Lines) != len(owed) {
		d.t.Errorf("paid %+v, want %v", payout, owed)
	}
	for _, line := range payout.Lines {
		if domain.Cents(line.Amount) != owed[line.Tutor.ID] {
			d.t.Errorf("paid %+v, want %v", line, owed)
		}
		for _, entry := range line.Entries {
			d.book(line.Tutor.ID, entry.Assignment, domain.Cents(entry.Amount))
		}
	}
}

// book notes that a tutor was paid for an order, or for adjustments.
func (d *auditedDesk) book(tutor string, order *struct {
	ID string `json:"_id"`
}, cents int) {
	d.t.Helper()
	if order == nil {
		if open := d.adjusted[tutor] - d.paid[tutor]; cents > open {
			d.t.Errorf("paid %d for adjustments, but only %d is open", cents, open)
		}
		d.paid[tutor] += cents
		return
	}
	for _, o := range d.all {
		if o.id != order.ID {
			continue
		}
		if open := o.part(tutor) - o.paid[tutor]; cents > open || !o.isPayable() {
			d.t.Errorf("paid %d for %s, of which %d is open; payable: %t", cents, o.id, open, o.isPayable())
		}
		o.paid[tutor] += cents
		d.note(o, "the tutor %s is paid %d", tutor, cents)
	}
}

// sums returns what a tutor has earned, and of that what is payable, held by claims and paid.
func (d *auditedDesk) sums(tutor string) (earned, payable, claimed, paid int) {
	earned, paid = d.adjusted[tutor], d.paid[tutor]
	payable = earned - paid
	for _, o := range d.all {
		open := o.part(tutor) - o.paid[tutor]
		earned, paid = earned+o.part(tutor), paid+o.paid[tutor]
		if o.isPayable() {
			payable += open
		} else if o.claim() != nil {
			claimed += open
		}
	}
	return earned, payable, claimed, paid
}
