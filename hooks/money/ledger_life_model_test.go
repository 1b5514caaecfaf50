package money_test

import (
	"slices"
	"time"
)

// The model is a second, simpler account of what the rules of orders say. It calls nothing
// of the program, so that the two can only agree if both are right.

// numbers are those of a version of the policies.
type numbers struct {
	From                                              time.Time `json:"-"`
	RevisionDays, LongRevisionDays, LongRevisionWords int
	RefundRequestDays                                 int
	RefundMinBusinessDays, RefundMaxBusinessDays      int
	DisputeHours, RetentionDays                       int
	MinimumAge, WordsPerPage                          int
}

// claimed is a claim in the model.
type claimed struct {
	id, kind, status, by string
	cents                int
	byCancelling         bool
	byTutor              bool
	opened, due          time.Time
	decided, paid        time.Time
	closed               time.Time // when it ceased to be open, or was paid
	from, until          time.Time // when an approved amount is paid
}

// life is an order in the model. People are ids, and amounts cents.
type life struct {
	id, student, tutor string
	isOffer, isRated   bool
	isDeleted          bool
	status             string
	inPool, everInPool bool
	numbers            numbers
	share, price       int
	words, counted     int       // ordered, and counted in the last delivery
	finished, accepted time.Time // when the work was finished, and when it was accepted
	start              time.Time // from when the windows run: later, if they had to wait
	open, revisions    int       // the number of the open revision, and how many there were
	received, returned int
	claims             []*claimed
	declined, freed    time.Time // when a refund was last declined, and a claim last ceased to be open
	cancelled          time.Time
	settled, purgeAt   time.Time
	isPurged           bool
	kept               []bool         // for each version whether its files are still there
	paid               map[string]int // to tutors
}

func isDone(status string) bool { return status == "completed" || status == "graded" }

