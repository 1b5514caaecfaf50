package money_test

import (
	"slices"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// settle lets a tutor finish the order, and has it paid for and accepted.
func (b books) settle(t *testing.T, tutor testkit.Person) {
	t.Helper()
	b.Call(t, "PATCH", "/api/assignments/"+b.order, b.admin.Token, map[string]any{"tutor": tutor.Id, "status": "graded"}).Granted(t, 200, nil)
	b.pay(t, b.order, 100, "TX 1").Granted(t, 201, nil)
	b.AcceptWork(t)
}

// closeAccount deletes an account at its owner's request.
func (b books) closeAccount(t *testing.T, person testkit.Person) {
	t.Helper()
	b.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	if _, err := b.FindRecordById(store.Users, person.Id); err == nil {
		t.Errorf("the account of %s is still there", person.GetString(store.Name))
	}
}

func TestAPaidOrderSurvivesDeletionOfItsStudentAndTutor(t *testing.T) {
	t.Parallel()
	for _, tutorFirst := range []bool{false, true} {
		b := newBooks(t)
		kim := b.Person(t, domain.RoleTutor, "Kim Marsh")
		b.settle(t, kim)
		b.PayTutors(t, b.admin.Token)
		people := []testkit.Person{b.student, kim}
		if tutorFirst {
			slices.Reverse(people)
		}
		for _, person := range people {
			b.closeAccount(t, person)
		}
		order, err := b.FindRecordById(store.Assignments, b.order)
		if err != nil {
			t.Fatalf("the order is gone: %v", err)
		}
		if student, tutor := order.GetString(store.Student), order.GetString(store.Tutor); student != "" || tutor != "" {
			t.Errorf("the order still names the student %q and the tutor %q", student, tutor)
		}
		if payments, cents, stored := b.received(t, b.order); payments != 1 || cents != 10000 || stored != 10000 {
			t.Errorf("%d payments of %d cents are left, and the order has %d", payments, cents, stored)
		}
	}
}

func TestAnAdminWhoRecordedAPaymentCanDeleteTheirAccount(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	b.pay(t, b.order, 60, "TX 1").Granted(t, 201, nil)
	b.Person(t, domain.RoleAdmin, "Bo Lane")
	b.closeAccount(t, b.admin)
	payment, err := b.FindFirstRecordByData(store.Payments, store.Assignment, b.order)
	if err != nil {
		t.Fatal(err)
	}
	if payment.GetString(store.RecordedBy) != "" || payment.GetInt(store.AmountCents) != 6000 || payment.GetString(store.Reference) != "TX 1" {
		t.Errorf("the payment is %v", payment.PublicExport())
	}
}

func TestADeletedAccountsInvoiceKeepsAmountsButNoNames(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	b.settle(t, b.Person(t, domain.RoleTutor, "Kim Marsh"))
	before := b.readInvoice(t)
	b.closeAccount(t, b.student)
	after := b.readInvoice(t)
	want := before
	want.Buyer.Name, want.Buyer.Email, want.Description = "", "", ""
	if after != want || before.Buyer.Name != "Robin Vale" || after.Amount != 100 || after.AmountPaid != 100 {
		t.Errorf("the invoice was %+v and is %+v", before, after)
	}
	var payments []struct{ Amount float64 }
	b.Call(t, "GET", "/api/assignments/"+b.order+"/payments", b.admin.Token, nil).Granted(t, 200, &payments)
	if len(payments) != 1 {
		t.Errorf("the payments are %+v", payments)
	}
	other := b.Person(t, domain.RoleStudent, "Nia Frost")
	for _, path := range []string{"/invoice", "/payments"} {
		b.Call(t, "GET", "/api/assignments/"+b.order+path, other.Token, nil).Refused(t, 404, "Assignment not found")
	}
	b.Call(t, "GET", "/api/assignments/nosuch000000000/invoice", b.admin.Token, nil).Refused(t, 404, "Assignment not found")
	b.pay(t, b.order, 1, "TX 2").Refused(t, 404, "Assignment not found")
}
