package money_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/money"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// auditedBooks is an app in whose ledger every kind of entry stands.
type auditedBooks struct {
	*testkit.App
	admin, kim, sol testkit.Person
	settled         string // paid for, accepted, and its tutor paid
	credited        string // with an approved refund
	claim           string // that refund
	refunded        string // another refund, which was paid
	disputed        string // an open dispute
	declined        string // and a declined one
	revised         string
	paidFor         string // in progress
	payout          string // all that was payable to Kim
}

func newAuditedBooks(t *testing.T) *auditedBooks {
	t.Helper()
	app := testkit.New(t)
	b := &auditedBooks{App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill")}
	b.kim, b.sol = app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Sol Reed")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.TutorShare, 70)
	app.MustSave(t, site)
	order := func(status, tutor string, price, paid float64) string {
		id := app.HandIn(t, robin.Token, nil)
		b.patch(t, id, map[string]any{"price": price, "tutor": tutor})
		if paid > 0 {
			app.Call(t, "POST", "/api/assignments/"+id+"/payments", b.admin.Token, map[string]any{"amount": paid, "method": "Cash", "reference": "TX " + id}).Granted(t, 201, nil)
		}
		b.patch(t, id, map[string]any{"status": status})
		return id
	}
	b.settled = order("graded", b.kim.Id, 100, 100)
	b.credited = order("completed", b.sol.Id, 33.33, 33.33)
	deleted := order("graded", b.kim.Id, 20, 0)
	app.Call(t, "DELETE", "/api/assignments/"+deleted, b.admin.Token, nil).Granted(t, 200, nil)
	app.AcceptWork(t)
	b.revised = order("completed", b.sol.Id, 50, 0)
	b.patch(t, b.revised, map[string]any{"status": "revision"})
	b.paidFor = order("in_progress", b.sol.Id, 80, 30)
	cancelled := order("in_progress", b.sol.Id, 60, 60)
	app.Call(t, "POST", "/api/assignments/"+cancelled+"/cancel", b.admin.Token, map[string]string{"reason": "Not needed"}).Granted(t, 200, nil)

	claim, err := store.NewRecord(app, store.Claims, map[string]any{
		store.Assignment: b.credited, store.Kind: "refund", store.Status: "open", store.AmountCents: 1000,
	})
	if err != nil {
		t.Fatal(err)
	}
	app.MustSave(t, claim)
	claim.Set(store.Status, "approved")
	app.MustSave(t, claim)
	b.claim = claim.Id
	lessPaid := b.find(t, b.credited)
	lessPaid.Set(store.RefundCents, 1000)
	app.MustSave(t, lessPaid)
	b.append(t, domain.AdjustedEntry(b.kim.Id, 500))
	var payout struct {
		ID string `json:"_id"`
	}
	body := map[string]any{"method": "Bank transfer", "reference": "Run 1", "tutors": []string{b.kim.Id}}
	app.Call(t, "POST", "/api/payouts", b.admin.Token, body).Granted(t, 201, &payout)
	b.payout = payout.ID
	// A second refund, which is paid.
	refund, err := app.FindFirstRecordByData(store.Claims, store.Assignment, cancelled)
	if err != nil {
		t.Fatal(err)
	}
	b.refunded = refund.Id
	app.Call(t, "POST", "/api/claims/"+b.refunded+"/pay", b.admin.Token, map[string]string{"method": "Cash", "reference": "RT 1"}).Granted(t, 200, nil)
	b.append(t, domain.AdjustedEntry(b.sol.Id, 500))
	// A dispute that is open, and one that was declined.
	body = map[string]any{"kind": "dispute", "reason": "Off topic"}
	for _, id := range []*string{&b.declined, &b.disputed} {
		var claim struct {
			ID string `json:"_id"`
		}
		app.Call(t, "POST", "/api/assignments/"+order("completed", b.kim.Id, 0, 0)+"/claims", robin.Token, body).Granted(t, 201, &claim)
		*id = claim.ID
	}
	app.Call(t, "PATCH", "/api/claims/"+b.declined, b.admin.Token, map[string]string{"decision": "decline", "outcome": "It is on topic"}).Granted(t, 200, nil)
	return b
}

func (b *auditedBooks) patch(t *testing.T, id string, change map[string]any) {
	t.Helper()
	b.Call(t, "PATCH", "/api/assignments/"+id, b.admin.Token, change).Granted(t, 200, nil)
}

func (b *auditedBooks) find(t *testing.T, id string) *core.Record {
	t.Helper()
	assignment, err := b.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return assignment
}

// append adds entries as a feature would.
func (b *auditedBooks) append(t *testing.T, entries ...domain.LedgerEntry) {
	t.Helper()
	err := b.RunInTransaction(func(tx core.App) error {
		_, err := store.AppendToLedger(t.Context(), tx, store.Actor{Via: store.ViaSystem}, clock.Now(b), entries...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// unprotected runs SQL without the triggers that protect the ledger, and puts them back.
func (b *auditedBooks) unprotected(t *testing.T, statements ...string) {
	t.Helper()
	var triggers []struct {
		Name string `db:"name"`
		SQL  string `db:"sql"`
	}
	if err := b.DB().NewQuery("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('ledger', 'ledger_head')").All(&triggers); err != nil {
		t.Fatal(err)
	}
	for _, trigger := range triggers {
		b.execute(t, "DROP TRIGGER "+trigger.Name)
	}
	b.execute(t, statements...)
	for _, trigger := range triggers {
		b.execute(t, trigger.SQL)
	}
}

func (b *auditedBooks) execute(t *testing.T, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := b.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
}

// verify runs the command and returns what it prints, and what it exits with.
func verify(t *testing.T, app core.App, args ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	command := money.NewLedgerCommand(app)
	command.SetArgs(append([]string{"verify"}, args...))
	command.SetOut(&out)
	command.SetErr(&out)
	err := command.ExecuteContext(t.Context())
	var code interface{ ExitCode() int }
	switch {
	case err == nil:
		return out.String(), 0
	case errors.As(err, &code):
		return out.String(), code.ExitCode()
	default:
		return out.String() + err.Error(), 2
	}
}

// head returns the head as the command prints it.
func (b *auditedBooks) head(t *testing.T) (text string, number int) {
	t.Helper()
	var head store.LedgerHead
	if err := b.DB().NewQuery("SELECT number, hash FROM ledger_head").One(&head); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d:%s", head.Number, head.Hash), head.Number
}

func TestALedgerThatNobodyHasTouchedAgrees(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	head, count := b.head(t)
	if count < 10 {
		t.Errorf("there are only %d entries", count)
	}
	b.patch(t, b.revised, map[string]any{"status": "completed"})
	for _, args := range [][]string{nil, {"--head", head}, {"--head", "0:" + domain.FirstLedgerHash}} {
		out, code := verify(t, b, args...)
		newHead, _ := b.head(t)
		if code != 0 || out != "Head: "+newHead+"\nThe ledger agrees.\n" {
			t.Errorf("verifying with %q exits with %d and prints %s", args, code, out)
		}
	}
}

func TestVerifyingReadsOneStateBesideAServerThatWrites(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	other := b.SecondProcess(t)
	var running sync.WaitGroup
	done := make(chan struct{})
	running.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
				b.patch(t, b.revised, map[string]any{"status": []string{"completed", "revision"}[i%2], "price": 50 + i})
			}
		}
	})
	heads := map[string]bool{}
	// A busy machine may let many readings pass between two writes.
	for i := 0; !t.Failed() && (i < 40 || len(heads) < 10); i++ {
		out, code := verify(t, other)
		if code != 0 {
			t.Errorf("verifying exits with %d and prints %s", code, out)
		}
		heads[out] = true
	}
	close(done)
	running.Wait()
}

func TestVerifyingAnUnreadableLedgerFails(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	for _, head := range []string{"7", "x:" + domain.FirstLedgerHash, "7:abc", "7:" + strings.Repeat("g", 64)} {
		if out, code := verify(t, b, "--head", head); code != 2 {
			t.Errorf("verifying with the head %q exits with %d and prints %s", head, code, out)
		}
	}
	b.unprotected(t, "DROP TABLE ledger_accepted")
	if out, code := verify(t, b); code != 2 {
		t.Errorf("verifying without a table exits with %d and prints %s", code, out)
	}
}

// forged is SQL that adds an entry with the right hash at the end.
func (b *auditedBooks) forged(t *testing.T, entry domain.LedgerEntry, withHead bool) []string {
	t.Helper()
	head, number := b.head(t)
	_, last, _ := strings.Cut(head, ":")
	entry.Number, entry.At, entry.Actor, entry.MemoHash = number+1, "2026-12-01T10:00:00.000Z", "system", domain.MemoHash("")
	entry.Hash = entry.HashOf(last)
	statements := []string{fmt.Sprintf("INSERT INTO ledger (%s) VALUES (%d, '%s', '%s', '%s', '%s', '', '%s', 'system', '', '%s', %d, %d, %d, %d, '%s')", store.LedgerColumns,
		entry.Number, entry.At, entry.Kind, entry.Assignment, entry.Tutor, entry.Payout, entry.MemoHash, entry.Cash, entry.Customer, entry.Desk, entry.Tutors, entry.Hash)}
	if withHead {
		statements = append(statements, fmt.Sprintf("UPDATE ledger_head SET number = %d, hash = '%s'", entry.Number, entry.Hash))
	}
	return statements
}

// removedLast is SQL that removes the last entry, and then what the head says about it.
var removedLast = []string{
	"DELETE FROM ledger WHERE number = (SELECT number FROM ledger_head)",
	"UPDATE ledger_head SET number = number - 1",
	"UPDATE ledger_head SET hash = (SELECT hash FROM ledger l WHERE l.number = ledger_head.number)",
}

func TestTamperingIsFound(t *testing.T) {
	t.Parallel()
	type tampering struct {
		statements func(t *testing.T, b *auditedBooks) []string
		finding    string
		withHead   bool // the head that was printed before tells
	}
	plain := func(statements ...string) func(*testing.T, *auditedBooks) []string {
		return func(*testing.T, *auditedBooks) []string { return statements }
	}
	edit := func(format string) func(*testing.T, *auditedBooks) []string {
		return func(_ *testing.T, b *auditedBooks) []string {
			return []string{strings.NewReplacer("$settled", b.settled, "$credited", b.credited, "$claim", b.claim, "$revised", b.revised, "$paidFor", b.paidFor, "$sol", b.sol.Id,
				"$refunded", b.refunded, "$disputed", b.disputed, "$declined", b.declined, "$payout", b.payout).Replace(format)}
		}
	}
	cases := map[string]tampering{
		"a line added":             {plain("UPDATE ledger SET cash = 100, customer = customer - 100 WHERE number = 1"), "entry 1 does not have the hash", false},
		"a line removed":           {plain("UPDATE ledger SET tutors = 0, desk = -customer WHERE kind = 'earned' AND tutors != 0"), "does not have the hash", false},
		"a line that is no number": {plain("UPDATE ledger SET cash = 'a lot' WHERE number = 1"), "entry 1 does not have the hash", false},
		"removed in the middle":    {plain("DELETE FROM ledger WHERE number = 3"), "entry 4 follows entry 2", false},
		"removed at the beginning": {plain("DELETE FROM ledger WHERE number = 1"), "entry 2 follows entry 0", false},
		"removed at the end":       {plain(removedLast[0]), "but the last entry is", false},
		"removed at the end, with the head": {
			plain(removedLast...),
			"which was once the head, is missing", true,
		},
		"two swapped": {plain("UPDATE ledger SET number = -1 WHERE number = 2", "UPDATE ledger SET number = 2 WHERE number = 3", "UPDATE ledger SET number = 3 WHERE number = -1"), "entry 2 does not have", false},
		"inserted": {
			plain("UPDATE ledger SET number = -number WHERE number > 3", "UPDATE ledger SET number = 1 - number WHERE number < 0",
				"INSERT INTO ledger ("+store.LedgerColumns+") SELECT 4"+strings.TrimPrefix(store.LedgerColumns, "number")+" FROM ledger WHERE number = 3"),
			"entry 4 does not have", false,
		},
		"all of them removed": {plain("DELETE FROM ledger"), "the last entry is 0:", false},
		"forged at the end": {func(t *testing.T, b *auditedBooks) []string {
			return b.forged(t, domain.AdjustedEntry(b.kim.Id, 900), false)
		}, "but the last entry is", false},
		"earnings forged at the end, with the head": {func(t *testing.T, b *auditedBooks) []string {
			return b.forged(t, domain.LedgerEntry{Kind: domain.LedgerEarned, Assignment: b.revised, Tutor: b.sol.Id, LedgerLines: domain.LedgerLines{Customer: 5000, Tutors: -5000}}, true)
		}, "customer is 5000, should be 0", false},
		"money forged at the end, with the head": {func(t *testing.T, b *auditedBooks) []string {
			entry := domain.ReceivedEntry(5000)
			entry.Assignment = b.paidFor
			return b.forged(t, entry, true)
		}, "cash is 8000, should be 3000", false},
		"earnings of nothing forged at the end, with the head": {func(t *testing.T, b *auditedBooks) []string {
			return b.forged(t, domain.LedgerEntry{Kind: domain.LedgerEarned, Assignment: "nosuchwork00000", Tutor: b.sol.Id, LedgerLines: domain.LedgerLines{Customer: 5000, Tutors: -5000}}, true)
		}, "the assignment nosuchwork00000, which is gone: customer is 5000", false},
		"the number of the head":                    {plain("UPDATE ledger_head SET number = number + 1"), "the head is", false},
		"the hash of the head":                      {plain("UPDATE ledger_head SET hash = '" + domain.FirstLedgerHash + "'"), "the head is", false},
		"the head removed":                          {plain("DELETE FROM ledger_head"), "the head is missing", false},
		"the price of work":                         {edit("UPDATE assignments SET priceCents = 20000 WHERE id = '$settled'"), "customer is 0, should be 10000", false},
		"the tutor of work":                         {edit("UPDATE assignments SET tutor = '$sol' WHERE id = '$settled'"), "has earned nothing, should have earned 7000", false},
		"the tutor's share of work":                 {edit("UPDATE assignments SET tutorShare = 100 WHERE id = '$settled'"), "has earned 7000, should have earned 10000", false},
		"the status of work":                        {edit("UPDATE assignments SET status = 'completed' WHERE id = '$revised'"), "customer is 0, should be 5000", false},
		"work unfinished":                           {edit("UPDATE assignments SET status = 'pending' WHERE id = '$settled'"), "accepted, but not finished", false},
		"work removed":                              {edit("DELETE FROM assignments WHERE id = '$settled'"), "which is gone: cash is", false},
		"the sum of payments":                       {edit("UPDATE assignments SET receivedCents = 1 WHERE id = '$settled'"), "says that 1 was received, but", false},
		"a payment changed":                         {edit("UPDATE payments SET amountCents = 9000 WHERE assignment = '$settled'"), "cash is 3000, should be 2000", false},
		"a payment removed":                         {edit("DELETE FROM payments WHERE assignment = '$paidFor'"), "cash is 3000, should be 0", false},
		"a payment turned around":                   {edit("UPDATE payments SET kind = 'returned' WHERE assignment = '$paidFor'"), "cash is 3000, should be -3000", false},
		"a refund changed":                          {edit("UPDATE claims SET amountCents = 500 WHERE id = '$claim'"), "customer is -1000, should be -500", false},
		"a refund undone":                           {edit("UPDATE claims SET status = 'declined' WHERE id = '$claim'"), "customer is -1000, should be 0", false},
		"a refund removed":                          {edit("DELETE FROM claims WHERE id = '$claim'"), "but payments and claims add up to 0", false},
		"a refund that counts as paid":              {edit("UPDATE claims SET status = 'paid' WHERE id = '$claim'"), "is paid, so that 1000 should have been returned for it, but 0 was", false},
		"a paid refund that counts as approved":     {edit("UPDATE claims SET status = 'approved' WHERE id = '$refunded'"), "is approved, so that 0 should have been returned for it, but 6000 was", false},
		"money returned for another claim":          {edit("UPDATE payments SET claim = '$claim' WHERE claim = '$refunded'"), "so that 6000 should have been returned for it, but 0 was", false},
		"a dispute closed":                          {edit("UPDATE claims SET status = 'declined' WHERE id = '$disputed'"), "says that a claim is open: true, but the claims say false", false},
		"a dispute opened":                          {edit("UPDATE claims SET status = 'open' WHERE id = '$declined'"), "says that a claim is open: false, but the claims say true", false},
		"a dispute approved with an amount":         {edit("UPDATE claims SET status = 'approved', amountCents = 700 WHERE id = '$disputed'"), "says that 0 was refunded, but payments and claims add up to 700", false},
		"the total of a payout":                     {edit("UPDATE payouts SET totalCents = 9000 WHERE id = '$payout'"), "the payout PAY-2026-0001 ($payout): the total is 9000, but its entries add up to 8900", false},
		"the reference of a payout":                 {edit("UPDATE payouts SET reference = 'Run 2', referenceKey = 'run 2' WHERE id = '$payout'"), "the payout PAY-2026-0001 ($payout): its number, method, reference or total is not", false},
		"the method of a payout":                    {edit("UPDATE payouts SET method = 'Cash' WHERE id = '$payout'"), "($payout): its number, method, reference or total is not", false},
		"the number of a payout":                    {edit("UPDATE payouts SET number = 'PAY-2026-0002' WHERE id = '$payout'"), "the payout PAY-2026-0002 ($payout): its number", false},
		"a payout that can be repeated":             {edit("UPDATE payouts SET referenceKey = 'run 2' WHERE id = '$payout'"), "($payout): the reference \"Run 1\" is not the one", false},
		"who recorded a payout":                     {edit("UPDATE payouts SET by = '$sol' WHERE id = '$payout'"), "($payout): it says that $sol recorded it", false},
		"the id of a payout":                        {edit("UPDATE payouts SET id = 'otherpayout0000' WHERE id = '$payout'"), "the payout $payout is gone, but entries say that it paid 8900", false},
		"a payout removed":                          {edit("DELETE FROM payouts WHERE id = '$payout'"), "the payout $payout is gone, but entries say that it paid 8900", false},
		"a payout of nothing":                       {edit("INSERT INTO payouts (id, number, method, reference, referenceKey, totalCents) SELECT 'otherpayout0000', 'PAY-2026-0002', method, 'Run 2', 'run 2', totalCents FROM payouts"), "(otherpayout0000): the total is 8900, but its entries add up to 0", false},
		"a line of a payout":                        {edit("UPDATE ledger SET cash = cash - 100, tutors = tutors + 100 WHERE payout = '$payout' AND assignment = '$settled'"), "the payout PAY-2026-0001 ($payout): the total is 8900, but its entries add up to 9000", false},
		"a line of a payout removed":                {edit("DELETE FROM ledger WHERE payout = '$payout' AND assignment = '$settled'"), "the total is 8900, but its entries add up to 1900", false},
		"a line of a payout moved to another tutor": {edit("UPDATE ledger SET tutor = '$sol' WHERE payout = '$payout' AND assignment = '$settled'"), "does not have the hash", false},
		"a line added to a payout, with the head": {func(t *testing.T, b *auditedBooks) []string {
			entry := domain.PaidEntry(b.sol.Id, 300)
			entry.Payout = b.payout
			return b.forged(t, entry, true)
		}, "($payout): the total is 8900, but its entries add up to 9200", false},
		"a payment without a payout, with the head": {func(t *testing.T, b *auditedBooks) []string {
			return b.forged(t, domain.PaidEntry(b.sol.Id, 300), true)
		}, "is not one that the program writes", false},
		"what a tutor is owed":             {edit("UPDATE ledger_open SET cents = cents + 100 WHERE assignment = '$credited'"), "the tutor $sol is said to be owed 1733 for the assignment $credited, but the entries add up to 1633", false},
		"what a tutor is owed for nothing": {edit("INSERT INTO ledger_open VALUES ('$sol', '$settled', 900, 1)"), "is said to be owed 900 for the assignment $settled, but the entries add up to 0", false},
		"what a tutor is no longer owed":   {edit("DELETE FROM ledger_open WHERE tutor = '$sol' AND assignment = ''"), "the tutor $sol is said to be owed 0 for adjustments, but the entries add up to 500", false},
		"accepted at another time":         {edit("UPDATE assignments SET acceptedAt = '2026-01-01 00:00:00.000Z' WHERE id = '$settled'"), "but the ledger knows of", false},
		"not accepted any more":            {edit("UPDATE assignments SET acceptedAt = '' WHERE id = '$settled'"), `accepted at ""`, false},
		"accepted early":                   {edit("UPDATE assignments SET acceptedAt = '2026-01-01 00:00:00.000Z' WHERE id = '$paidFor'"), `knows of ""`, false},
	}
	for _, column := range strings.Split(store.LedgerColumns, ", ")[1:] {
		change := "UPDATE ledger SET " + column + " = " + column + " || 'x' WHERE number = 2"
		if column == "cash" || column == "customer" || column == "desk" || column == "tutors" {
			change = "UPDATE ledger SET " + column + " = " + column + " + 1 WHERE number = 2"
		}
		cases["the column "+column] = tampering{plain(change), "entry 2 ", false}
	}
	cases["the column number"] = tampering{plain("UPDATE ledger SET number = 1000 WHERE number = 2"), "entry 3 follows entry 1", false}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newAuditedBooks(t)
			var args []string
			if c.withHead {
				head, _ := b.head(t)
				args = []string{"--head", head}
			}
			b.unprotected(t, c.statements(t, b)...)
			out, code := verify(t, b, args...)
			finding := strings.NewReplacer("$payout", b.payout, "$sol", b.sol.Id, "$credited", b.credited, "$settled", b.settled).Replace(c.finding)
			if code != 1 || !strings.Contains(out, finding) {
				t.Errorf("verifying exits with %d and prints\n%s", code, out)
			}
		})
	}
}

