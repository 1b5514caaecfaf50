package money_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// ledgerDesk is an app with people, whose tutors get 70 per cent.
type ledgerDesk struct {
	*testkit.App
	admin, robin, kim, sol testkit.Person
}

func newLedgerDesk(t *testing.T) ledgerDesk {
	t.Helper()
	app := testkit.New(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.TutorShare, 70)
	app.MustSave(t, site)
	clock.Set(app, time.Date(2031, 3, 4, 10, 0, 0, 0, time.UTC))
	return ledgerDesk{
		app, app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"),
		app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Sol Reed"),
	}
}

// order hands work in and changes it.
func (d ledgerDesk) order(t *testing.T, changes ...map[string]any) string {
	t.Helper()
	id := d.HandIn(t, d.robin.Token, nil)
	for _, change := range changes {
		d.patch(t, id, change)
	}
	return id
}

func (d ledgerDesk) patch(t *testing.T, id string, change map[string]any) {
	t.Helper()
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, change).Granted(t, 200, nil)
}

func (d ledgerDesk) pay(t *testing.T, id string, amount float64) {
	t.Helper()
	body := map[string]any{"amount": amount, "method": "Cash", "reference": fmt.Sprint("TX ", amount)}
	d.Call(t, "POST", "/api/assignments/"+id+"/payments", d.admin.Token, body).Granted(t, 201, nil)
}

func (d ledgerDesk) adjust(t *testing.T, tutor, memo string, amount any) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/ledger/adjustments", d.admin.Token, map[string]any{"tutor": tutor, "amount": amount, "memo": memo})
}

// refund approves a refund of an assignment, as the desk will.
func (d ledgerDesk) refund(t *testing.T, id string, cents int) *core.Record {
	t.Helper()
	claim, err := store.NewRecord(d, store.Claims, map[string]any{
		store.Assignment: id, store.Kind: "refund", store.Status: "approved", store.AmountCents: cents,
	})
	if err != nil {
		t.Fatal(err)
	}
	d.MustSave(t, claim)
	return claim
}

type ledgerEntry struct {
	Number                                                        int
	At, Kind, Assignment, Tutor, Claim, Payout, Actor, Memo, Hash string
	Lines                                                         []domain.LedgerLine
}

func (e ledgerEntry) String() string { return fmt.Sprint(e.Kind, " ", e.Lines) }

// entries reads the entries that a query selects, oldest first.
func (d ledgerDesk) entries(t *testing.T, query string) (found []ledgerEntry) {
	t.Helper()
	var listed []ledgerEntry
	d.Call(t, "GET", "/api/ledger?"+query, d.admin.Token, nil).Granted(t, 200, &listed)
	for i := range listed {
		found = append(found, listed[len(listed)-1-i])
	}
	return found
}

