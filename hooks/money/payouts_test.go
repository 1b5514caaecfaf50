package money_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// payoutDesk is an app with people who are paid.
type payoutDesk struct {
	*testkit.App
	admin, robin, kim, sol testkit.Person
}

func newPayoutDesk(t *testing.T) payoutDesk {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, time.Date(2031, 3, 4, 10, 0, 0, 0, time.UTC))
	return payoutDesk{
		app, app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"),
		app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Sol Reed"),
	}
}

// finish hands work in that a tutor finishes.
func (d payoutDesk) finish(t *testing.T, tutor testkit.Person, price float64) string {
	t.Helper()
	id := d.HandIn(t, d.robin.Token, nil)
	change := map[string]any{"price": price, "tutor": tutor.Id, "status": "completed"}
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, change).Granted(t, 200, nil)
	return id
}

func (d payoutDesk) adjust(t *testing.T, tutor testkit.Person, amount float64) {
	t.Helper()
	body := map[string]any{"tutor": tutor.Id, "amount": amount, "memo": fmt.Sprint("Correction ", amount)}
	d.Call(t, "POST", "/api/ledger/adjustments", d.admin.Token, body).Granted(t, 201, nil)
}

type payoutEntry struct {
	Amount     float64
	Assignment *struct {
		ID    string `json:"_id"`
		Title string
	}
}

type payout struct {
	ID     string `json:"_id"`
	Number string
	Total  float64
	Lines  []struct {
		Tutor   struct{ Name string }
		Amount  float64
		Entries []payoutEntry
	}
}

// String says who got how much.
func (p payout) String() string {
	var lines []string
	for _, line := range p.Lines {
		lines = append(lines, fmt.Sprint(line.Tutor.Name, " ", line.Amount, " in ", len(line.Entries)))
	}
	slices.Sort(lines) // tutors are in the order of their ids
	return fmt.Sprint(p.Number, " ", p.Total, ": ", strings.Join(lines, ", "))
}

func (d payoutDesk) run(t *testing.T, reference string, tutors ...string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/payouts", d.admin.Token, map[string]any{"tutors": tutors, "all": len(tutors) == 0, "method": " Bank transfer", "reference": reference})
}

func (d payoutDesk) expectPaid(t *testing.T, want, reference string, tutors ...string) (made payout) {
	t.Helper()
	d.run(t, reference, tutors...).Granted(t, 201, &made)
	if made.String() != want {
		t.Errorf("paid %v, want %s", made, want)
	}
	return made
}

// sums returns what a tutor reads: earned, payable, held, held by claims, and paid.
func (d payoutDesk) sums(t *testing.T, tutor testkit.Person) string {
	t.Helper()
	var e struct{ Earned, Payable, Held, Claimed, Paid float64 }
	d.Call(t, "GET", "/api/users/earnings", tutor.Token, nil).Granted(t, 200, &e)
	return fmt.Sprint(e.Earned, " ", e.Payable, " ", e.Held, " ", e.Claimed, " ", e.Paid)
}

func (d payoutDesk) expectSums(t *testing.T, tutor testkit.Person, want string) {
	t.Helper()
	if got := d.sums(t, tutor); got != want {
		t.Errorf("the sums are %s, want %s", got, want)
	}
}

