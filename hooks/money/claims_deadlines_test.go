package money_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const aDay = 24 * time.Hour

// windows is what somebody reads about the clocks of an order.
type windows struct {
	Stage                                               string
	DeliveredAt, RevisionUntil, RefundUntil, AcceptedAt *string
	Actions                                             []struct {
		Action domain.Action
		Until  *string
	}
}

func (d desk) windows(t *testing.T, by testkit.Person) (w windows) {
	t.Helper()
	d.Call(t, "GET", "/api/assignments/"+d.order, by.Token, nil).Granted(t, 200, &w)
	return w
}

// close checks that the windows of an order close so long after it was delivered, and that
// its student can use them until then.
func (d desk) close(t *testing.T, delivered time.Time, revision, refund time.Duration) {
	t.Helper()
	w := d.windows(t, d.student)
	revisionUntil, refundUntil := domain.FormatTime(delivered.Add(revision)), domain.FormatTime(delivered.Add(refund))
	if w.Stage != "delivered" || text(w.DeliveredAt) != domain.FormatTime(delivered) || text(w.RevisionUntil) != revisionUntil || text(w.RefundUntil) != refundUntil {
		t.Errorf("%s, delivered %s: the windows close at %s and %s, want %s and %s",
			w.Stage, text(w.DeliveredAt), text(w.RevisionUntil), text(w.RefundUntil), revisionUntil, refundUntil)
	}
	until := map[domain.Action]string{}
	for _, open := range w.Actions {
		until[open.Action] = text(open.Until)
	}
	if until[domain.ActionRequestRevision] != revisionUntil || until[domain.ActionRequestRefund] != refundUntil || until[domain.ActionAccept] != refundUntil {
		t.Errorf("the student can act until %v", until)
	}
}

// wait checks that no clock is shown while a claim stops the windows.
func (d desk) wait(t *testing.T) {
	t.Helper()
	for _, reader := range []testkit.Person{d.student, d.tutor, d.admin} {
		if w := d.windows(t, reader); w.Stage != "delivered" || w.RevisionUntil != nil || w.RefundUntil != nil || w.DeliveredAt == nil {
			t.Errorf("%s reads %+v", reader.GetString("name"), w)
		}
	}
}

func TestATutorsOpenDisputeStopsTheWindows(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*testing.T, desk, claim){
		"withdrawn": func(t *testing.T, d desk, c claim) { d.withdraw(t, d.tutor, c.ID).Granted(t, 200, nil) },
		"declined":  func(t *testing.T, d desk, c claim) { d.decide(t, c.ID, refusal).Granted(t, 200, nil) },
		"approved":  func(t *testing.T, d desk, c claim) { d.decide(t, c.ID, approval(10)).Granted(t, 200, nil) },
	}
	// The clocks change in between in the second case.
	for _, delivered := range []time.Time{start, time.Date(2027, 3, 26, 22, 30, 0, 0, time.UTC)} {
		for name, end := range ends {
			t.Run(name+delivered.Format(" January"), func(t *testing.T) {
				t.Parallel()
				d := newDesk(t)
				site, err := store.FindSite(d)
				if err != nil {
					t.Fatal(err)
				}
				site.Set(store.TimeZone, "Europe/Berlin")
				d.MustSave(t, site)
				clock.Set(d, delivered)
				d.set(t, d.order, map[string]any{"status": "in_progress"})
				d.set(t, d.order, map[string]any{"status": "completed"})
				d.close(t, delivered, 2*aDay, 3*aDay)

				clock.Set(d, delivered.Add(30*time.Hour))
				c := d.opened(t, d.tutor, d.order, "dispute")
				d.wait(t)
				clock.Set(d, delivered.Add(30*time.Hour+4*aDay))
				d.RunJob(t, "acceptWork")
				d.wait(t)
				end(t, d, c)
				d.RunJob(t, "acceptWork")
				d.close(t, delivered, 6*aDay, 7*aDay)

				clock.Set(d, delivered.Add(5*aDay+12*time.Hour))
				c = d.opened(t, d.tutor, d.order, "dispute")
				clock.Set(d, delivered.Add(6*aDay))
				end(t, d, c)
				d.close(t, delivered, 6*aDay+12*time.Hour, 7*aDay+12*time.Hour)

				closing := delivered.Add(7*aDay + 12*time.Hour)
				clock.Set(d, closing)
				d.RunJob(t, "acceptWork")
				if w := d.windows(t, d.student); w.Stage != "delivered" || w.AcceptedAt != nil {
					t.Errorf("the work is %s while its student can still act", w.Stage)
				}
				clock.Set(d, closing.Add(time.Millisecond))
				d.RunJob(t, "acceptWork")
				if w := d.windows(t, d.student); w.Stage != "accepted" || text(w.AcceptedAt) != domain.FormatTime(closing) {
					t.Errorf("the work is %s, accepted at %s, want %s", w.Stage, text(w.AcceptedAt), domain.FormatTime(closing))
				}
			})
		}
	}
}

func TestAClaimOfTheStudentsDoesNotStopTheWindows(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.student, d.order, "dispute")
	clock.Advance(d, aDay)
	if w := d.windows(t, d.student); text(w.RefundUntil) != domain.FormatTime(start.Add(3*aDay)) {
		t.Errorf("the student reads %+v", w)
	}
	d.withdraw(t, d.student, c.ID).Granted(t, 200, nil)
	d.close(t, start, 2*aDay, 3*aDay)
}

func TestWindowsOpenedDuringATutorsDisputeStartWhenItEnds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.tutor, d.order, "dispute")
	clock.Advance(d, aDay)
	d.set(t, d.order, map[string]any{"status": "in_progress"})
	d.set(t, d.order, map[string]any{"status": "completed"})
	clock.Advance(d, 5*aDay)
	d.withdraw(t, d.tutor, c.ID).Granted(t, 200, nil)
	d.close(t, start.Add(aDay), 7*aDay, 8*aDay)
}

func TestTheTimeToDisputeADeclinedRefundStandsStillToo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	refund := d.opened(t, d.student, d.order, "refund")
	clock.Advance(d, 4*aDay)
	d.decide(t, refund.ID, refusal).Granted(t, 200, nil)
	dispute := d.opened(t, d.tutor, d.order, "dispute")
	clock.Advance(d, 4*aDay)
	d.withdraw(t, d.tutor, dispute.ID).Granted(t, 200, nil)
	clock.Advance(d, 72*time.Hour)
	if !d.read(t, d.student, d.order).lists(domain.ActionOpenDispute) {
		t.Error("the student cannot dispute the refusal any more")
	}
	clock.Advance(d, time.Millisecond)
	if d.read(t, d.student, d.order).lists(domain.ActionOpenDispute) {
		t.Error("the student can dispute the refusal for longer than 72 hours")
	}
}

func TestWithdrawingARevisionTellsWhenTheWorkWasDelivered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "POST", "/api/assignments/"+d.order+"/revisions", d.student.Token, map[string]any{"reason": "Add a chapter"}).Granted(t, 201, nil)
	c := d.opened(t, d.tutor, d.order, "dispute")
	clock.Advance(d, 4*aDay)
	d.withdraw(t, d.tutor, c.ID).Granted(t, 200, nil)
	d.Call(t, "POST", "/api/assignments/"+d.order+"/revisions/1/withdraw", d.student.Token, nil).Granted(t, 200, nil)
	d.close(t, start, 6*aDay, 7*aDay)
	if at := d.stored(t, d.order).GetDateTime(store.DeliveredAt).Time(); !at.Equal(start) {
		t.Errorf("the work was delivered at %s", at)
	}
}
