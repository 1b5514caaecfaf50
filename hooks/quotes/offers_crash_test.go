package quotes_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// newOffer returns the link of a new offer for an address.
func (d desk) newOffer(t *testing.T, email string) raced {
	t.Helper()
	form := testkit.NewQuote()
	form["email"] = email
	var asked struct {
		ID string `json:"_id"`
	}
	d.Call(t, "POST", "/api/quotes", "", form).Granted(t, 201, &asked)
	d.quote = asked.ID
	d.price(t, 120.5)
	return raced{asked.ID, d.token(t), email}
}

// stopAfter stops the program after it has executed a number of statements in
// transactions. It returns a function that lets it run again and reports how many it
// has executed.
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

// isComplete checks that everything that comes with an acceptance has been written.
func (d desk) isComplete(t *testing.T, r raced) {
	t.Helper()
	d.isWhole(t, r, true)
	account, err := store.FindUserByEmail(d, r.email)
	if err != nil {
		t.Fatal(err)
	}
	order, err := d.FindFirstRecordByData(store.Assignments, store.Quote, r.quote)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		table string
		where dbx.HashExp
	}{
		{store.Offers, dbx.HashExp{store.Quote: r.quote, store.Status: domain.OfferAccepted}},
		{store.Activities, dbx.HashExp{store.Assignment: order.Id}},
		{store.Activities, dbx.HashExp{store.Quote: r.quote, "kind": "quote.updated"}},
		{store.Notices, dbx.HashExp{store.UserField: account.Id}},
		{store.Outbox, dbx.HashExp{store.UserField: account.Id}},
		{store.Notices, dbx.HashExp{store.UserField: d.admin.Id, store.Assignment: order.Id}},
	} {
		if count, err := d.CountRecords(part.table, part.where); err != nil || count == 0 {
			t.Errorf("%s of %s: %d of %v, %v", part.table, r.email, count, part.where, err)
		}
	}
}

func TestAnAcceptanceThatIsStoppedLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	steps := 0
	for isDone := false; !isDone; steps++ {
		r := d.newOffer(t, fmt.Sprintf("asker%d@example.com", steps))
		before := dump(t, d)
		resume := d.stopAfter(steps + 1)
		answer := d.accepting(t, r)()
		if executed := resume(); executed <= steps {
			isDone = true
			answer.Granted(t, 201, nil)
		} else {
			if answer.Status != http.StatusInternalServerError {
				t.Errorf("stopped at step %d: got %d %s", steps+1, answer.Status, answer.Body)
			}
			if dump(t, d) != before {
				t.Errorf("stopped at step %d: something was written", steps+1)
			}
			d.accepting(t, r)().Granted(t, 201, nil)
		}
		d.isComplete(t, r)
		d.accepting(t, r)().Refused(t, 409, "This offer has already been accepted")
	}
	if steps < 10 {
		t.Errorf("an acceptance took %d steps", steps)
	}
	d.numbersHaveNoGaps(t, store.Invoices)
}

func TestAnAcceptanceOfWhichAnyPartFailsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	execute := func(query string) {
		t.Helper()
		if _, err := d.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for i, statement := range []string{
		"INSERT ON users", "INSERT ON assignments", "INSERT ON invoices", "UPDATE ON offers", "UPDATE ON quotes",
		"INSERT ON activities", "INSERT ON notices", "INSERT ON outbox",
	} {
		r := d.newOffer(t, fmt.Sprintf("asker%d@example.com", i))
		before := dump(t, d)
		execute("CREATE TRIGGER fault BEFORE " + statement + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
		answer := d.accepting(t, r)()
		execute("DROP TRIGGER fault")
		if answer.Status != http.StatusInternalServerError {
			t.Errorf("%s failed: got %d %s", statement, answer.Status, answer.Body)
		}
		if dump(t, d) != before {
			t.Errorf("%s failed: something was written", statement)
		}
		d.accepting(t, r)().Granted(t, 201, nil)
		d.isComplete(t, r)
	}
	d.numbersHaveNoGaps(t, store.Invoices)
}