func TestARewrittenLedgerDoesNotMatchThePrintedHead(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	head, number := b.head(t)
	b.unprotected(t, removedLast...)
	b.unprotected(t, b.forged(t, domain.AdjustedEntry(b.kim.Id, 900), true)...)
	b.execute(t, "DELETE FROM ledger_open WHERE tutor = '"+b.sol.Id+"' AND assignment = ''", "INSERT INTO ledger_open VALUES ('"+b.kim.Id+"', '', 900, 1)")
	if out, code := verify(t, b); code != 0 {
		t.Errorf("whoever rewrites everything cannot be found out without a printed head, but verifying prints %s", out)
	}
	if out, code := verify(t, b, "--head", head); code != 1 || !strings.Contains(out, fmt.Sprintf("entry %d was once the head", number)) {
		t.Errorf("verifying with the printed head exits with %d and prints %s", code, out)
	}
}

func TestAMemoIsErasedAndTheLedgerStillAgrees(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	entry := domain.AdjustedEntry(b.kim.Id, 500)
	entry.Memo = "For Kim's sister"
	b.append(t, entry)
	head, number := b.head(t)
	erase := func(number string) (string, error) {
		var out bytes.Buffer
		command := money.NewLedgerCommand(b)
		command.SetArgs([]string{"erase-memo", number})
		command.SetOut(&out)
		command.SetErr(&out)
		err := command.ExecuteContext(t.Context())
		return out.String(), err
	}
	if out, err := erase(fmt.Sprint(number)); err != nil || out != fmt.Sprintf("The memo of entry %d has been erased.\n", number) {
		t.Errorf("erasing prints %q, %v", out, err)
	}
	for _, other := range []string{fmt.Sprint(number), "1", "1000", "first"} {
		if out, err := erase(other); err == nil {
			t.Errorf("erasing the memo of %s prints %q", other, out)
		}
	}
	var memos int
	if err := b.DB().NewQuery("SELECT count(*) FROM ledger WHERE memo LIKE '%sister%'").Row(&memos); err != nil || memos != 0 {
		t.Errorf("%d memos are left, %v", memos, err)
	}
	if out, code := verify(t, b, "--head", head); code != 0 {
		t.Errorf("verifying exits with %d and prints %s", code, out)
	}
}

