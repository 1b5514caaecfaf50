package money_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// stored returns the whole ledger as text.
func (d ledgerDesk) stored(t *testing.T) (ledger string) {
	t.Helper()
	err := d.DB().NewQuery(`SELECT json_group_array(json_array(number, at, kind, assignment, tutor, claim, payout, actor, memo, memoHash, cash, customer, desk, tutors, hash))
		|| (SELECT number || hash FROM ledger_head) FROM ledger`).Row(&ledger)
	if err != nil {
		t.Fatal(err)
	}
	return ledger
}

func TestNobodyChangesOrDeletesAnEntry(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id, "status": "completed"})
	d.pay(t, id, 100)
	d.adjust(t, d.kim.Id, "Bonus", 5).Granted(t, 201, nil)
	before, operator := d.stored(t), d.Superuser(t)
	body := map[string]any{"memo": "", "cash": 1, "number": 1, "name": "ledger", "type": "base"}
	for _, token := range []string{operator, d.admin.Token, d.kim.Token, ""} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			for _, path := range []string{
				"/api/collections/ledger", "/api/collections/ledger/truncate", "/api/collections/ledger/records", "/api/collections/ledger/records/1",
				"/api/collections/ledger_head/records/1", "/api/collections/ledger_accepted/records", "/api/ledger/1", "/api/ledger/adjustments/1", "/api/ledger/export.csv/1",
			} {
				if answer := d.Call(t, method, path, token, body); answer.Status < 400 {
					t.Errorf("%s %s got %d %s", method, path, answer.Status, answer.Body)
				}
			}
		}
	}
	for _, name := range []string{"ledger", "ledger_head", "ledger_accepted"} {
		collection := map[string]any{"name": name, "type": "base", "fields": []any{map[string]any{"name": "memo", "type": "text"}}}
		if answer := d.Call(t, "POST", "/api/collections", operator, collection); answer.Status != 400 {
			t.Errorf("creating the collection %s got %d %s", name, answer.Status, answer.Body)
		}
		d.Call(t, "PUT", "/api/collections/import", operator, map[string]any{"collections": []any{collection}})
	}
	for _, statement := range []string{"UPDATE ledger SET cash = 1", "DELETE FROM ledger", "REPLACE INTO ledger SELECT * FROM ledger WHERE number = 1"} {
		d.Call(t, "POST", "/api/sql", operator, map[string]any{"query": statement})
	}
	for _, name := range []string{store.Payments, store.Claims, store.Assignments} {
		for _, method := range []string{"DELETE /truncate", "DELETE "} {
			d.Call(t, "DELETE", "/api/collections/"+name+method[len("DELETE "):], operator, nil)
		}
	}
	if after := d.stored(t); after != before {
		t.Errorf("the ledger was\n%s\nand is\n%s", before, after)
	}
}