// expectEntries compares the entries about an assignment.
func (d ledgerDesk) expectEntries(t *testing.T, id string, want ...string) []ledgerEntry {
	t.Helper()
	found := d.entries(t, "assignment="+id)
	var got []string
	for _, entry := range found {
		got = append(got, entry.String())
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the entries are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return found
}

type earnings struct {
	Earned, Payable, Held, Paid float64
	Entries                     []struct {
		ID         string `json:"_id"`
		Kind, Memo string
		Amount     float64
		Assignment *struct {
			ID               string `json:"_id"`
			Reference, Title string
		}
		CreatedAt string
	}
}

// expectEarnings compares what a tutor reads.
func (d ledgerDesk) expectEarnings(t *testing.T, tutor testkit.Person, earned, payable, held, paid float64) (shown earnings) {
	t.Helper()
	d.Call(t, "GET", "/api/users/earnings", tutor.Token, nil).Granted(t, 200, &shown)
	if shown.Earned != earned || shown.Payable != payable || shown.Held != held || shown.Paid != paid {
		t.Errorf("earned %v, payable %v, held %v, paid %v, want %v, %v, %v, %v", shown.Earned, shown.Payable, shown.Held, shown.Paid, earned, payable, held, paid)
	}
	var stats struct{ TotalEarnings float64 }
	for _, path := range []string{"/api/users/tutor-stats", "/api/assignments/tutor-assignments"} {
		if d.Call(t, "GET", path, tutor.Token, nil).Granted(t, 200, &stats); stats.TotalEarnings != earned {
			t.Errorf("%s says that %v was earned, want %v", path, stats.TotalEarnings, earned)
		}
	}
	return shown
}

// Tutors read what their work earns them, before and after a refund.
func TestATutorReadsOfWorkWhatItEarns(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 80.01, "tutor": d.kim.Id}, map[string]any{"status": "in_progress"})
	d.pay(t, id, 80.01)
	expect := func(want float64, when string) {
		t.Helper()
		var work struct{ Price, Earnings float64 }
		d.Call(t, "GET", "/api/assignments/"+id, d.kim.Token, nil).Granted(t, 200, &work)
		if work.Price != want || work.Earnings != want {
			t.Errorf("%s, the tutor reads %+v, want %v", when, work, want)
		}
	}
	earned := func(when string) {
		t.Helper()
		var sums struct{ Earned float64 }
		d.Call(t, "GET", "/api/users/earnings", d.kim.Token, nil).Granted(t, 200, &sums)
		expect(sums.Earned, when)
	}
	expect(56.01, "while it is in progress")
	d.patch(t, id, map[string]any{"status": "completed"})
	earned("once it is finished")
	var claim struct {
		ID string `json:"_id"`
	}
	request := map[string]any{"kind": "refund", "reason": "Too short", "amount": 25}
	d.Call(t, "POST", "/api/assignments/"+id+"/claims", d.robin.Token, request).Granted(t, 201, &claim)
	decision := map[string]any{"decision": "approve", "amount": 25, "outcome": "It is too short"}
	d.Call(t, "PATCH", "/api/claims/"+claim.ID, d.admin.Token, decision).Granted(t, 200, nil)
	expect(38.51, "after a refund")
	earned("after a refund")
	d.patch(t, id, map[string]any{"status": "revision"})
	expect(38.51, "while it is revised")
	d.Call(t, "POST", "/api/assignments/"+id+"/cancel", d.admin.Token, map[string]any{"reason": "Off topic"}).Granted(t, 200, nil)
	earned("once it is cancelled")
}

func TestEntriesFollowTheEventsOfAnOrder(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id}, map[string]any{"status": "in_progress"})
	d.pay(t, id, 100)
	d.patch(t, id, map[string]any{"status": "completed"})
	d.patch(t, id, map[string]any{"status": "graded", "grade": "A"})
	d.patch(t, id, map[string]any{"price": 80.01})
	d.patch(t, id, map[string]any{"tutor": d.sol.Id})
	claim := d.refund(t, id, 2500)
	d.patch(t, id, map[string]any{"status": "revision"})
	d.patch(t, id, map[string]any{"tutor": nil, "status": "completed"})
	found := d.expectEntries(t, id,
		"received [{cash 10000} {customer -10000}]",
		"earned [{customer 10000} {desk -3000} {tutors -7000}]",
		"reversed [{customer -10000} {desk 3000} {tutors 7000}]",
		"earned [{customer 8001} {desk -2400} {tutors -5601}]",
		"reversed [{customer -8001} {desk 2400} {tutors 5601}]",
		"earned [{customer 8001} {desk -2400} {tutors -5601}]",
		"credited [{customer -501} {desk 150} {tutors 351}]",
		"reversed [{customer -7500} {desk 2250} {tutors 5250}]",
		"earned [{customer 7500} {desk -7500}]",
	)
	order, err := d.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	tutors := []string{"", d.kim.Id, d.kim.Id, d.kim.Id, d.kim.Id, d.sol.Id, d.sol.Id, d.sol.Id, ""}
	for i, entry := range found {
		wantMemo, wantActor, wantClaim := order.GetString(store.Reference), d.admin.Id, ""
		switch entry.Kind {
		case "received":
			wantMemo = "REC-2031-0001"
		case "credited":
			wantActor, wantClaim = "system", claim.Id
		}
		if entry.Number != i+1 || entry.Tutor != tutors[i] || entry.Memo != wantMemo || entry.Actor != wantActor || entry.Claim != wantClaim || entry.Payout != "" || entry.At != "2031-03-04T10:00:00.000Z" {
			t.Errorf("entry %d is %+v", i+1, entry)
		}
	}
	d.expectEarnings(t, d.kim, 0, 0, 0, 0)
}