func TestAPayoutPaysAllThatIsPayable(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	frozen := d.finish(t, d.kim, 40)
	first := d.finish(t, d.kim, 100)
	d.AcceptWork(t)
	claim, err := store.NewRecord(d, store.Claims, map[string]any{store.Assignment: frozen, store.Kind: "dispute", store.Status: "open"})
	if err != nil {
		t.Fatal(err)
	}
	d.MustSave(t, claim)
	d.finish(t, d.kim, 30)
	d.adjust(t, d.kim, 7.5)
	d.adjust(t, d.sol, -5)
	d.expectSums(t, d.kim, "177.5 107.5 70 40 0")
	var owed []struct {
		Tutor         struct{ Name string }
		Payable, Held float64
	}
	d.Call(t, "GET", "/api/payouts/preview", d.admin.Token, nil).Granted(t, 200, &owed)
	if got := fmt.Sprint(owed); got != "[{{Kim Marsh} 107.5 70} {{Sol Reed} -5 0}]" {
		t.Errorf("the preview is %s", got)
	}
	d.run(t, "PO 1", d.sol.Id).Refused(t, 409, "There is nothing to pay out")
	made := d.expectPaid(t, "PAY-2031-0001 107.5: Kim Marsh 107.5 in 2", "PO 1")
	if paidFor := made.Lines[0].Entries; paidFor[0].Assignment.ID != first || paidFor[0].Amount != 100 || paidFor[1].Assignment != nil {
		t.Errorf("paid for %+v", paidFor)
	}
	d.expectSums(t, d.kim, "177.5 0 70 40 107.5")
	d.run(t, "PO 2").Refused(t, 409, "There is nothing to pay out")
	claim.Set(store.Status, "declined")
	d.MustSave(t, claim)
	d.adjust(t, d.sol, 6)
	d.AcceptWork(t)
	d.expectPaid(t, "PAY-2031-0002 71: Kim Marsh 70 in 2, Sol Reed 1 in 1", "PO 2")
	d.expectSums(t, d.kim, "177.5 0 0 0 177.5")
	// What is taken back after it was paid is carried forward.
	d.Call(t, "PATCH", "/api/assignments/"+first, d.admin.Token, map[string]any{"price": 90}).Granted(t, 200, nil)
	d.expectSums(t, d.kim, "167.5 -10 0 0 177.5")
	d.run(t, "PO 3").Refused(t, 409, "There is nothing to pay out")
	d.adjust(t, d.kim, 12)
	d.expectPaid(t, "PAY-2031-0003 2: Kim Marsh 2 in 1", "PO 3")
	d.expectSums(t, d.kim, "179.5 0 0 0 179.5")
	d.expectTransfers(t, made.ID, "Kim Marsh,"+d.kim.Email()+","+d.kim.Id+",107.50,PAY-2031-0001,2")
	var own struct {
		Payouts []struct {
			Number  string
			Amount  float64
			Entries []payoutEntry
		}
	}
	d.Call(t, "GET", "/api/users/payouts", d.kim.Token, nil).Granted(t, 200, &own)
	got := ""
	for _, payout := range own.Payouts {
		got += fmt.Sprint(payout.Number, " ", payout.Amount, " in ", len(payout.Entries), "; ")
	}
	if got != "PAY-2031-0003 2 in 1; PAY-2031-0002 70 in 2; PAY-2031-0001 107.5 in 2; " {
		t.Errorf("Kim was paid %s", got)
	}
}

// expectTransfers checks the rows of a payout's file for the bank.
func (d payoutDesk) expectTransfers(t *testing.T, payout string, want ...string) {
	t.Helper()
	csv := d.Call(t, "GET", "/api/payouts/"+payout+"/export.csv", d.admin.Token, nil)
	_, rows, _ := strings.Cut(string(csv.Body), "\n")
	if csv.Status != 200 || rows != strings.Join(want, "\n")+"\n" {
		t.Errorf("got %d %s, want %s", csv.Status, csv.Body, want)
	}
	if disposition := csv.Header.Get("Content-Disposition"); !strings.Contains(disposition, "payout.csv") {
		t.Errorf("the file is %s", disposition)
	}
}

func TestWhatWasPaidForCancelledWorkIsTakenBack(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	id := d.finish(t, d.kim, 100)
	d.AcceptWork(t)
	d.expectPaid(t, "PAY-2031-0001 100: Kim Marsh 100 in 1", "PO 1")
	path := "/api/assignments/" + id
	d.Call(t, "PATCH", path, d.admin.Token, map[string]any{"status": "in_progress"}).Granted(t, 200, nil)
	d.expectSums(t, d.kim, "0 0 -100 0 100") // it may still be finished
	d.Call(t, "POST", path+"/cancel", d.admin.Token, map[string]any{"reason": "Nothing can be saved"}).Granted(t, 200, nil)
	d.expectSums(t, d.kim, "0 -100 0 0 100")
	d.adjust(t, d.kim, 130)
	d.expectPaid(t, "PAY-2031-0002 30: Kim Marsh 30 in 1", "PO 2")
	d.expectSums(t, d.kim, "130 0 0 0 130")
}

