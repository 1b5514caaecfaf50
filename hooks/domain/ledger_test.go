package domain_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/chance"
)

// book is the ledger of one assignment.
type book struct {
	entries []domain.LedgerEntry
	domain.LedgerStanding
}

func (b *book) add(t *testing.T, entries ...domain.LedgerEntry) {
	t.Helper()
	for _, entry := range entries {
		entry.Assignment, entry.MemoHash = "order", domain.MemoHash("")
		if entry.Kind == domain.LedgerPaid {
			entry.Payout = "payout"
		}
		if !entry.IsSound() {
			t.Errorf("the entry %+v is not sound", entry)
		}
		b.entries = append(b.entries, entry)
		switch entry.Kind {
		case domain.LedgerEarned:
			b.Tutor, b.IsOpen = entry.Tutor, true
		case domain.LedgerReversed:
			b.Tutor, b.IsOpen = entry.Tutor, false
		case domain.LedgerCredited:
		default:
			continue
		}
		b.LedgerLines = b.LedgerLines.Plus(entry.LedgerLines)
	}
}

func TestLedgerFollowsTheWork(t *testing.T) {
	t.Parallel()
	type step struct {
		Work    domain.LedgerWork
		Claim   string
		Entries []domain.LedgerEntry
	}
	for _, c := range readCases[struct {
		Name  string
		Steps []step
	}](t, "ledger.json") {
		t.Run(c.Name, func(t *testing.T) {
			var b book
			for i, step := range c.Steps {
				got := b.Settle(step.Work, step.Claim)
				if !slices.Equal(got, step.Entries) {
					t.Errorf("step %d: got  %+v\nwant %+v", i, got, step.Entries)
				}
				b.add(t, got...)
			}
		})
	}
}

// simple is what the balances of an order must be, computed without the ledger.
func simple(work domain.LedgerWork, paid int) map[string]int {
	beyond := work.ReceivedCents - work.PriceCents
	credited := work.RefundCents
	if beyond > 0 {
		credited -= beyond
	}
	if credited < 0 {
		credited = 0
	}
	if credited > work.PriceCents {
		credited = work.PriceCents
	}
	net, share := 0, 0
	if work.Status == "completed" || work.Status == "graded" {
		net = work.PriceCents - credited
		if work.Tutor != "" {
			share = (2*net*work.TutorShare + 100) / 200
		}
	}
	return map[string]int{
		"cash":     work.ReceivedCents - work.ReturnedCents - paid,
		"customer": net - work.ReceivedCents + work.ReturnedCents,
		"tutors":   paid - share,
		"desk":     share - net,
	}
}

func TestLedgersOfRandomOrdersAddUp(t *testing.T) {
	t.Parallel()
	seed := chance.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	for range 400 {
		var b book
		paid := 0
		work := domain.LedgerWork{Status: "submitted", PriceCents: random.IntN(20_000), TutorShare: random.IntN(101)}
		for step := range 40 {
			claim := ""
			switch random.IntN(8) {
			case 0, 1:
				work.Status = pick("submitted", "in_progress", "revision", "completed", "graded", "cancelled")
			case 2:
				work.Tutor = pick("", "kim", "sol")
			case 3:
				work.PriceCents = random.IntN(20_000)
			case 4:
				work.TutorShare = random.IntN(101)
			case 5:
				cents := 1 + random.IntN(9_000)
				work.ReceivedCents += cents
				b.add(t, domain.ReceivedEntry(cents))
			case 6:
				if left := work.ReceivedCents - work.RefundCents; left > 0 {
					work.RefundCents += 1 + random.IntN(left)
					claim = fmt.Sprint("claim", step)
				}
			case 7:
				if left := work.RefundCents - work.ReturnedCents; left > 0 {
					work.ReturnedCents += left
					b.add(t, domain.ReturnedEntry(left))
				}
				if open := -work.Balances(paid).Tutors; open > 0 {
					paid += open
					b.add(t, domain.PaidEntry(cmp.Or(work.Tutor, "kim"), open))
				}
			}
			b.add(t, b.Settle(work, claim)...)
			if rest := b.Settle(work, claim); len(rest) > 0 {
				t.Errorf("settling twice gives %+v", rest)
			}
			var sums domain.LedgerLines
			for _, entry := range b.entries {
				sums = sums.Plus(entry.LedgerLines)
			}
			want := simple(work, paid)
			if sums.Sum() != 0 || sums.Cash != want["cash"] || sums.Customer != want["customer"] || sums.Tutors != want["tutors"] || sums.Desk != want["desk"] {
				t.Errorf("the sums are %+v, want %v", sums, want)
			}
			if sums != work.Balances(paid) {
				t.Errorf("the balances are %+v, want %+v", work.Balances(paid), sums)
			}
			if t.Failed() {
				t.Fatalf("seed %d: %+v after %+v", seed, work, b.entries)
			}
		}
	}
}