func TestCancellingFinishedWorkReversesItAndCreditsNothing(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id})
	d.pay(t, id, 60)
	d.patch(t, id, map[string]any{"status": "completed"})
	d.Call(t, "POST", "/api/assignments/"+id+"/cancel", d.admin.Token, map[string]string{"reason": "Asked for twice"}).Granted(t, 200, nil)
	want := []string{
		"received [{cash 6000} {customer -6000}]",
		"earned [{customer 10000} {desk -3000} {tutors -7000}]",
		"reversed [{customer -10000} {desk 3000} {tutors 7000}]",
	}
	d.expectEntries(t, id, want...)
	d.patch(t, id, map[string]any{"status": "completed"}) // the refund is void
	d.expectEntries(t, id, append(want, "earned [{customer 10000} {desk -3000} {tutors -7000}]")...)
	// Of two refunds of the same amount, the older one is paid.
	refund := d.refund(t, id, 3000)
	d.refund(t, id, 3000)
	returned, err := store.NewRecord(d, store.Payments, map[string]any{
		store.Assignment: id, store.Kind: "returned", store.ClaimField: refund.Id, store.Number: "REF-2031-0001", store.AmountCents: 3000, store.Method: "Cash",
		store.Reference: "TX 2", store.ReferenceKey: "tx 2", store.ReceivedOn: "2031-03-04",
	})
	if err != nil {
		t.Fatal(err)
	}
	d.MustSave(t, returned)
	found := d.expectEntries(t, id, append(want, "earned [{customer 10000} {desk -3000} {tutors -7000}]",
		"credited [{customer -3000} {desk 900} {tutors 2100}]", "credited [{customer -3000} {desk 900} {tutors 2100}]", "returned [{cash -3000} {customer 3000}]")...)
	if last := found[len(found)-1]; last.Claim != refund.Id || last.Memo != "REF-2031-0001" {
		t.Errorf("the last entry is %+v", last)
	}
}

func TestWhatIsPayableFollowsFromAcceptanceAndClaims(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	first := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id, "status": "completed"})
	d.expectEarnings(t, d.kim, 70, 0, 70, 0)
	d.AcceptWork(t)
	d.order(t, map[string]any{"price": 50, "tutor": d.kim.Id, "status": "graded"})
	d.adjust(t, d.kim.Id, "Travel", 12.5).Granted(t, 201, nil)
	d.expectEarnings(t, d.kim, 117.5, 82.5, 35, 0)
	claim, err := store.NewRecord(d, store.Claims, map[string]any{store.Assignment: first, store.Kind: domain.ClaimDispute, store.Status: "open"})
	if err != nil {
		t.Fatal(err)
	}
	d.MustSave(t, claim)
	d.expectEarnings(t, d.kim, 117.5, 12.5, 105, 0)
	claim.Set(store.Status, "declined")
	d.MustSave(t, claim)
	d.PayTutors(t, d.admin.Token)
	shown := d.expectEarnings(t, d.kim, 117.5, 0, 35, 82.5)
	var read []string
	for _, entry := range shown.Entries {
		title := ""
		if entry.Assignment != nil {
			title = entry.Assignment.Title
		}
		read = append(read, fmt.Sprint(entry.Kind, " ", entry.Amount, " ", title))
	}
	title := testkit.NewAssignment()["title"]
	want := []string{"paid -12.5 ", "paid -70 " + title, "adjusted 12.5 ", "earned 35 " + title, "earned 70 " + title}
	if strings.Join(read, "\n") != strings.Join(want, "\n") {
		t.Errorf("the entries are %q, want %q", read, want)
	}
	if shown.Entries[2].Memo != "Travel" || shown.Entries[2].ID == "" || shown.Entries[3].Assignment.Reference == "" || shown.Entries[3].Memo != shown.Entries[3].Assignment.Reference {
		t.Errorf("the entries are %+v", shown.Entries)
	}
	d.patch(t, first, map[string]any{"price": 90}) // after the payout
	d.expectEarnings(t, d.kim, 110.5, -7, 35, 82.5)
	d.expectEarnings(t, d.sol, 0, 0, 0, 0)
}

func TestEarningsArePaged(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	for i := range 3 {
		d.adjust(t, d.kim.Id, fmt.Sprint("Bonus ", i), i+1).Granted(t, 201, nil)
	}
	d.adjust(t, d.sol.Id, "Bonus", 100).Granted(t, 201, nil)
	for query, want := range map[string]string{"": "3 2 1", "?perPage=2": "3 2", "?page=2&perPage=2": "1", "?page=3&perPage=2": ""} {
		var shown earnings
		answer := d.Call(t, "GET", "/api/users/earnings"+query, d.kim.Token, nil)
		answer.Granted(t, 200, &shown)
		var got []string
		for _, entry := range shown.Entries {
			got = append(got, fmt.Sprint(entry.Amount))
		}
		if strings.Join(got, " ") != want || answer.Header.Get("X-Total-Count") != "3" || shown.Earned != 6 || shown.Entries == nil {
			t.Errorf("%s shows %q of %s, and %v earned", query, got, answer.Header.Get("X-Total-Count"), shown.Earned)
		}
	}
	d.Call(t, "GET", "/api/users/earnings?page=0", d.kim.Token, nil).Refused(t, 400, "Invalid paging parameter")
}

