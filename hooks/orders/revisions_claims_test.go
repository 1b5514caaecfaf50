package orders_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// revisionsDue returns how many revisions stand on the desk's board, and how many things are overdue there.
func (d *revisionDesk) revisionsDue(t *testing.T) (due, overdue int) {
	t.Helper()
	var counts map[string]int
	d.Call(t, "GET", "/api/desk/board/counts", d.admin.Token, nil).Granted(t, 200, &counts)
	return counts["revision_due"], counts["overdue"]
}

func TestTheDeadlineOfARevisionWaitsForEveryClaim(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		opener func(*revisionDesk) testkit.Person
		end    func(*testing.T, *revisionDesk, string)
	}{
		"a student's, withdrawn": {
			func(d *revisionDesk) testkit.Person { return d.robin },
			func(t *testing.T, d *revisionDesk, id string) {
				d.Call(t, "POST", "/api/claims/"+id+"/withdraw", d.robin.Token, nil).Granted(t, 200, nil)
			},
		},
		"a tutor's, declined": {
			func(d *revisionDesk) testkit.Person { return d.kim },
			func(t *testing.T, d *revisionDesk, id string) {
				d.Call(t, "PATCH", "/api/claims/"+id, d.admin.Token, map[string]any{"decision": "decline", "outcome": "The brief asks for it"}).Granted(t, 200, nil)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newRevisionDesk(t)
			d.ask(t, "Add a chapter").Granted(t, 201, nil)
			clock.Advance(d, 12*time.Hour)
			var claim struct {
				ID string `json:"_id"`
			}
			d.Call(t, "POST", d.path+"/claims", c.opener(d).Token, map[string]any{"kind": "dispute", "reason": "It cannot be done"}).Granted(t, 201, &claim)
			if due, _ := d.revisionsDue(t); due != 0 {
				t.Error("the revision is on the board though nothing can be delivered")
			}
			// Less than a day before the revision would be due, and then long after.
			for _, after := range []time.Duration{30 * time.Hour, 60 * time.Hour} {
				clock.Set(d, start.Add(after))
				d.RunJob(t, "tellWhatRevisionsAreDueSoon")
			}
			if told := d.told(t, d.kim, "Revision due soon"); told != 0 {
				t.Error("the tutor was told that the revision is due")
			}
			if due, overdue := d.revisionsDue(t); due != 0 || overdue != 0 {
				t.Errorf("%d revisions and %d overdue things are on the board", due, overdue)
			}
			c.end(t, d, claim.ID)
			closing := start.Add(4 * day)
			if got := d.revisions(t, d.kim)[0].DueAt; got != domain.FormatTime(closing) {
				t.Errorf("the revision is due at %s, want %s", got, domain.FormatTime(closing))
			}
			if due, overdue := d.revisionsDue(t); due != 1 || overdue != 0 {
				t.Errorf("afterwards %d revisions and %d overdue things are on the board", due, overdue)
			}
			clock.Set(d, closing.Add(-day))
			d.RunJob(t, "tellWhatRevisionsAreDueSoon")
			if told := d.told(t, d.kim, "Revision due soon"); told != 1 {
				t.Errorf("the tutor was told %d times that the revision is due soon", told)
			}
		})
	}
}

func TestNoRevisionReminderIsSentWhileAClaimIsOpen(t *testing.T) {
	t.Parallel()
	for name, isClaimed := range map[string]bool{"sent": false, "skipped": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newRevisionDesk(t)
			d.ask(t, "Add a chapter").Granted(t, 201, nil)
			clock.Advance(d, 30*time.Hour)
			d.RunJob(t, "tellWhatRevisionsAreDueSoon")
			if isClaimed {
				d.Call(t, "POST", d.path+"/claims", d.kim.Token, map[string]any{"kind": "dispute", "reason": "It cannot be done"}).Granted(t, 201, nil)
			}
			d.UseMailbox(t)
			d.RunJob(t, "sendMails")
			mail, err := d.FindFirstRecordByData("outbox", "kind", "work.revision_due")
			if err != nil {
				t.Fatal(err)
			}
			if got := mail.GetString("status"); got != name {
				t.Errorf("the email is %s: %s", got, mail.GetString("error"))
			}
		})
	}
}