func TestAChangeThatFailsLeavesNoEntry(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id})
	failure := errors.New("something else failed")
	err := d.RunInTransaction(func(tx core.App) error {
		assignment, err := store.FindAssignment(tx, id)
		if err != nil {
			return err
		}
		assignment.Set(store.Status, domain.StatusCompleted)
		if err := tx.Save(assignment); err != nil {
			return err
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Fatal(err)
	}
	d.expectEntries(t, id)
	d.patch(t, id, map[string]any{"status": "completed"})
	if found := d.entries(t, ""); len(found) != 1 || found[0].Number != 1 {
		t.Errorf("the entries are %v", found)
	}
	if _, err := store.AppendToLedger(t.Context(), d, store.Actor{}, clock.Now(d), domain.AdjustedEntry("kim", 5)); err == nil {
		t.Error("the ledger is written outside a transaction")
	}
	err = d.RunInTransaction(func(tx core.App) error {
		_, err := store.AppendToLedger(t.Context(), tx, store.Actor{}, clock.Now(d), domain.LedgerEntry{Kind: domain.LedgerEarned, Assignment: id, LedgerLines: domain.LedgerLines{Customer: 5}})
		return err
	})
	if err == nil {
		t.Error("an entry that does not add up is written")
	}
}

func TestDeletedWorkStillStandsInTheLedger(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	for _, tutor := range []any{d.kim.Id, nil} {
		id := d.order(t, map[string]any{"price": 100, "tutor": tutor, "status": "graded"})
		earned := d.entries(t, "assignment="+id)
		d.Call(t, "DELETE", "/api/assignments/"+id, d.admin.Token, nil).Granted(t, 200, nil)
		if after := d.entries(t, "assignment="+id); len(after) != 1 || fmt.Sprint(after) != fmt.Sprint(earned) {
			t.Errorf("the entries were %v and are %v", earned, after)
		}
		stub, err := d.FindRecordById(store.Assignments, id)
		if err != nil || stub.GetString(store.Title) != "" {
			t.Errorf("what is left is %v, %v", stub, err)
		}
	}
	// An operator deletes for good, and nothing stays earned.
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id, "status": "graded"})
	d.AcceptWork(t)
	d.Call(t, "DELETE", "/api/collections/assignments/records/"+id, d.Superuser(t), nil).Granted(t, 204, nil)
	found := d.expectEntries(t, id, "earned [{customer 10000} {desk -3000} {tutors -7000}]", "reversed [{customer -10000} {desk 3000} {tutors 7000}]")
	if found[1].Actor != "console" || found[1].Tutor != d.kim.Id {
		t.Errorf("the entry is %+v", found[1])
	}
	// What is left of deleted work is paid: it is never accepted.
	d.expectEarnings(t, d.kim, 70, 70, 0, 0)
}

func TestDeletingAnAccountIsNoChangeOfTutor(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id, "status": "graded"})
	left := d.order(t, map[string]any{"price": 20, "tutor": d.kim.Id, "status": "graded"})
	d.Call(t, "DELETE", "/api/assignments/"+left, d.admin.Token, nil).Granted(t, 200, nil)
	d.adjust(t, d.kim.Id, "Kim's birthday", 5).Granted(t, 201, nil)
	d.adjust(t, d.sol.Id, "Sol's birthday", 5).Granted(t, 201, nil)
	d.AcceptWork(t)
	if err := d.Delete(d.kim.Record); err == nil || err.Error() != "Finish or cancel your open orders first" {
		t.Fatalf("an account that is owed money was deleted: %v", err)
	}
	payout := map[string]any{"tutors": []string{d.kim.Id}, "method": "Cash", "reference": "PO 1"}
	d.Call(t, "POST", "/api/payouts", d.admin.Token, payout).Granted(t, 201, nil)
	if err := d.Delete(d.kim.Record); err != nil {
		t.Fatal(err)
	}
	earned := "earned [{customer 10000} {desk -3000} {tutors -7000}]"
	paid := "paid [{cash -7000} {tutors 7000}]"
	d.expectEntries(t, id, earned, paid)
	d.expectEntries(t, left, "earned [{customer 2000} {desk -600} {tutors -1400}]", "paid [{cash -1400} {tutors 1400}]")
	order, err := d.FindRecordById(store.Assignments, id)
	if err != nil || order.GetString(store.Tutor) != "" {
		t.Fatalf("the order is %v, %v", order, err)
	}
	adjustments := d.entries(t, "kind=adjusted")
	if adjustments[0].Memo != "" || adjustments[1].Memo != "Sol's birthday" {
		t.Errorf("the memos are %q and %q", adjustments[0].Memo, adjustments[1].Memo)
	}
	d.patch(t, id, map[string]any{"grade": "A"})
	d.expectEntries(t, id, earned, paid)
	d.patch(t, id, map[string]any{"price": 50})
	d.expectEntries(t, id, earned, paid, "reversed [{customer -10000} {desk 3000} {tutors 7000}]", "earned [{customer 5000} {desk -1500} {tutors -3500}]")
	if err := d.Delete(d.robin.Record); err != nil {
		t.Fatal(err)
	}
	if found := d.entries(t, "assignment="+id); len(found) != 4 {
		t.Errorf("the entries are %v", found)
	}
}
