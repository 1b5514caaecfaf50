package money_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// tables are those that an action on a claim writes to.
var tables = []string{
	store.Assignments, store.Claims, store.Payments, store.Invoices, store.Activities, store.Notices, store.Outbox, "tallies", "revisions",
}

// dump returns everything that is stored in the tables.
func (d desk) dump(t *testing.T) (rows string) {
	t.Helper()
	for _, table := range tables {
		columns, err := d.TableColumns(table)
		if err != nil {
			t.Fatal(err)
		}
		all := ""
		for i, column := range columns {
			if i > 0 {
				all += ", "
			}
			all += "[[" + column + "]]"
		}
		var found []string
		if err := d.DB().NewQuery("SELECT json_array(" + all + ") AS line FROM {{" + table + "}} ORDER BY line").Column(&found); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		rows += fmt.Sprintf("%s: %q\n", table, found)
	}
	return rows
}

// stopAfter stops the program after it has executed a number of statements in
// transactions. It returns a function that lets it run again and reports how many it has
// executed.
func (d desk) stopAfter(limit int) (resume func() (executed int)) {
	db, executed := d.NonconcurrentDB().(*dbx.DB), 0
	db.ExecLogFunc = func(context.Context, time.Duration, string, sql.Result, error) {
		if executed++; executed == limit {
			panic("stopped")
		}
	}
	return func() int {
		db.ExecLogFunc = nil
		return executed
	}
}

// step is one action on a claim. before prepares an order and returns the claim on it, and
// run takes the action.
type step struct {
	name   string
	before func(t *testing.T, d desk, order string) (claim string)
	run    func(t *testing.T, d desk, order, claim string) testkit.Answer
	status int
	writes []string // the statements that it executes at least
}

var steps = []step{
	{
		name:   "open",
		before: func(*testing.T, desk, string) string { return "" },
		run: func(t *testing.T, d desk, order, _ string) testkit.Answer {
			return d.open(t, d.student, order, map[string]any{"kind": "refund", "reason": "Off topic"})
		},
		status: 201,
		writes: []string{"INSERT ON claims", "UPDATE ON assignments", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"},
	},
	{
		name:   "approve",
		before: func(t *testing.T, d desk, order string) string { return d.opened(t, d.student, order, "refund").ID },
		run:    func(t *testing.T, d desk, _, claim string) testkit.Answer { return d.decide(t, claim, approval(60)) },
		status: 200,
		writes: []string{"UPDATE ON claims", "UPDATE ON assignments", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"},
	},
	{
		name:   "decline",
		before: func(t *testing.T, d desk, order string) string { return d.opened(t, d.tutor, order, "dispute").ID },
		run:    func(t *testing.T, d desk, _, claim string) testkit.Answer { return d.decide(t, claim, refusal) },
		status: 200,
		writes: []string{"UPDATE ON claims", "UPDATE ON assignments", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"},
	},
	{
		name:   "withdraw",
		before: func(t *testing.T, d desk, order string) string { return d.opened(t, d.student, order, "refund").ID },
		run:    func(t *testing.T, d desk, _, claim string) testkit.Answer { return d.withdraw(t, d.student, claim) },
		status: 200,
		writes: []string{"UPDATE ON claims", "UPDATE ON assignments", "INSERT ON activities"},
	},
	{
		name:   "pay",
		before: func(t *testing.T, d desk, order string) string { return d.approved(t, order, 60).ID },
		run:    func(t *testing.T, d desk, _, claim string) testkit.Answer { return d.pay(t, claim, "RT 1") },
		status: 200,
		writes: []string{"INSERT ON payments", "UPDATE ON claims", "UPDATE ON assignments", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"},
	},
}

func TestAnInterruptedActionLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			claim := s.before(t, d, d.order)
			before := d.dump(t)
			unchanged := func(answer testkit.Answer, when string) {
				t.Helper()
				if answer.Status != http.StatusInternalServerError {
					t.Errorf("%s: got %d %s", when, answer.Status, answer.Body)
				}
				if d.dump(t) != before {
					t.Fatalf("%s: something was written", when)
				}
			}
			execute := func(query string) {
				t.Helper()
				if _, err := d.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
					t.Fatal(err)
				}
			}
			for _, statement := range s.writes {
				execute("CREATE TRIGGER fault BEFORE " + statement + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
				answer := s.run(t, d, d.order, claim)
				execute("DROP TRIGGER fault")
				unchanged(answer, statement+" failed")
			}
			for limit := 1; ; limit++ {
				resume := d.stopAfter(limit)
				answer := s.run(t, d, d.order, claim)
				if executed := resume(); executed < limit {
					answer.Granted(t, s.status, nil)
					if limit < len(s.writes) {
						t.Errorf("it took %d statements", executed)
					}
					break
				}
				unchanged(answer, fmt.Sprintf("stopped after statement %d", limit))
			}
			d.agrees(t, d.order)
			if answer := s.run(t, d, d.order, claim); answer.Status != http.StatusConflict {
				t.Errorf("a repetition got %d %s", answer.Status, answer.Body)
			}
			d.agrees(t, d.order)
		})
	}
}