func TestAnEntryIsHashedAsTheDocsSay(t *testing.T) {
	t.Parallel()
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	}
	entry := domain.LedgerEntry{
		Number: 7, At: "2026-12-01T10:00:00.000Z", Kind: domain.LedgerEarned, Assignment: "a<b", Tutor: "kim", Actor: "system",
		Memo: "gone", MemoHash: hash("A-7F3K2M"), LedgerLines: domain.LedgerLines{Customer: 1001, Desk: -300, Tutors: -701},
	}
	text := `{"number":7,"at":"2026-12-01T10:00:00.000Z","kind":"earned","assignment":"a<b","tutor":"kim","claim":"","payout":"","actor":"system",` +
		`"memo":"` + hash("A-7F3K2M") + `","lines":[{"account":"customer","cents":1001},{"account":"desk","cents":-300},{"account":"tutors","cents":-701}]}`
	if got, want := entry.HashOf(domain.FirstLedgerHash), hash(domain.FirstLedgerHash+"\n"+text); got != want || len(domain.FirstLedgerHash) != 64 {
		t.Errorf("the hash is %s, want %s", got, want)
	}
}

func TestTheDocsStateTheRightHashForTheirExample(t *testing.T) {
	t.Parallel()
	docs, err := os.ReadFile("../../docs/ledger.md")
	if err != nil {
		t.Fatal(err)
	}
	entry := domain.ReceivedEntry(10000)
	entry.Number, entry.At, entry.Assignment, entry.Actor = 1, "2026-12-01T10:00:00.000Z", "m1o2n3e4y5p6a7y", "a1d2m3i4n5a6c7t"
	entry.MemoHash = domain.MemoHash("REC-2026-0001")
	for _, text := range []string{`"assignment":"m1o2n3e4y5p6a7y"`, `"memo":"` + entry.MemoHash + `"`, "Its hash is `" + entry.HashOf(domain.FirstLedgerHash) + "`"} {
		if !strings.Contains(string(docs), text) {
			t.Errorf("the docs do not say %s", text)
		}
	}
}

func TestUnsoundEntriesAreRecognized(t *testing.T) {
	t.Parallel()
	sound := func(entry domain.LedgerEntry) domain.LedgerEntry {
		entry.MemoHash = domain.MemoHash(entry.Memo)
		return entry
	}
	adjusted := sound(domain.AdjustedEntry("kim", 500))
	adjusted.MemoHash = domain.MemoHash("A bonus")
	if !adjusted.IsSound() {
		t.Error("an adjustment whose memo was erased is not sound")
	}
	adjusted.Memo = "A malus"
	received := sound(domain.ReceivedEntry(500))
	received.Assignment, received.MemoHash = "order", domain.MemoHash("REC-2026-0001")
	paid := sound(domain.PaidEntry("kim", 500))
	unbalanced := paid
	unbalanced.Payout, unbalanced.Desk = "payout", 1
	paidOut := received
	paidOut.Memo, paidOut.Payout = "REC-2026-0001", "payout"
	for name, entry := range map[string]domain.LedgerEntry{
		"a memo that was changed":            adjusted,
		"a memo of the program, erased":      received,
		"lines that do not add up":           unbalanced,
		"money for a tutor without a payout": paid,
		"a student's payment in a payout":    paidOut,
		"no lines":                           sound(domain.LedgerEntry{Kind: domain.LedgerEarned, Assignment: "order"}),
		"a payment of nothing in particular": sound(domain.ReceivedEntry(500)),
		"another kind's lines":               sound(domain.LedgerEntry{Kind: domain.LedgerReceived, Assignment: "order", LedgerLines: domain.LedgerLines{Customer: 5, Desk: -5}}),
		"an unknown kind":                    sound(domain.LedgerEntry{Kind: "given", Tutor: "kim", LedgerLines: domain.LedgerLines{Cash: -5, Tutors: 5}}),
	} {
		if entry.IsSound() {
			t.Errorf("%s is sound", name)
		}
	}
}

func TestNewAdjustment(t *testing.T) {
	runCases(t, "new_adjustment.json", domain.NewAdjustment.Check)
}

func TestTutorsReadWhatTheLedgerSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status                  string
		received, refunds, want int
	}{
		{domain.StatusInProgress, 10000, 0, 7500},
		{domain.StatusRevision, 10000, 4000, 4500},
		{domain.StatusCompleted, 10000, 4000, 4500},
		{domain.StatusCompleted, 10500, 500, 7500}, // paid beyond the price
		{domain.StatusGraded, 10000, 10000, 0},
		{domain.StatusCancelled, 10000, 0, 0},
	} {
		work := domain.LedgerWork{Status: c.status, Tutor: "kim", PriceCents: 10000, TutorShare: 75, ReceivedCents: c.received, RefundCents: c.refunds}
		if got := work.TutorCents(); got != c.want {
			t.Errorf("%+v earns %d, want %d", work, got, c.want)
		}
		if earned := work.Earned(); domain.IsFinished(c.status) && -earned.Tutors != c.want {
			t.Errorf("the ledger says %+v, want %d", earned, c.want)
		}
	}
}