func TestThePreviewIsWhatARunForAllPays(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 40)
	d.adjust(t, d.sol, 6)
	d.kim.Set(store.Role, domain.RoleAdmin)
	d.MustSave(t, d.kim.Record)
	var owed []struct{ Payable, PayableByOthers float64 }
	d.Call(t, "GET", "/api/payouts/preview", d.kim.Token, nil).Granted(t, 200, &owed)
	expected := 0.0
	for _, row := range owed {
		expected += row.Payable
	}
	if len(owed) != 2 || expected != 6 || owed[0].PayableByOthers != 40 {
		t.Errorf("an admin who is owed money reads %+v", owed)
	}
	run := map[string]any{"all": true, "expected": expected, "method": "Cash", "reference": "PO 1"}
	d.Call(t, "POST", "/api/payouts", d.kim.Token, run).Granted(t, 201, nil)
}

func TestOnlyTutorsWhoAreNamedArePaidAndOnce(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	d.adjust(t, d.sol, 6)
	for _, unknown := range []string{d.robin.Id, "nobody", ""} {
		d.run(t, "PO 1", d.kim.Id, unknown).Refused(t, 400, "Tutor not found")
	}
	d.expectPaid(t, "PAY-2031-0001 5: Kim Marsh 5 in 1", "PO 1", d.kim.Id, d.kim.Id)
	d.run(t, "ＰＯ\u200b 1", d.sol.Id).Refused(t, 409, "This payout has already been recorded")
	d.run(t, " po 1 ", d.sol.Id).Refused(t, 409, "This payout has already been recorded")
	d.run(t, "P O1", d.sol.Id).Refused(t, 409, "This payout has already been recorded")
	for body, want := range map[[2]string]string{{"", "PO 2"}: "Method is required", {"Cash", " "}: "Reference is required"} {
		d.Call(t, "POST", "/api/payouts", d.admin.Token, map[string]any{"all": true, "method": body[0], "reference": body[1]}).Refused(t, 400, want)
	}
	for _, whom := range []string{`{`, `{"tutors":[],`, `{"tutors":null,`, `{"all":false,`, `{"all":true,"tutors":[],`, `{"all":false,"tutors":[],`, `{"all":true,"tutors":["` + d.sol.Id + `"],`} {
		d.Call(t, "POST", "/api/payouts", d.admin.Token, whom+`"method":"Cash","reference":"PO 2"}`).Refused(t, 400, "Choose the tutors to pay, or all of them")
	}
	var sol, kim struct {
		Payouts []struct {
			ID      string `json:"_id"`
			Amount  float64
			Entries []payoutEntry
		}
		Head struct{ Number int }
	}
	made := d.expectPaid(t, "PAY-2031-0002 6: Sol Reed 6 in 1", "PO 2")
	d.Call(t, "GET", "/api/users/payouts", d.sol.Token, nil).Granted(t, 200, &sol)
	if len(sol.Payouts) != 1 || sol.Payouts[0].ID != made.ID || sol.Payouts[0].Amount != 6 || len(sol.Payouts[0].Entries) != 1 || sol.Head.Number != 4 {
		t.Errorf("Sol reads %+v", sol)
	}
	d.Call(t, "GET", "/api/users/payouts?payout="+made.ID, d.kim.Token, nil).Refused(t, 404, "Payout not found")
	d.Call(t, "GET", "/api/users/payouts", d.kim.Token, nil).Granted(t, 200, &kim)
	if len(kim.Payouts) != 1 || kim.Payouts[0].Amount != 5 {
		t.Errorf("Kim reads %+v", kim)
	}
	d.expectTransfers(t, made.ID, "Sol Reed,"+d.sol.Email()+","+d.sol.Id+",6.00,PAY-2031-0002,1")
}

func TestContactDetailsInTitlesAreForAdmins(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	work := d.HandIn(t, d.robin.Token, map[string]string{"title": "Tides, write to robin@example.com"})
	change := map[string]any{"price": 100, "tutor": d.kim.Id, "status": "completed"}
	d.Call(t, "PATCH", "/api/assignments/"+work, d.admin.Token, change).Granted(t, 200, nil)
	d.AcceptWork(t)
	made := d.expectPaid(t, "PAY-2031-0001 100: Kim Marsh 100 in 1", "PO 1")
	var shown payout
	d.Call(t, "GET", "/api/payouts/"+made.ID, d.admin.Token, nil).Granted(t, 200, &shown)
	for name, read := range map[string]payout{"the payout": made, "its statement": shown} {
		if title := read.Lines[0].Entries[0].Assignment.Title; title != "Tides, write to robin@example.com" {
			t.Errorf("in %s, the title reads %s", name, title)
		}
	}
	var own struct {
		Payouts []struct{ Entries []payoutEntry }
	}
	d.Call(t, "GET", "/api/users/payouts", d.kim.Token, nil).Granted(t, 200, &own)
	if title := own.Payouts[0].Entries[0].Assignment.Title; title != "Tides, write to [hidden]" {
		t.Errorf("the tutor reads the title %s", title)
	}
	var ledger []struct{ Kind, Reference, Title, TutorName string }
	d.Call(t, "GET", "/api/ledger?assignment="+work, d.admin.Token, nil).Granted(t, 200, &ledger)
	if len(ledger) != 2 || ledger[0].Title != "Tides, write to robin@example.com" || ledger[0].TutorName != "Kim Marsh" || !strings.HasPrefix(ledger[0].Reference, "A-") {
		t.Errorf("the ledger reads %+v", ledger)
	}
}

