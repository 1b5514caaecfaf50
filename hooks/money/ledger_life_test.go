package money_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// seasons are when orders begin, and unusual the moments that the clock moves to: clocks that
// change in Sydney, the turn of years and months, and a leap day.
var (
	seasons = []time.Time{
		time.Date(2026, 10, 2, 14, 0, 0, 0, time.UTC), time.Date(2026, 12, 28, 13, 0, 0, 0, time.UTC), time.Date(2027, 4, 2, 13, 30, 0, 0, time.UTC),
		time.Date(2027, 10, 1, 9, 0, 0, 0, time.UTC), time.Date(2028, 2, 26, 23, 0, 0, 0, time.UTC), time.Date(2028, 12, 30, 12, 59, 0, 0, time.UTC),
	}
	unusual = []time.Time{
		time.Date(2026, 10, 3, 16, 0, 0, 0, time.UTC), time.Date(2027, 4, 3, 16, 0, 0, 0, time.UTC), time.Date(2027, 10, 2, 16, 0, 0, 0, time.UTC),
		time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 13, 0, 0, 0, time.UTC), time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 28, 13, 0, 0, 0, time.UTC), time.Date(2028, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 4, 30, 14, 0, 0, 0, time.UTC),
		time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC),
	}
)

func newLife(t *testing.T, seed uint64) *auditedDesk {
	t.Helper()
	d := &auditedDesk{
		App: testkit.New(t), t: t, random: rand.New(rand.NewPCG(seed, 0)), people: map[string]testkit.Person{}, adjusted: map[string]int{}, paid: map[string]int{}, steps: map[string]int{},
	}
	clock.Set(d, seasons[0])
	hire := func(role, name string) caller {
		person := d.Person(t, role, name)
		d.Verify(t, person.Id)
		d.people[person.Id] = person
		return caller{person.Id, role}
	}
	d.admin = hire(domain.RoleAdmin, "Ada Quill")
	for _, name := range []string{"Kim Marsh", "Sol Reed", "Noor Lane"} {
		d.tutors = append(d.tutors, hire(domain.RoleTutor, name))
	}
	// A tutor may also hand in work, but not work on it.
	d.askers = []caller{hire(domain.RoleStudent, "Robin Vale"), hire(domain.RoleStudent, "Nia Frost"), d.tutors[2]}
	var site struct{ Policy numbers }
	d.Call(t, "GET", "/api/site", "", nil).Granted(t, 200, &site)
	d.policies = []numbers{site.Policy}
	return d
}

// read is what somebody reads about an order.
type read struct {
	Stage, Status                                       string
	Price                                               float64
	AmountPaid, AmountDue                               *float64
	DeliveredAt, RevisionUntil, RefundUntil, AcceptedAt *string
	Actions                                             []struct {
		Action string
		Until  *string
	}
}

func wire(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.UTC().Format("2006-01-02T15:04:05.000Z")
}

func shown(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

// differ reports what is read and what the model says, if they differ.
func (d *auditedDesk) differ(o *life, what string, got, want any) {
	d.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		d.t.Errorf("%s %s: the program says\n%v, and the model\n%v", what, o.id, got, want)
	}
}

