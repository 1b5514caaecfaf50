package orders_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

func TestAStudentAsksForARevisionAndWithdrawsIt(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	clock.Set(d, start.Add(time.Hour))
	d.ask(t, " ").Refused(t, 400, "Reason is required")
	d.ask(t, strings.Repeat("x", 2001)).Refused(t, 400, "Reason is too long (at most 2,000 characters)")
	var asked revision
	d.ask(t, " More sources, please ").Granted(t, 201, &asked)
	if asked.Number != 1 || asked.Reason != "More sources, please" || asked.DueAt != "2027-03-03T11:00:00.000Z" || asked.ClosedAt != nil || asked.Held {
		t.Errorf("asked for %+v", asked)
	}
	d.ask(t, "Again").Refused(t, 409, "A revision is already open")
	if got := d.stored(t); got.GetString(store.Status) != domain.StatusRevision || got.GetInt(store.OpenRevision) != 1 {
		t.Errorf("the assignment is %v", got.PublicExport())
	}
	if d.told(t, d.kim, "Revision requested") != 1 || d.told(t, d.admin, "Revision requested") != 1 || d.told(t, d.robin, "Revision requested") != 0 {
		t.Error("the wrong people were told of the revision")
	}

	d.withdraw(t, "2").Refused(t, 404, "Revision not found")
	d.withdraw(t, "one").Refused(t, 404, "Revision not found")
	clock.Advance(d, time.Hour)
	delivered := d.told(t, d.robin, "Delivered")
	var back struct{ Status, Stage, DeliveredAt, RevisionUntil string }
	d.withdraw(t, "1").Granted(t, 200, &back)
	if back.Status != "Completed" || back.Stage != "delivered" || back.DeliveredAt != "2027-03-01T10:00:00.000Z" || back.RevisionUntil != "2027-03-03T10:00:00.000Z" {
		t.Errorf("after withdrawing: %+v", back)
	}
	if got := d.stored(t); got.GetInt(store.OpenRevision) != 0 || !got.GetDateTime(store.DeliveredAt).Time().Equal(start) {
		t.Errorf("the assignment is %v", got.PublicExport())
	}
	if d.told(t, d.robin, "Delivered") != delivered {
		t.Error("withdrawing was told as a delivery")
	}
	d.withdraw(t, "1").Refused(t, 409, "This revision is closed")
	if all := d.revisions(t, d.kim); len(all) != 1 || all[0].ClosedAt == nil {
		t.Errorf("the revisions are %+v", all)
	}
	d.ask(t, "After all").Granted(t, 201, &asked)
	if all := d.revisions(t, d.kim); asked.Number != 2 || len(all) != 2 || all[0].Number != 2 {
		t.Errorf("the revisions are %+v", all)
	}
}

func TestARevisionMayBeRequestedUntilItsWindowCloses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words    int
		days     int
		accepted string
	}{{6000, 2, ""}, {6001, 3, domain.AlreadyAccepted}} {
		until := start.Add(time.Duration(c.days) * 24 * time.Hour)
		for _, late := range []bool{false, true} {
			d := newRevisionDesk(t)
			assignment := d.stored(t)
			assignment.Set(store.Words, c.words)
			d.MustSave(t, assignment)
			clock.Set(d, until)
			if !late {
				var asked revision
				d.ask(t, "More sources").Granted(t, 201, &asked)
				if want := domain.FormatTime(until.Add(until.Sub(start))); asked.DueAt != want {
					t.Errorf("%d words: due at %s, want %s", c.words, asked.DueAt, want)
				}
				continue
			}
			clock.Advance(d, time.Millisecond)
			sentence := "The revision window has closed"
			if c.accepted != "" {
				sentence = c.accepted // both windows have closed
			}
			d.ask(t, "More sources").Refused(t, 409, sentence)
		}
	}
}

func TestWhoMayAskForARevision(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	body := map[string]string{"reason": "More sources"}
	for token, status := range map[string]int{d.nia.Token: 404, d.otto.Token: 404, d.kim.Token: 403, d.admin.Token: 403, "": 401} {
		if got := d.Call(t, "POST", d.path+"/revisions", token, body); got.Status != status {
			t.Errorf("got %d %s, want %d", got.Status, got.Body, status)
		}
	}
	d.patch(t, map[string]any{"status": "in_progress"})
	d.ask(t, "More sources").Refused(t, 409, "Nothing has been delivered yet")
	d.patch(t, map[string]any{"status": "completed"})
	d.Call(t, "POST", d.path+"/accept", d.robin.Token, nil).Granted(t, 200, nil)
	d.ask(t, "More sources").Refused(t, 409, "This assignment is already accepted")
	d.Call(t, "POST", d.path+"/accept", d.robin.Token, nil).Refused(t, 409, "This assignment is already accepted")
}

func TestARevisionIsClosedWheneverWorkLeavesIt(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*testing.T, *revisionDesk){
		"by hand": func(t *testing.T, d *revisionDesk) { d.patch(t, map[string]any{"status": "graded"}) },
		"cancelled": func(t *testing.T, d *revisionDesk) {
			d.Call(t, "POST", d.path+"/cancel", d.admin.Token, map[string]string{"reason": "Enough"})
		},
		"in console": func(t *testing.T, d *revisionDesk) {
			a := d.stored(t)
			a.Set(store.Status, "completed")
			d.MustSave(t, a)
		},
	} {
		d := newRevisionDesk(t)
		d.ask(t, "More sources").Granted(t, 201, nil)
		clock.Advance(d, time.Hour)
		leave(t, d)
		all := d.revisions(t, d.admin)
		if len(all) != 1 || all[0].ClosedAt == nil || *all[0].ClosedAt != "2027-03-01T11:00:00.000Z" || d.stored(t).GetInt(store.OpenRevision) != 0 {
			t.Errorf("%s: %+v", name, all)
		}
	}
	// A status that is set by hand is no request.
	d := newRevisionDesk(t)
	d.patch(t, map[string]any{"status": "revision"})
	if all := d.revisions(t, d.admin); len(all) != 0 || d.told(t, d.kim, "Revision requested") != 0 {
		t.Errorf("setting the status opened %+v", all)
	}
}

