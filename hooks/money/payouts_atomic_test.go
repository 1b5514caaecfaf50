package money_test

import (
	"fmt"
	"sync"
	"testing"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// stored returns how many rows there are in what a payout writes to.
func (d payoutDesk) stored(t *testing.T) (rows string) {
	t.Helper()
	for _, table := range []string{store.Payouts, store.Ledger, store.Activities, store.Notices, store.Outbox} {
		count := 0
		if err := d.DB().NewQuery("SELECT count(*) FROM {{" + table + "}}").Row(&count); err != nil {
			t.Fatal(err)
		}
		rows += fmt.Sprint(table, " ", count, "; ")
	}
	return rows
}

func TestAPayoutIsRecordedCompletelyOrNotAtAll(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	d.adjust(t, d.sol, 6)
	before := d.stored(t)
	execute := func(query string) {
		t.Helper()
		if _, err := d.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, write := range []string{"INSERT ON payouts", "INSERT ON ledger", "UPDATE ON ledger_head", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"} {
		execute("CREATE TRIGGER fault BEFORE " + write + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
		answer := d.run(t, "PO 1")
		execute("DROP TRIGGER fault")
		if answer.Status != 500 {
			t.Errorf("%s failed: got %d %s", write, answer.Status, answer.Body)
		}
		if after := d.stored(t); after != before {
			t.Errorf("%s failed: stored %s, want %s", write, after, before)
		}
	}
	d.expectPaid(t, "PAY-2031-0001 11: Kim Marsh 5 in 1, Sol Reed 6 in 1", "PO 1")
}

func TestTwoPayoutsAtOncePayEachTutorOnce(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	for round := range 40 {
		d.adjust(t, d.kim, float64(5+round))
		d.adjust(t, d.sol, float64(6+round))
		answers := make([]testkit.Answer, 2)
		var running sync.WaitGroup
		for i := range answers {
			tutors := []string{d.kim.Id}
			if i == 1 {
				tutors = nil
			}
			running.Go(func() { answers[i] = d.run(t, fmt.Sprint("PO ", round, " ", i), tutors...) })
		}
		running.Wait()
		var paid [2]payout
		for i, answer := range answers {
			if answer.Status == 201 {
				answer.Granted(t, 201, &paid[i])
				continue
			}
			answer.Refused(t, 409, "There is nothing to pay out")
		}
		if total := paid[0].Total + paid[1].Total; total != float64(11+2*round) {
			t.Fatalf("paid %v and %v", paid[0], paid[1])
		}
	}
	d.expectSums(t, d.kim, "980 0 0 0 980")
}

func TestNoMoreIsPaidThanWasReviewed(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	d.adjust(t, d.sol, 6.1)
	pay := func(reference string, expected any, tutors ...string) testkit.Answer {
		body := map[string]any{"tutors": tutors, "all": len(tutors) == 0, "method": "Cash", "reference": reference, "expected": expected}
		return d.Call(t, "POST", "/api/payouts", d.admin.Token, body)
	}
	before := d.stored(t)
	for _, expected := range []float64{0, -11.1, 5, 11.09, 11.11, 1e300} {
		pay("PO 1", expected).Refused(t, 409, "What is payable has changed. Please review it again")
	}
	if after := d.stored(t); after != before {
		t.Errorf("a refused payout stored %s, before it was %s", after, before)
	}
	pay("PO 1", 5, d.kim.Id).Granted(t, 201, nil)
	// Sent again, it was recorded, whatever is payable by then.
	pay("po 1", 5, d.kim.Id).Refused(t, 409, "This payout has already been recorded")
	pay("PO 2", 5, d.kim.Id).Refused(t, 409, "There is nothing to pay out")
	pay("PO 2", 6.1).Granted(t, 201, nil)
}