// compare compares an order with the model as everybody reads it.
func (d *auditedDesk) compare(o *life) {
	d.t.Helper()
	now := d.now()
	for _, id := range []string{d.admin.id, o.student, o.tutor} {
		if id == "" {
			continue
		}
		by := d.person(id)
		var view read
		d.Call(d.t, "GET", "/api/assignments/"+o.id, d.people[id].Token, nil).Granted(d.t, 200, &view)
		var open, want []string
		for _, action := range view.Actions {
			open = append(open, action.Action+" "+shown(action.Until))
		}
		for _, action := range o.actions(by, now, d.requirePayment) {
			want = append(want, action.action+" "+wire(action.until))
		}
		d.differ(o, "the actions of the "+by.role+" on", open, want)
		revisionUntil, refundUntil := wire(o.revisionUntil()), wire(o.refundUntil())
		if o.waits() {
			revisionUntil, refundUntil = wire(time.Time{}), wire(time.Time{})
		}
		d.differ(o, "stage and clocks of", fmt.Sprint(view.Stage, " ", shown(view.DeliveredAt), " ", shown(view.RevisionUntil), " ", shown(view.RefundUntil), " ", shown(view.AcceptedAt)),
			fmt.Sprint(o.stage(now), " ", wire(o.finished), " ", revisionUntil, " ", refundUntil, " ", wire(o.accepted)))
		if by.role == "admin" || id == o.student {
			d.differ(o, "the money of", fmt.Sprint(domain.Cents(view.Price), " ", domain.Cents(*view.AmountPaid), " ", domain.Cents(*view.AmountDue)),
				fmt.Sprint(o.price, " ", o.received-o.returned, " ", o.due()))
		} else {
			d.differ(o, "the tutor's price of", domain.Cents(view.Price), o.promised())
		}
	}
	d.compareClaims(o)
	d.compareFiles(o)
}

func (d *auditedDesk) compareClaims(o *life) {
	d.t.Helper()
	var listed []struct {
		ID                                       string `json:"_id"`
		Kind, Status                             string
		Amount                                   *float64
		DueAt, PayFrom, PayBy, DecidedAt, PaidAt *string
		Actions                                  []struct{ Action string }
	}
	d.Call(d.t, "GET", "/api/assignments/"+o.id+"/claims", d.people[d.admin.id].Token, nil).Granted(d.t, 200, &listed)
	got, want := []string{}, []string{}
	for _, c := range listed {
		cents := 0
		if c.Amount != nil {
			cents = domain.Cents(*c.Amount)
		}
		got = append(got, fmt.Sprint(c.ID, c.Kind, c.Status, cents, shown(c.DueAt), shown(c.PayFrom), shown(c.PayBy), shown(c.DecidedAt), shown(c.PaidAt), len(c.Actions)))
	}
	for _, c := range o.claims {
		actions := 0
		if c.status == "open" || c.status == "approved" && c.cents > 0 {
			actions = 1 // to decide, or to pay
		}
		want = append(want, fmt.Sprint(c.id, c.kind, c.status, c.cents, wire(c.due), wire(c.from), wire(c.until), wire(c.decided), wire(c.paid), actions))
	}
	slices.Sort(got)
	slices.Sort(want)
	d.differ(o, "the claims on", got, want)
}

func (d *auditedDesk) compareFiles(o *life) {
	d.t.Helper()
	var delivered []struct {
		Version int
		Files   []struct{ PurgedAt *string }
	}
	d.Call(d.t, "GET", "/api/assignments/"+o.id+"/deliveries", d.people[d.admin.id].Token, nil).Granted(d.t, 200, &delivered)
	kept := make([]bool, len(delivered))
	for _, delivery := range delivered {
		kept[delivery.Version-1] = delivery.Files[0].PurgedAt == nil
	}
	d.differ(o, "the files that are kept of", kept, append([]bool{}, o.kept...))
}