func TestTheConsoleChangesNoRevisions(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	operator := d.Superuser(t)
	var asked revision
	d.ask(t, "More sources").Granted(t, 201, &asked)
	address := "/api/collections/revision_requests/records"
	for method, path := range map[string]string{"POST": address, "PATCH": address + "/" + asked.ID, "DELETE": address + "/" + asked.ID} {
		body := map[string]any{"assignment": d.id, "number": 7, "dueAt": "2031-01-01"}
		if got := d.Call(t, method, path, operator, body); got.Status != 409 {
			t.Errorf("%s: got %d %s", method, got.Status, got.Body)
		}
	}
}

func TestWithdrawingAndDeliveringAtOnce(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	for range 15 {
		var asked revision
		d.ask(t, "More sources").Granted(t, 201, &asked)
		var racing sync.WaitGroup
		racing.Go(func() {
			if got := d.withdraw(t, strconv.Itoa(asked.Number)); got.Status != 200 {
				got.Refused(t, 409, "This revision is closed")
			}
		})
		racing.Go(func() { d.patch(t, map[string]any{"status": "completed"}) })
		racing.Wait()
		got := d.stored(t)
		open, err := store.FindOpenRevisions(d, d.id)
		if err != nil || len(open) > 0 || got.GetInt(store.OpenRevision) != 0 || got.GetString(store.Status) != "completed" {
			t.Fatalf("%d are open, %v, and the assignment is %v", len(open), err, got.PublicExport())
		}
	}
}

func TestARequestThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	d.OnRecordCreateExecute(store.Notices).BindFunc(func(*core.RecordEvent) error { return errors.New("the disk is full") })
	if got := d.ask(t, "Write to robin@example.com"); got.Status != 500 {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	for _, collection := range []string{store.Revisions, store.Texts} {
		if count, err := d.CountRecords(collection); err != nil || count > 0 {
			t.Errorf("%s has %d rows, %v", collection, count, err)
		}
	}
	if status := d.stored(t).GetString(store.Status); status != "completed" {
		t.Errorf("the status is %s", status)
	}
}

func TestPeopleAreRemindedOnceBeforeTheClocksRunOut(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	run := func() {
		t.Helper()
		d.RunJob(t, "tellWhatRevisionsAreDueSoon")
		d.RunJob(t, "tellWhatAcceptsItselfSoon")
		d.RunJob(t, "acceptWork")
	}
	run()
	clock.Set(d, start.Add(48*time.Hour-time.Millisecond))
	run()
	if d.told(t, d.robin, "Accepted soon") != 0 {
		t.Error("the student was told too early")
	}
	clock.Set(d, start.Add(48*time.Hour))
	run()
	run()
	if count := d.told(t, d.robin, "Accepted soon"); count != 1 {
		t.Errorf("the student was told %d times before", count)
	}
	d.ask(t, "More sources").Granted(t, 201, nil)
	clock.Set(d, start.Add(72*time.Hour-time.Millisecond))
	run()
	if d.told(t, d.kim, "Revision due soon") != 0 {
		t.Error("the tutor was told too early")
	}
	clock.Set(d, start.Add(72*time.Hour))
	run()
	run()
	if count := d.told(t, d.kim, "Revision due soon"); count != 1 {
		t.Errorf("the tutor was told %d times", count)
	}
	d.withdraw(t, "1").Granted(t, 200, nil)
	clock.Advance(d, time.Millisecond)
	run()
	if d.told(t, d.robin, "Accepted") != 1 || d.told(t, d.kim, "Accepted") != 1 || d.told(t, d.robin, "Accepted soon") != 1 {
		t.Error("the people were not told that the work has accepted itself")
	}
}

func TestAcceptingTellsTheTutorAlone(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	var got struct{ Stage, AcceptedAt string }
	d.Call(t, "POST", d.path+"/accept", d.robin.Token, nil).Granted(t, 200, &got)
	if got.Stage != "accepted" || got.AcceptedAt != "2027-03-01T10:00:00.000Z" {
		t.Errorf("accepted: %+v", got)
	}
	if d.told(t, d.kim, "Accepted") != 1 || d.told(t, d.robin, "Accepted") != 0 {
		t.Error("the wrong people were told")
	}
}

func TestTheHistoryTellsOfRevisions(t *testing.T) {
	t.Parallel()
	d := newRevisionDesk(t)
	d.ask(t, "More sources").Granted(t, 201, nil)
	d.withdraw(t, "1").Granted(t, 200, nil)
	for _, kind := range []string{"revision.requested", "revision.withdrawn"} {
		if count, err := d.CountRecords(store.Activities, dbx.HashExp{store.Kind: kind, store.Assignment: d.id}); err != nil || count != 1 {
			t.Errorf("%s: %d entries, %v", kind, count, err)
		}
	}
}