func latest(times ...time.Time) (last time.Time) {
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// claim returns the open claim, nil if there is none.
func (o *life) claim() *claimed {
	for _, c := range o.claims {
		if c.status == "open" {
			return c
		}
	}
	return nil
}

func (o *life) revisionUntil() time.Time {
	if o.start.IsZero() {
		return time.Time{}
	}
	words := o.words
	if words == 0 {
		words = o.counted
	}
	if words > o.numbers.LongRevisionWords {
		return o.start.Add(days(o.numbers.LongRevisionDays))
	}
	return o.start.Add(days(o.numbers.RevisionDays))
}

func (o *life) refundUntil() time.Time {
	if o.start.IsZero() {
		return time.Time{}
	}
	return o.start.Add(days(o.numbers.RefundRequestDays))
}

// waits reports whether a claim of the tutor's stops the windows.
func (o *life) waits() bool { return o.claim() != nil && o.claim().byTutor }

func (o *life) disputeUntil() time.Time {
	if o.declined.IsZero() {
		return o.refundUntil()
	}
	return latest(o.refundUntil(), o.declined.Add(time.Duration(o.numbers.DisputeHours)*time.Hour))
}

func (o *life) acceptsAt() time.Time { return latest(o.revisionUntil(), o.refundUntil()) }

func (o *life) stage(now time.Time) string {
	switch {
	case isDone(o.status):
		if !o.accepted.IsZero() || o.claim() == nil && now.After(o.acceptsAt()) {
			return "accepted"
		}
		return "delivered"
	case o.status == "cancelled" || o.status == "in_progress" || o.status == "revision":
		return o.status
	case o.tutor != "":
		return "assigned"
	case o.inPool:
		return "pool"
	}
	return "unassigned"
}

// refunds returns what was approved, whether it was paid yet or not.
func (o *life) refunds() (cents int) {
	for _, c := range o.claims {
		if c.status == "approved" || c.status == "paid" {
			cents += c.cents
		}
	}
	return cents
}

func (o *life) refundable() int { return max(0, o.received-max(o.refunds(), o.returned)) }

func (o *life) due() int {
	if o.status == "cancelled" {
		return 0
	}
	return max(0, o.price-o.refunds()-(o.received-o.returned))
}

// left returns what the refunds leave of the price.
func (o *life) left() int {
	credited := o.refunds()
	if o.received > o.price {
		credited -= o.received - o.price
	}
	return o.price - min(o.price, max(0, credited))
}

// net returns what finished work stands at.
func (o *life) net() int {
	if !isDone(o.status) {
		return 0
	}
	return o.left()
}

// shareOf returns the tutor's share of an amount, rounded half up.
func (o *life) shareOf(amount int) int {
	exact := amount * o.share // hundredths of a cent
	cents := exact / 100
	if exact%100 >= 50 {
		cents++
	}
	return cents
}

// part returns what a tutor has earned.
func (o *life) part(tutor string) int {
	if tutor == "" || tutor != o.tutor {
		return 0
	}
	return o.shareOf(o.net())
}

// promised returns what the tutor reads as the price: what they have earned, or will.
func (o *life) promised() int {
	if o.status == "cancelled" {
		return 0
	}
	return o.shareOf(o.left())
}

// balances returns cash, customer, desk and tutors.
func (o *life) balances() [4]int {
	paid := 0
	for _, cents := range o.paid {
		paid += cents
	}
	return [4]int{o.received - o.returned - paid, o.net() - o.received + o.returned, o.part(o.tutor) - o.net(), paid - o.part(o.tutor)}
}

// isPayable reports whether what is open is paid by the next payout.
func (o *life) isPayable() bool {
	return o.isDeleted || o.status == "cancelled" || !o.accepted.IsZero() && o.claim() == nil
}

// set sets a status, as admins do by hand and as everything else does.
func (o *life) set(status string, now time.Time) {
	was := o.status
	o.status = status
	switch {
	case isDone(status) && !isDone(was):
		o.start, o.finished = now, now
	case !isDone(status):
		o.accepted = time.Time{}
		if status != "revision" {
			o.start, o.finished = time.Time{}, time.Time{}
		}
	}
	if status != "revision" {
		o.open = 0
	}
	if was == "cancelled" && status != "cancelled" {
		for _, c := range o.claims {
			if c.byCancelling && c.status == "approved" {
				c.status, c.closed = "withdrawn", now
			}
		}
		o.cancelled = time.Time{}
	}
	if status == "cancelled" && was != "cancelled" {
		o.cancelled = now
	}
	o.leavePool()
	o.settle()
}

func (o *life) leavePool() {
	if o.tutor != "" || o.status != "pending" && o.status != "submitted" {
		o.inPool = false
	}
}

// settle notes since when nothing is left to be done.
func (o *life) settle() {
	var at time.Time
	if o.status == "cancelled" {
		at = o.cancelled
	} else if isDone(o.status) {
		at = o.accepted
	}
	for _, c := range o.claims {
		if c.status == "open" || c.status == "approved" && c.cents > 0 {
			at = time.Time{}
			break
		}
		if !at.IsZero() {
			at = latest(at, c.closed)
		}
	}
	if !at.Equal(o.settled) {
		o.settled, o.purgeAt, o.isPurged = at, time.Time{}, false
	}
}

// close notes that a claim is no longer open.
func (o *life) close(c *claimed, status string, now time.Time) {
	c.status, c.closed = status, now
	o.freed = now
	if c.byTutor { // what was left of the windows is left still
		for _, clock := range []*time.Time{&o.start, &o.declined} {
			if !clock.IsZero() {
				*clock = clock.Add(now.Sub(latest(*clock, c.opened)))
			}
		}
	}
	o.settle()
}

// accept is what the program does every minute.
func (o *life) acceptItself(now time.Time) {
	if isDone(o.status) && !o.isDeleted && o.accepted.IsZero() && o.stage(now) == "accepted" {
		o.accepted = latest(o.acceptsAt(), o.freed)
		o.settle()
	}
}

// purge is what else it does every minute. After a stop, nothing is deleted before a moment.
func (o *life) purge(now, from time.Time) {
	const notice = 14 * 24 * time.Hour
	if o.settled.IsZero() || o.isDeleted {
		return
	}
	due := o.settled.Add(days(o.numbers.RetentionDays))
	if o.purgeAt.IsZero() && !now.Before(due.Add(-notice)) {
		if !slices.Contains(o.kept, true) {
			o.purgeAt, o.isPurged = now, true
			return
		}
		o.purgeAt = latest(due, now.Add(notice))
	}
	if !o.purgeAt.IsZero() && !o.isPurged && now.Before(from) {
		o.purgeAt = latest(o.purgeAt, from)
	}
	if !o.purgeAt.IsZero() && !o.isPurged && !now.Before(o.purgeAt) {
		o.isPurged = true
		for i := range o.kept {
			o.kept[i] = false
		}
	}
}

// caller is who acts.
type caller struct{ id, role string }

// open is an action that can be taken until a moment, or at any time.
type openAction struct {
	action string
	until  time.Time
}

// actions returns what somebody can do to the order.
func (o *life) actions(by caller, now time.Time, requirePayment bool) (open []openAction) {
	stage, isFree := o.stage(now), o.claim() == nil
	at := func(stages ...string) bool { return slices.Contains(stages, stage) }
	add := func(may bool, action string, until time.Time) {
		if may && (until.IsZero() || !now.After(until)) {
			open = append(open, openAction{action, until})
		}
	}
	never := time.Time{}
	isStudent, isTutor, isAdmin := by.id == o.student, by.id == o.tutor && by.role == "tutor", by.role == "admin"
	wasDelivered := at("delivered", "accepted", "revision")
	add(isAdmin && at("unassigned") && (!requirePayment || o.due() == 0), "open-pool", never)
	add(isAdmin && at("pool"), "close-pool", never)
	add(isAdmin && !at("accepted", "cancelled"), "assign", never)
	add(isTutor && at("assigned"), "start", never)
	add(isTutor && at("assigned", "in_progress") && len(o.kept) == 0, "hand-back", never)
	add(isTutor && isFree && at("in_progress", "revision"), "deliver", never)
	add(isStudent && isFree && at("delivered"), "request-revision", o.revisionUntil())
	add(isStudent && o.open > 0, "withdraw-revision", never)
	add(isStudent && isFree && at("delivered"), "accept", o.acceptsAt())
	add(isStudent && isFree && wasDelivered && !o.refundUntil().IsZero() && o.refundable() > 0, "request-refund", o.refundUntil())
	add((isStudent || isTutor) && isFree && wasDelivered && !o.disputeUntil().IsZero(), "open-dispute", o.disputeUntil())
	hasStarted := len(o.kept) > 0 || !at("unassigned", "pool", "assigned")
	add(isFree && !at("accepted", "cancelled") && (isAdmin || isStudent && !hasStarted), "cancel", never)
	add(isStudent && !o.isRated && at("delivered", "accepted"), "rate", never)
	add((isStudent || isAdmin) && o.received == 0 && len(o.kept) == 0 && !o.isOffer, "delete", never)
	add(isAdmin && !at("cancelled") && o.due() > 0, "record-payment", never)
	return open
}

func (o *life) can(action string, by caller, now time.Time, requirePayment bool) bool {
	return slices.ContainsFunc(o.actions(by, now, requirePayment), func(open openAction) bool { return open.action == action })
}

// businessDays returns when a refund is paid that is approved now: it looks at one day after
// another on the calendar of a zone.
func businessDays(approved time.Time, zone *time.Location, holidays []string, first, last int) (from, until time.Time) {
	year, month, day := approved.In(zone).Date()
	for counted := 0; counted < last; {
		day++
		date := time.Date(year, month, day, 0, 0, 0, 0, time.UTC) // a calendar, without a clock
		if date.Weekday() == time.Saturday || date.Weekday() == time.Sunday || slices.Contains(holidays, date.Format(time.DateOnly)) {
			continue
		}
		if counted++; counted == first {
			from = time.Date(year, month, day, 0, 0, 0, 0, zone)
		}
	}
	return from, time.Date(year, month, day+1, 0, 0, 0, 0, zone).Add(-time.Millisecond)
}