// balance compares the ledger with the model: each entry, each order and each tutor.
func (d *auditedDesk) balance() {
	d.t.Helper()
	var unbalanced int
	if err := d.DB().NewQuery("SELECT count(*) FROM ledger WHERE cash + customer + desk + tutors != 0").Row(&unbalanced); err != nil || unbalanced > 0 {
		d.t.Errorf("%d entries do not add up to zero, %v", unbalanced, err)
	}
	var rows []struct {
		Assignment                   string
		Cash, Customer, Desk, Tutors int
	}
	err := d.DB().NewQuery("SELECT assignment, sum(cash) AS cash, sum(customer) AS customer, sum(desk) AS desk, sum(tutors) AS tutors FROM ledger GROUP BY assignment").All(&rows)
	if err != nil {
		d.t.Fatal(err)
	}
	entered, sum := map[string][4]int{}, 0
	for _, row := range rows {
		entered[row.Assignment] = [4]int{row.Cash, row.Customer, row.Desk, row.Tutors}
		sum += row.Cash + row.Customer + row.Desk + row.Tutors
	}
	if sum != 0 {
		d.t.Errorf("the ledger adds up to %d", sum)
	}
	for _, o := range d.all {
		d.differ(o, "the balances of", entered[o.id], o.balances())
	}
	for _, tutor := range d.tutors {
		earned, payable, claimed, paid := d.sums(tutor.id)
		var sums struct{ Earned, Payable, Held, Claimed, Paid float64 }
		d.Call(d.t, "GET", "/api/users/earnings?perPage=1", d.people[tutor.id].Token, nil).Granted(d.t, 200, &sums)
		got := []int{domain.Cents(sums.Earned), domain.Cents(sums.Payable), domain.Cents(sums.Held), domain.Cents(sums.Claimed), domain.Cents(sums.Paid)}
		var stats struct{ TotalEarnings float64 }
		d.Call(d.t, "GET", "/api/users/tutor-stats", d.people[tutor.id].Token, nil).Granted(d.t, 200, &stats)
		if total := domain.Cents(stats.TotalEarnings); total != earned {
			d.t.Errorf("the statistics of the tutor %s say that %d was earned, the model says %d", tutor.id, total, earned)
		}
		if want := []int{earned, payable, earned - paid - payable, claimed, paid}; !slices.Equal(got, want) {
			d.t.Errorf("the tutor %s reads that %v was earned, is payable, held, claimed and paid, the model says %v", tutor.id, got, want)
		}
	}
}

// agrees lets the command verify the ledger.
func (d *auditedDesk) agrees() {
	d.t.Helper()
	if out, code := verify(d.t, d); code != 0 {
		d.t.Errorf("verifying exits with %d and prints %s", code, out)
	}
}

// finish leads an order to its end, only by what people are offered: every state has a way on.
func (d *auditedDesk) finish(o *life) {
	d.t.Helper()
	for range 20 {
		now, stage := d.now(), o.stage(d.now())
		if c := o.claim(); c != nil {
			body := map[string]any{"decision": "decline", "outcome": "It is on topic"}
			if !d.call(o, d.admin, "PATCH", "claims/"+c.id, body, true, nil) {
				return
			}
			c.decided = now
			if c.kind == "refund" {
				o.declined = now
			}
			o.close(c, "declined", now)
			continue
		}
		if i := slices.IndexFunc(o.claims, func(c *claimed) bool { return c.status == "approved" && c.cents > 0 }); i >= 0 {
			c := o.claims[i]
			if !d.call(o, d.admin, "POST", "claims/"+c.id+"/pay", map[string]any{"method": "Cash", "reference": d.reference()}, true, nil) {
				return
			}
			o.returned += c.cents
			c.status, c.paid, c.closed = "paid", now, now
			o.settle()
			continue
		}
		switch stage {
		case "cancelled":
			return
		case "accepted":
			d.runJobs()
			if due := o.due(); due > 0 {
				body := map[string]any{"amount": domain.Units(due), "method": "Cash", "reference": d.reference()}
				if !d.call(o, d.admin, "POST", "assignments/"+o.id+"/payments", body, o.can("record-payment", d.admin, now, d.requirePayment), nil) {
					return
				}
				o.received += due
				continue
			}
			return
		case "delivered":
			d.moveTo(o.acceptsAt().Add(time.Millisecond))
			d.runJobs()
		case "unassigned", "pool", "in_progress", "revision", "assigned":
			if !d.progress(o, stage) {
				return
			}
		}
	}
	d.t.Errorf("%s does not come to an end", o.id)
}