func TestAdjustmentsAreChecked(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	for sentence, answer := range map[string]testkit.Answer{
		"Memo is required":                                d.adjust(t, d.kim.Id, " ", 5),
		"Memo is too long (at most 500 characters)":       d.adjust(t, d.kim.Id, strings.Repeat("x", 501), 5),
		"Amount is required":                              d.adjust(t, d.kim.Id, "Bonus", nil),
		"Amount must not be zero":                         d.adjust(t, d.kim.Id, "Bonus", 0),
		"Amount must be between -1,000,000 and 1,000,000": d.adjust(t, d.kim.Id, "Bonus", 1_000_001),
		"Tutor not found":                                 d.adjust(t, d.robin.Id, "Bonus", 5),
	} {
		answer.Refused(t, 400, sentence)
	}
	d.adjust(t, "", "Bonus", 5).Refused(t, 400, "Tutor not found")
	var entered ledgerEntry
	d.adjust(t, d.kim.Id, " For the\nweekend ", -5).Granted(t, 201, &entered)
	if entered.String() != "adjusted [{desk -500} {tutors 500}]" || entered.Memo != "For the weekend" || entered.Actor != d.admin.Id || entered.Tutor != d.kim.Id || len(entered.Hash) != 64 {
		t.Errorf("the entry is %+v", entered)
	}
	const repeated = "This adjustment has already been recorded"
	d.adjust(t, d.kim.Id, "For the weekend", -5).Refused(t, 409, repeated)
	d.adjust(t, d.kim.Id, "For the weekend", 5).Granted(t, 201, nil)
	d.adjust(t, d.kim.Id, "For the evening", -5).Granted(t, 201, nil)
	d.adjust(t, d.sol.Id, "For the weekend", -5).Granted(t, 201, nil)
	clock.Advance(d, time.Minute)
	d.adjust(t, d.kim.Id, "For the weekend", -5).Granted(t, 201, nil)
	// Somebody who was a tutor once can still be owed something.
	d.Call(t, "PATCH", "/api/users/"+d.sol.Id, d.admin.Token, map[string]string{"status": "active", "role": "student"}).Granted(t, 200, nil)
	d.adjust(t, d.sol.Id, "The rest", 5).Granted(t, 201, nil)
}

func TestOfManyEqualAdjustmentsOneIsRecorded(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	var (
		running sync.WaitGroup
		mu      sync.Mutex
		granted int
	)
	for range 20 {
		running.Go(func() {
			if d.adjust(t, d.kim.Id, "Bonus", 5).Status == http.StatusCreated {
				mu.Lock()
				granted++
				mu.Unlock()
			}
		})
	}
	running.Wait()
	if found := d.entries(t, ""); granted != 1 || len(found) != 1 {
		t.Errorf("%d were granted, and there are %d entries", granted, len(found))
	}
}