func TestTutorsAreToldOfTheirPayouts(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	d.expectPaid(t, "PAY-2031-0001 5: Kim Marsh 5 in 1", "PO 1")
	for tutor, want := range map[testkit.Person]int{d.kim: 1, d.sol: 0} {
		for _, collection := range []string{store.Notices, store.Outbox} {
			told, err := d.FindAllRecords(collection)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			for _, message := range told {
				if message.GetString(store.UserField) == tutor.Id && message.GetString(store.Kind) == "payout.sent" {
					count++
				}
			}
			if count != want {
				t.Errorf("%s has %d messages in %s, want %d", tutor.Email(), count, collection, want)
			}
		}
	}
	if history, err := d.FindFirstRecordByData(store.Activities, store.Kind, "payout.sent"); err != nil || history.GetString(store.Title) != "Payout PAY-2031-0001 sent" {
		t.Errorf("the history has %v, %v", history, err)
	}
}

func TestAnAccountIsKeptWhileItIsOwedMoney(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	leave := func() testkit.Answer {
		return d.Call(t, "DELETE", "/api/users/delete-account", d.kim.Token, testkit.CurrentPassword)
	}
	leave().Refused(t, 409, "Finish or cancel your open orders first")
	made := d.expectPaid(t, "PAY-2031-0001 5: Kim Marsh 5 in 1", "PO 1")
	leave().Granted(t, 200, nil)
	var after payout
	d.Call(t, "GET", "/api/payouts/"+made.ID, d.admin.Token, nil).Granted(t, 200, &after)
	if len(after.Lines) != 1 || after.Lines[0].Tutor.Name != "" || after.Lines[0].Amount != 5 {
		t.Errorf("the payout reads %+v", after)
	}
}

func TestNobodyChangesAPayout(t *testing.T) {
	t.Parallel()
	d := newPayoutDesk(t)
	d.adjust(t, d.kim, 5)
	made := d.expectPaid(t, "PAY-2031-0001 5: Kim Marsh 5 in 1", "PO 1")
	operator, path := d.Superuser(t), "/api/collections/payouts/records"
	again := map[string]any{"number": "PAY-2031-0002", "method": "Cash", "reference": "PO 2", "referenceKey": "po 2", "totalCents": 1}
	for _, attempt := range []struct {
		method, path, want string
		body               map[string]any
	}{
		{"PATCH", path + "/" + made.ID, "Payouts cannot be changed", map[string]any{"totalCents": 1}},
		{"PATCH", path + "/" + made.ID, "Payouts cannot be changed", map[string]any{"by": ""}},
		{"DELETE", path + "/" + made.ID, "Payouts cannot be changed", nil},
		{"POST", path, "Record payouts at the desk instead", again},
	} {
		if answer := d.Call(t, attempt.method, attempt.path, operator, attempt.body); answer.Status != 409 || !strings.Contains(string(answer.Body), attempt.want) {
			t.Errorf("%s %v got %d %s", attempt.method, attempt.body, answer.Status, answer.Body)
		}
	}
	d.Person(t, domain.RoleAdmin, "Bruno Lund")
	if err := d.Delete(d.admin.Record); err != nil {
		t.Fatal(err)
	}
	if kept, err := d.FindRecordById(store.Payouts, made.ID); err != nil || kept.GetString(store.PaidBy) != "" || kept.GetInt(store.TotalCents) != 500 {
		t.Errorf("the payout is %v, %v", kept, err)
	}
}