// progress leads unfinished work on.
func (d *auditedDesk) progress(o *life, stage string) bool {
	d.t.Helper()
	if o.tutor == "" {
		i := slices.IndexFunc(d.tutors, func(tutor caller) bool { return tutor.id != o.student })
		may := o.can("assign", d.admin, d.now(), d.requirePayment)
		if !d.call(o, d.admin, "PATCH", "assignments/"+o.id, map[string]any{"tutor": d.tutors[i].id}, may, nil) {
			return false
		}
		o.tutor = d.tutors[i].id
		o.leavePool()
		return may
	}
	tutor := d.person(o.tutor)
	if stage == "assigned" {
		may := o.can("start", tutor, d.now(), d.requirePayment)
		if d.act(o, tutor, "start", "start", nil, nil) {
			o.set("in_progress", d.now())
		}
		return may
	}
	may := o.can("deliver", tutor, d.now(), d.requirePayment)
	d.deliverWords(o, tutor, 3)
	return may
}

// settled checks that nothing is left to be done about any order.
func (d *auditedDesk) settled() {
	d.t.Helper()
	for _, tutor := range d.tutors {
		if _, payable, _, _ := d.sums(tutor.id); payable < 0 { // what was paid too much is carried forward
			body := map[string]any{"tutor": tutor.id, "amount": domain.Units(-payable), "memo": d.reference()}
			if d.call(nil, d.admin, "POST", "ledger/adjustments", body, true, nil) {
				d.adjusted[tutor.id] -= payable
			}
		}
	}
	owed := func(tutor caller) bool {
		_, payable, _, _ := d.sums(tutor.id)
		return payable > 0
	}
	for slices.ContainsFunc(d.tutors, owed) && !d.t.Failed() {
		d.payOut()
	}
	for _, tutor := range d.tutors {
		earned, payable, claimed, paid := d.sums(tutor.id)
		if earned != paid || payable != 0 || claimed != 0 {
			d.t.Errorf("the tutor %s has earned %d and got %d at the end; %d is payable and %d claimed", tutor.id, earned, paid, payable, claimed)
		}
	}
	for _, o := range d.orders {
		if stage := o.stage(d.now()); stage != "accepted" && stage != "cancelled" || o.due() > 0 || o.refunds() != o.returned {
			d.t.Errorf("%s ends as %s, with %d due and %d of %d returned", o.id, stage, o.due(), o.returned, o.refunds())
		}
	}
}

// story returns what happened to an order last, and to everything.
func (d *auditedDesk) story(order *life) string {
	var lines []string
	for _, step := range d.history {
		if step.order == "" || order == nil || step.order == order.id {
			lines = append(lines, step.text)
		}
	}
	return strings.Join(lines[max(0, len(lines)-60):], "\n")
}

func TestWholeOrdersAgreeWithASimpleModel(t *testing.T) {
	t.Parallel()
	stepsPerSeason := chance.Rounds(100, 150)
	chance.Long(t)
	seed := chance.Seed(t)
	d := newLife(t, seed)
	check := func(touched *life) {
		t.Helper()
		for _, o := range d.orders {
			if touched == nil || o == touched {
				d.compare(o)
			}
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, d.story(o))
			}
		}
		d.balance()
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, d.story(touched))
		}
	}
	for _, season := range seasons {
		d.moveTo(season.Add(time.Duration(d.random.IntN(48*3600*1000)) * time.Millisecond))
		d.configure()
		for step := range stepsPerSeason {
			check(d.step())
			if step%10 == 0 {
				d.agrees()
			}
		}
		for _, o := range slices.Clone(d.orders) {
			d.finish(o)
			check(o)
		}
		d.settled()
		d.agrees()
		check(nil)
		d.orders, d.history = nil, nil
	}
	for _, name := range []string{"claim", "start", "deliveries", "claims", "payments"} {
		for _, granted := range []string{"true", "false"} {
			if d.steps["POST assignments/"+name+" "+granted] == 0 {
				t.Errorf("seed %d: %s never got %s", seed, name, granted)
			}
		}
	}
}
