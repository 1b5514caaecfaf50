package money_test

import (
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// titles returns the titles of the notices about claims that somebody has got, oldest first.
func (d desk) titles(t *testing.T, reader testkit.Person) (titles []string) {
	t.Helper()
	var notices []struct{ Kind, Title, Body, Link string }
	d.Call(t, "GET", "/api/notices", reader.Token, nil).Granted(t, 200, &notices)
	slices.Reverse(notices)
	for _, notice := range notices {
		switch notice.Kind {
		case "claim.refund", "work.refund", "refund.approved", "refund.declined", "refund.paid", "claim.dispute", "assignment.dispute", "dispute.decided", "refund.withdrawn", "dispute.withdrawn":
			titles = append(titles, notice.Title)
			if notice.Link != "/assignments/"+d.order || notice.Body == "" {
				t.Errorf("the notice is %+v", notice)
			}
		}
	}
	return titles
}

func (d desk) told(t *testing.T, reader testkit.Person, want ...string) {
	t.Helper()
	for i := range want {
		want[i] += ": Essay on tides"
	}
	if got := d.titles(t, reader); !slices.Equal(got, want) {
		t.Errorf("%s was told\n%q, want\n%q", reader.GetString("name"), got, want)
	}
}

func TestEverybodyConcernedIsToldOfARefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.student, d.order, "refund")
	d.decide(t, c.ID, refusal).Granted(t, 200, nil)
	c = d.approved(t, d.order, 10)
	d.pay(t, c.ID, "RT 1").Granted(t, 200, nil)
	c = d.opened(t, d.student, d.order, "refund")
	d.withdraw(t, d.student, c.ID).Granted(t, 200, nil)
	d.told(t, d.admin, "Refund requested", "Refund requested", "Refund requested", "Refund request withdrawn")
	d.told(t, d.student, "Refund declined", "Refund approved", "Refund paid")
	d.told(t, d.tutor, "Refund requested", "Refund declined", "Refund requested", "Refund approved", "Refund requested", "Refund request withdrawn")
}

func TestAWithdrawnDisputeCausesNoticesButNoEmail(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.withdraw(t, d.tutor, d.opened(t, d.tutor, d.order, "dispute").ID).Granted(t, 200, nil)
	d.told(t, d.admin, "Dispute opened", "Dispute withdrawn")
	d.told(t, d.student, "Dispute opened", "Dispute withdrawn")
	d.told(t, d.tutor)
	d.withdraw(t, d.student, d.opened(t, d.student, d.order, "dispute").ID).Granted(t, 200, nil)
	d.told(t, d.student, "Dispute opened", "Dispute withdrawn")
	d.told(t, d.tutor, "Dispute opened", "Dispute withdrawn")
	mails, err := d.FindAllRecords(store.Outbox, dbx.HashExp{store.Kind: "dispute.withdrawn"})
	if err != nil || len(mails) > 0 {
		t.Errorf("%d emails tell of it (%v)", len(mails), err)
	}
}

func TestEverybodyConcernedIsToldOfADispute(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.tutor, d.order, "dispute")
	d.decide(t, c.ID, refusal).Granted(t, 200, nil)
	c = d.opened(t, d.student, d.order, "dispute")
	d.decide(t, c.ID, approval(10)).Granted(t, 200, nil)
	d.pay(t, c.ID, "RT 1").Granted(t, 200, nil)
	d.told(t, d.admin, "Dispute opened", "Dispute opened")
	d.told(t, d.student, "Dispute opened", "Dispute decided", "Dispute decided", "Refund paid")
	d.told(t, d.tutor, "Dispute decided", "Dispute opened", "Dispute decided")
}

func TestTheRefundOfACancelledOrderIsToldOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "POST", "/api/assignments/"+d.order+"/cancel", d.admin.Token, map[string]any{"reason": "Asked for twice"}).Granted(t, 200, nil)
	d.told(t, d.student)
	d.told(t, d.tutor)
	var list []claim
	d.Call(t, "GET", "/api/claims", d.admin.Token, nil).Granted(t, 200, &list)
	d.pay(t, list[0].ID, "RT 1").Granted(t, 200, nil)
	d.told(t, d.student, "Refund paid")
	d.told(t, d.tutor)
}

func TestANewClaimIsMailedOnlyWhileItIsOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settle func(*testing.T, desk, string)
		status string
	}{
		"it is open":       {func(*testing.T, desk, string) {}, "sent"},
		"it was withdrawn": {func(t *testing.T, d desk, id string) { d.withdraw(t, d.tutor, id).Granted(t, 200, nil) }, "skipped"},
		"it was decided":   {func(t *testing.T, d desk, id string) { d.decide(t, id, refusal).Granted(t, 200, nil) }, "skipped"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			c.settle(t, d, d.opened(t, d.tutor, d.order, "dispute").ID)
			d.UseMailbox(t)
			clock.Advance(d, 11*time.Minute) // mails to the desk gather
			d.RunJob(t, "sendMails")
			for _, kind := range []string{"claim.dispute", "assignment.dispute"} {
				mail, err := d.FindFirstRecordByData(store.Outbox, store.Kind, kind)
				if err != nil {
					t.Fatal(kind, err)
				}
				if got := mail.GetString(store.Status); got != c.status {
					t.Errorf("%s is %s, want %s: %s", kind, got, c.status, mail.GetString("error"))
				}
			}
		})
	}
}
