package money_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const notAllowed = "You do not have permission to do this"

func TestRefusalsOfANewClaimComeInOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	stranger := d.Person(t, domain.RoleStudent, "Nia Frost")
	otherTutor := d.Person(t, domain.RoleTutor, "Noor Lane")
	bad := map[string]any{"kind": "refund", "reason": strings.Repeat("r", 2001), "amount": -1}
	refused := func(by testkit.Person, body map[string]any, status int, sentence string) {
		t.Helper()
		d.open(t, by, d.order, body).Refused(t, status, sentence)
	}
	unpaid := d.finished(t)
	d.open(t, d.student, unpaid, bad).Refused(t, 409, "Nothing has been paid yet")
	unfinished := d.HandIn(t, d.student.Token, nil)
	d.open(t, d.student, unfinished, bad).Refused(t, 409, "Nothing has been delivered yet")
	d.set(t, unfinished, map[string]any{"status": "revision", "tutor": d.tutor.Id})
	d.open(t, d.student, unfinished, bad).Refused(t, 409, "Nothing has been delivered yet")
	d.open(t, d.tutor, unfinished, map[string]any{"kind": "dispute"}).Refused(t, 409, "Nothing has been delivered yet")
	d.set(t, unfinished, map[string]any{"status": "submitted"})
	d.Call(t, "POST", "/api/assignments/"+unfinished+"/cancel", d.student.Token, map[string]any{"reason": "No"}).Granted(t, 200, nil)
	d.open(t, d.student, unfinished, bad).Refused(t, 409, "This assignment was cancelled")
	d.open(t, d.student, "nosuch000000000", bad).Refused(t, 404, "Assignment not found")

	refused(stranger, bad, 404, "Assignment not found")
	refused(otherTutor, bad, 404, "Assignment not found")
	refused(d.tutor, bad, 403, notAllowed)
	refused(d.admin, bad, 403, notAllowed)
	refused(d.student, bad, 400, "Reason is too long (at most 2,000 characters)")
	refused(d.student, map[string]any{"kind": "refund", "reason": "\n", "amount": -1}, 400, "Reason is required")
	refused(d.student, map[string]any{"kind": "refund", "reason": "No", "amount": -1}, 400, "Amount must be more than zero")
	refused(d.student, map[string]any{"kind": "refund", "reason": "No", "amount": 100.01}, 400, "Amount is more than was paid")
	refused(d.student, map[string]any{"kind": "complaint", "reason": "No"}, 400, "Invalid claim kind")
	refused(d.student, map[string]any{"kind": "refund", "reason": "No", "amount": "5"}, 400, "amount must be a number")
	clock.Set(d, start.AddDate(0, 0, 3).Add(time.Millisecond))
	refused(d.student, bad, 409, "The refund window has closed")
	refused(d.tutor, map[string]any{"kind": "dispute"}, 409, "The dispute window has closed")
	clock.Set(d, start.AddDate(0, 0, 3))
	d.opened(t, d.student, d.order, "refund")
	clock.Set(d, start.AddDate(0, 0, 30))
	refused(d.student, bad, 409, "A claim is already open")
	refused(d.tutor, bad, 403, notAllowed)
	refused(d.tutor, map[string]any{"kind": "dispute"}, 409, "A claim is already open")
	d.set(t, d.order, map[string]any{"status": "submitted"})
	refused(d.student, bad, 409, "A claim is already open")
	if rows, err := d.CountRecords(store.Claims); err != nil || rows != 1 {
		t.Errorf("%d claims were made, %v", rows, err)
	}
}

func TestActionsOnAClaimAreRefusedInOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	stranger := d.Person(t, domain.RoleStudent, "Nia Frost")
	c := d.opened(t, d.student, d.order, "refund")
	d.decide(t, "nosuch000000000", refusal).Refused(t, 404, "Claim not found")
	d.pay(t, "nosuch000000000", "RT 1").Refused(t, 404, "Claim not found")
	d.withdraw(t, d.student, "nosuch000000000").Refused(t, 404, "Claim not found")
	d.withdraw(t, stranger, c.ID).Refused(t, 404, "Claim not found")
	d.withdraw(t, d.tutor, c.ID).Refused(t, 403, notAllowed)
	d.withdraw(t, d.admin, c.ID).Refused(t, 403, notAllowed)
	d.Call(t, "PATCH", "/api/claims/"+c.ID, d.student.Token, refusal).Refused(t, 403, notAllowed)
	d.Call(t, "POST", "/api/claims/"+c.ID+"/pay", d.student.Token, map[string]any{}).Refused(t, 403, notAllowed)

	d.pay(t, c.ID, "").Refused(t, 409, "This claim has not been approved")
	for _, one := range []struct {
		body     map[string]any
		sentence string
	}{
		{map[string]any{}, "Invalid decision"},
		{map[string]any{"decision": "refuse", "outcome": "No"}, "Invalid decision"},
		{map[string]any{"decision": "approve"}, "Outcome is required"},
		{map[string]any{"decision": "decline", "outcome": strings.Repeat("r", 2001)}, "Outcome is too long (at most 2,000 characters)"},
		{map[string]any{"decision": "approve", "outcome": "Agreed"}, "Amount is required"},
		{map[string]any{"decision": "approve", "outcome": "Agreed", "amount": nil}, "Amount is required"},
		{approval(0), "Amount must be more than zero"},
		{approval(0.004), "Amount must be more than zero"},
		{approval(100.01), "Amount is more than was paid"},
		{approval(1e300), "Amount is more than was paid"},
	} {
		d.decide(t, c.ID, one.body).Refused(t, 400, one.sentence)
	}
	d.agrees(t, d.order)
	d.decide(t, c.ID, approval(0.01)).Granted(t, 200, nil)
	decided := func(id string) {
		t.Helper()
		d.decide(t, id, map[string]any{}).Refused(t, 409, "This claim has been decided")
		d.withdraw(t, d.student, id).Refused(t, 409, "This claim has been decided")
	}
	decided(c.ID)
	d.Call(t, "POST", "/api/claims/"+c.ID+"/pay", d.admin.Token, map[string]any{"reference": "RT 1"}).Refused(t, 400, "Method is required")
	d.pay(t, c.ID, "\u0001").Refused(t, 400, "Reference is required")
	d.pay(t, c.ID, strings.Repeat("r", 121)).Refused(t, 400, "Reference is too long (at most 120 characters)")
	// What was received under a reference can be returned under it.
	d.pay(t, c.ID, "tx 1").Granted(t, 200, nil)
	d.pay(t, c.ID, "tx 1").Refused(t, 409, "This refund has been paid")
	decided(c.ID)
	second := d.approved(t, d.order, 5)
	d.pay(t, second.ID, " TX 1 ").Refused(t, 409, "This payment has already been recorded")
	d.pay(t, second.ID, "TX 2").Granted(t, 200, nil)
	third := d.opened(t, d.student, d.order, "refund")
	d.withdraw(t, d.student, third.ID).Granted(t, 200, nil)
	decided(third.ID)
	d.pay(t, third.ID, "TX 3").Refused(t, 409, "This claim has not been approved")
	fourth := d.opened(t, d.student, d.order, "refund")
	d.decide(t, fourth.ID, refusal).Granted(t, 200, nil)
	decided(fourth.ID)
	d.pay(t, fourth.ID, "TX 3").Refused(t, 409, "This claim has not been approved")
	d.agrees(t, d.order)
}

func TestTheConsoleDoesNotChangeClaims(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	operator := d.Superuser(t)
	c := d.opened(t, d.student, d.order, "refund")
	path := "/api/collections/claims/records/" + c.ID
	for method, body := range map[string]any{"PATCH": map[string]any{"status": "withdrawn"}, "DELETE": nil} {
		answer := d.Call(t, method, path, operator, body)
		if answer.Status != 409 || !strings.Contains(string(answer.Body), "Decide this claim on the assignment instead") {
			t.Errorf("%s got %d %s", method, answer.Status, answer.Body)
		}
	}
	d.agrees(t, d.order)
}

func TestAnOpenClaimKeepsBothAccounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	// Unpaid work stands in nobody's way otherwise.
	order := d.finished(t)
	clock.Set(d, start.AddDate(0, 0, 3))
	c := d.opened(t, d.student, order, "dispute")
	d.AcceptWork(t)
	settled := d.stored(t, d.order)
	if settled.GetString(store.AcceptedAt) == "" {
		t.Fatal("the other order is not accepted")
	}
	for _, person := range []testkit.Person{d.student, d.tutor} {
		d.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Refused(t, 409, "Finish or cancel your open orders first")
	}
	d.withdraw(t, d.student, c.ID).Granted(t, 200, nil)
	d.AcceptWork(t)
	d.PayTutors(t, d.admin.Token)
	d.Call(t, "DELETE", "/api/users/delete-account", d.tutor.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Granted(t, 200, nil)
}

func TestAnUnpaidRefundBlocksDeletionOfTheStudentsAccount(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.approved(t, d.order, 100)
	d.AcceptWork(t)
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Refused(t, 409, "Finish or cancel your open orders first")
	d.pay(t, c.ID, "RT 1").Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	var list []struct {
		Reason, Outcome *string
		OpenedBy        struct {
			ID   *string `json:"_id"`
			Name string
		}
		Amount     *float64
		Assignment struct{ Reference, Title string }
	}
	d.Call(t, "GET", "/api/claims", d.admin.Token, nil).Granted(t, 200, &list)
	if len(list) != 1 || text(list[0].Reason) != "" || list[0].Outcome != nil || list[0].OpenedBy.ID != nil || list[0].OpenedBy.Name != "Deleted account" ||
		*list[0].Amount != 100 || list[0].Assignment.Title != "" || list[0].Assignment.Reference == "" {
		t.Errorf("what stays is %+v", list)
	}
}

func TestDeletedWorkTakesItsDisputeAlong(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	// A stub remains of work that a tutor has finished.
	stub := d.finished(t)
	c := d.opened(t, d.tutor, stub, "dispute")
	d.Call(t, "DELETE", "/api/assignments/"+stub, d.student.Token, nil).Granted(t, 200, nil)
	d.agrees(t, stub)
	d.decide(t, c.ID, refusal).Refused(t, 404, "Claim not found")
	left, err := d.FindRecordById(store.Claims, c.ID)
	if err != nil || left.GetString(store.Status) != "withdrawn" || left.GetString(store.Reason) != "" {
		t.Errorf("the claim is %v, %v", left, err)
	}
	gone := d.finished(t)
	c = d.opened(t, d.student, gone, "dispute")
	d.set(t, gone, map[string]any{"tutor": nil, "price": 0})
	d.Call(t, "DELETE", "/api/assignments/"+gone, d.student.Token, nil).Granted(t, 200, nil)
	if left, err := d.FindRecordById(store.Claims, c.ID); err == nil {
		t.Errorf("the claim %v is left", left.Id)
	}
}

func TestAClaimStaysWithTheDeskWhenItsOpenerLeaves(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.opened(t, d.tutor, d.order, "dispute")
	d.Call(t, "PATCH", "/api/users/"+d.tutor.Id, d.admin.Token, map[string]string{"role": "student"}).Granted(t, 200, nil)
	d.withdraw(t, d.tutor, c.ID).Refused(t, 404, "Claim not found")
	d.Call(t, "PATCH", "/api/users/"+d.tutor.Id, d.admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
	d.withdraw(t, d.tutor, c.ID).Refused(t, 401, "Please log in to continue")
	d.decide(t, c.ID, refusal).Granted(t, 200, nil)
	d.agrees(t, d.order)
}