func TestTheLedgerIsFiltered(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	first := d.order(t, map[string]any{"price": 100, "tutor": d.kim.Id, "status": "completed"})
	clock.Advance(d, time.Hour)
	d.pay(t, first, 100)
	d.adjust(t, d.sol.Id, "Bonus", 5).Granted(t, 201, nil)
	clock.Advance(d, time.Hour)
	d.order(t, map[string]any{"price": 50, "tutor": d.sol.Id, "status": "completed"})
	for query, want := range map[string]string{
		"": "4 3 2 1", "account=cash": "2", "account=desk": "4 3 1", "account=customer": "4 2 1", "account=tutors": "4 3 1",
		"tutor=" + d.sol.Id: "4 3", "tutor=" + d.sol.Id + "&kind=earned": "4", "assignment=" + first: "2 1", "kind=earned": "4 1",
		"from=2031-03-04T11:00:00Z": "4 3 2", "before=2031-03-04T11:00:00Z": "1", "from=2031-03-04T11:00:00Z&before=2031-03-04T12:00:00Z&account=tutors": "3",
		"tutor=nobody": "", "page=2&perPage=3": "1", "assignment=" + first + "&account=cash&kind=received": "2",
	} {
		var found []ledgerEntry
		answer := d.Call(t, "GET", "/api/ledger?"+query, d.admin.Token, nil)
		answer.Granted(t, 200, &found)
		var numbers []string
		for _, entry := range found {
			numbers = append(numbers, fmt.Sprint(entry.Number))
		}
		total := fmt.Sprint(len(found))
		if strings.HasPrefix(query, "page") {
			total = "4"
		}
		if strings.Join(numbers, " ") != want || answer.Header.Get("X-Total-Count") != total {
			t.Errorf("%s selects %q of %s, want %q", query, numbers, answer.Header.Get("X-Total-Count"), want)
		}
	}
	for query, sentence := range map[string]string{
		"from=2031-02-30": "Invalid from filter", "before=1969-12-31": "Invalid before filter",
		"account=bank": "Invalid account filter", "account=": "Invalid account filter", "kind=spent": "Invalid kind filter", "tutor=": "Invalid tutor filter",
		"assignment=%20": "Invalid assignment filter", "from=soon": "Invalid from filter", "before=": "Invalid before filter",
	} {
		d.Call(t, "GET", "/api/ledger?"+query, d.admin.Token, nil).Refused(t, 400, sentence)
	}
}

func TestLedgerDaysFollowTheSitesTimeZone(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	site, err := store.FindSite(d)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.TimeZone, "America/New_York") // where it is the evening before
	d.MustSave(t, site)
	clock.Set(d, time.Date(2031, 3, 4, 4, 59, 59, 0, time.UTC))
	d.adjust(t, d.sol.Id, "Late on the 3rd", 5).Granted(t, 201, nil)
	clock.Advance(d, time.Second)
	d.adjust(t, d.sol.Id, "Early on the 4th", 5).Granted(t, 201, nil)
	for query, want := range map[string]string{
		"from=2031-03-04": "Early on the 4th", "before=2031-03-04": "Late on the 3rd", "from=2031-03-03&before=2031-03-04": "Late on the 3rd",
		"from=2031-03-05": "", "before=2031-03-03": "", "from=2031-03-04T00:00:00Z": "Early on the 4th, Late on the 3rd",
	} {
		var found []ledgerEntry
		d.Call(t, "GET", "/api/ledger?"+query, d.admin.Token, nil).Granted(t, 200, &found)
		var memos []string
		for _, entry := range found {
			memos = append(memos, entry.Memo)
		}
		if got := strings.Join(memos, ", "); got != want {
			t.Errorf("%s selects %q, want %q", query, got, want)
		}
	}
}

func TestAnAuditorComputesTheHashesFromTheExport(t *testing.T) {
	t.Parallel()
	d := newLedgerDesk(t)
	id := d.order(t, map[string]any{"price": 33.33, "tutor": d.kim.Id, "status": "completed"})
	d.pay(t, id, 10)
	d.adjust(t, d.kim.Id, "=SUM(A1), \"quoted\"", -5).Granted(t, 201, nil)
	answer := d.Call(t, "GET", "/api/ledger/export.csv", d.admin.Token, nil)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\uFEFF"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("the export has %d rows, %v", len(rows), err)
	}
	if head := strings.Join(rows[0], ","); head != "number,at,kind,assignment,tutor,claim,payout,actor,memo,memo hash,cash (cents),customer (cents),desk (cents),tutors (cents),hash" {
		t.Errorf("the head is %s", head)
	}
	previous := strings.Repeat("0", 64)
	for i := len(rows) - 1; i > 0; i-- {
		row := rows[i]
		var lines []string
		for j, account := range []string{"cash", "customer", "desk", "tutors"} {
			if amount := row[10+j]; amount != "0" {
				lines = append(lines, fmt.Sprintf(`{"account":"%s","cents":%s}`, account, amount))
			}
		}
		text := previous + "\n" + fmt.Sprintf(`{"number":%s,"at":"%s","kind":"%s","assignment":"%s","tutor":"%s","claim":"%s","payout":"%s","actor":"%s","memo":"%s","lines":[%s]}`,
			row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[9], strings.Join(lines, ","))
		if previous = row[14]; domain.MemoHash(text) != previous {
			t.Errorf("the hash of %s is %s", text, previous)
		}
	}
	if memo := rows[1][8]; memo != `'=SUM(A1), "quoted"` {
		t.Errorf("the memo is %s", memo)
	}
}