func TestMissingProtectionIsReported(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	b.execute(t, "DROP TRIGGER ledger_kept")
	if out, code := verify(t, b); code != 1 || !strings.Contains(out, "the trigger ledger_kept is missing") {
		t.Errorf("verifying exits with %d and prints %s", code, out)
	}
}

func TestPlainSQLCannotAlterLedgerEntries(t *testing.T) {
	t.Parallel()
	b := newAuditedBooks(t)
	for _, statement := range []string{
		"UPDATE ledger SET cash = cash + 1", "UPDATE ledger SET memo = 'other'", "UPDATE ledger SET memo = '' WHERE kind = 'earned'",
		"UPDATE ledger SET memo = '', actor = 'me' WHERE kind = 'adjusted'", "DELETE FROM ledger", "DELETE FROM ledger_head",
		"INSERT OR REPLACE INTO ledger SELECT * FROM ledger WHERE number = 1", "INSERT INTO ledger SELECT 5000" + strings.TrimPrefix(store.LedgerColumns, "number") + " FROM ledger WHERE number = 1",
	} {
		if _, err := b.NonconcurrentDB().NewQuery(statement).Execute(); err == nil {
			t.Errorf("%s was not refused", statement)
		}
	}
	b.execute(t, "UPDATE ledger SET memo = '' WHERE kind = 'adjusted'")
	if out, code := verify(t, b); code != 0 {
		t.Errorf("verifying exits with %d and prints %s", code, out)
	}
}
