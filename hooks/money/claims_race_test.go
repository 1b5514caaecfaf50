package money_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/testkit"
)

// A race is run claimRounds times, or only fewClaimRounds times once both sides have won.
const (
	claimRounds    = 100
	fewClaimRounds = 20
)

// copies returns as many finished orders as there are rounds, each with a payment.
func (d desk) copies(t *testing.T) []string {
	t.Helper()
	chance.Long(t)
	references, numbers := make([]string, claimRounds), make([]string, claimRounds)
	for i := range claimRounds {
		references[i], numbers[i] = fmt.Sprintf("A-RACE%d", i), fmt.Sprintf("REC-2026-%04d", i+2)
	}
	orders := d.CopyRows(t, store.Assignments, d.order, claimRounds, dbx.Params{store.Reference: references})
	payment, err := d.FindFirstRecordByData(store.Payments, store.Assignment, d.order)
	if err != nil {
		t.Fatal(err)
	}
	d.CopyRows(t, store.Payments, payment.Id, claimRounds, dbx.Params{store.Assignment: orders, store.Number: numbers, store.Reference: "TX 1"})
	return orders
}

// race runs two calls at the same time. Each is held up a little, so that sometimes the one
// wins and sometimes the other.
func (d desk) race(t *testing.T, calls ...func() testkit.Answer) []testkit.Answer {
	answers, start := make([]testkit.Answer, len(calls)), make(chan struct{})
	var running sync.WaitGroup
	for i, call := range calls {
		delay := rand.IntN(4)
		running.Go(func() {
			<-start
			for range delay {
				d.Call(t, "GET", "/api/services", "", nil)
			}
			answers[i] = call()
		})
	}
	close(start)
	running.Wait()
	return answers
}

// oneWins checks that exactly one of two calls has succeeded, and which refusal the other
// got. It returns which one won.
func oneWins(t *testing.T, answers []testkit.Answer, refusals ...string) (winner int) {
	t.Helper()
	winner = slices.IndexFunc(answers, func(a testkit.Answer) bool { return a.Status < 300 })
	if winner < 0 {
		t.Fatalf("both failed: %s and %s", answers[0].Body, answers[1].Body)
	}
	answers[1-winner].Refused(t, 409, refusals[1-winner])
	return winner
}

// bothHaveWon reports whether both outcomes have been seen, so that enough has raced.
func bothHaveWon(wins [2]int) bool { return wins[0] > 0 && wins[1] > 0 }

// bothWon says in the output if only one outcome was seen: that depends on the machine.
func bothWon(t *testing.T, wins [2]int) {
	t.Helper()
	if !bothHaveWon(wins) {
		chance.NotRaced(t, wins[0]+wins[1])
	}
}

func TestOfTwoClaimsOneIsOpened(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var wins [2]int
	for i, order := range d.copies(t) {
		if i >= fewClaimRounds && bothHaveWon(wins) {
			break
		}
		answers := d.race(t,
			func() testkit.Answer {
				return d.open(t, d.student, order, map[string]any{"kind": "refund", "reason": "Off topic"})
			},
			func() testkit.Answer {
				return d.open(t, d.tutor, order, map[string]any{"kind": "dispute", "reason": "No"})
			},
		)
		wins[oneWins(t, answers, "A claim is already open", "A claim is already open")]++
		d.agrees(t, order)
	}
	bothWon(t, wins)
}

func TestAClaimIsDecidedOrWithdrawn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var wins [2]int
	for i, order := range d.copies(t) {
		if i >= fewClaimRounds && bothHaveWon(wins) {
			break
		}
		c := d.opened(t, d.student, order, "refund")
		answers := d.race(t,
			func() testkit.Answer { return d.decide(t, c.ID, approval(60)) },
			func() testkit.Answer { return d.withdraw(t, d.student, c.ID) },
		)
		winner := oneWins(t, answers, "This claim has been decided", "This claim has been decided")
		wins[winner]++
		d.agrees(t, order)
		if refund := d.stored(t, order).GetInt(store.RefundCents); refund != []int{6000, 0}[winner] {
			t.Errorf("%d cents are to be returned", refund)
		}
	}
	bothWon(t, wins)
}

func TestARefundIsPaidOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var wins [2]int
	for i, order := range d.copies(t) {
		if i >= fewClaimRounds && bothHaveWon(wins) {
			break
		}
		c := d.approved(t, order, 60)
		answers := d.race(t,
			func() testkit.Answer { return d.pay(t, c.ID, "RT 1") },
			func() testkit.Answer { return d.pay(t, c.ID, "RT 2") },
		)
		wins[oneWins(t, answers, "This refund has been paid", "This refund has been paid")]++
		d.agrees(t, order)
	}
	bothWon(t, wins)
}

func TestWorkIsCancelledOrClaimed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var wins [2]int
	for i, order := range d.copies(t) {
		if i >= fewClaimRounds && bothHaveWon(wins) {
			break
		}
		answers := d.race(t,
			func() testkit.Answer {
				return d.open(t, d.student, order, map[string]any{"kind": "refund", "reason": "Off topic"})
			},
			func() testkit.Answer {
				return d.Call(t, "POST", "/api/assignments/"+order+"/cancel", d.admin.Token, map[string]any{"reason": "Asked for twice"})
			},
		)
		wins[oneWins(t, answers, "This assignment was cancelled", "A claim is open on this assignment")]++
		d.agrees(t, order)
	}
	bothWon(t, wins)
}

// A claim can be opened before and after what it holds up, but never beside it.
func TestAnOpenClaimHoldsUpWhatComesAfterIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status    string
		headStart int // at most so many calls: a delivery takes longer than others
		call      func(t *testing.T, d desk, order string) testkit.Answer
	}{
		"a delivery": {"revision", 400, func(t *testing.T, d desk, order string) testkit.Answer { return d.deliver(t, order) }},
		"an acceptance": {"completed", 4, func(t *testing.T, d desk, order string) testkit.Answer {
			return d.Call(t, "POST", "/api/assignments/"+order+"/accept", d.student.Token, nil)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.set(t, d.order, map[string]any{"status": c.status})
			var wins [2]int
			for i, order := range d.copies(t) {
				if i >= fewClaimRounds && bothHaveWon(wins) {
					break
				}
				answers := d.race(t,
					func() testkit.Answer {
						for range rand.IntN(c.headStart) {
							d.Call(t, "GET", "/api/services", "", nil)
						}
						return d.open(t, d.tutor, order, map[string]any{"kind": "dispute", "reason": "No"})
					},
					func() testkit.Answer { return c.call(t, d, order) },
				)
				answers[0].Granted(t, 201, nil)
				record := d.stored(t, order)
				hasMoved := record.GetInt(store.LastVersion) > 0 || record.GetString(store.AcceptedAt) != ""
				if answers[1].Status >= 300 {
					wins[0]++
					answers[1].Refused(t, 409, "A claim is open on this assignment")
				} else {
					wins[1]++
				}
				if hasMoved != (answers[1].Status < 300) {
					t.Errorf("it got %d, and the order is %v", answers[1].Status, record.PublicExport())
				}
				d.agrees(t, order)
			}
			bothWon(t, wins)
		})
	}
}
