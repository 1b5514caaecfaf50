package domain_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"deskmate/hooks/domain"
)

func TestAPayoutPaysOpenAmountsAndCarriesTheRestForward(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		open []domain.Open
		want string
	}{
		"nothing":               {nil, "[]"},
		"two tutors":            {[]domain.Open{{"kim", "a", "A-1", 500}, {"kim", "", "", 20}, {"sol", "a", "A-1", 7}}, "[kim a 500 A-1 kim  20  sol a 7 A-1]"},
		"too much for another":  {[]domain.Open{{"kim", "a", "A-1", 500}, {"kim", "b", "A-2", 300}, {"kim", "c", "A-3", -400}}, "[kim a 400 A-1]"},
		"a deduction first":     {[]domain.Open{{"kim", "", "", -50}, {"kim", "a", "A-1", 60}, {"sol", "b", "A-2", 9}}, "[kim a 10 A-1 sol b 9 A-2]"},
		"no more than too much": {[]domain.Open{{"kim", "a", "A-1", 500}, {"kim", "b", "A-2", -500}, {"noor", "a", "A-1", -3}, {"sol", "b", "A-2", 1}}, "[sol b 1 A-2]"},
	} {
		got := []string{}
		for _, entry := range domain.Payable(c.open) {
			entry.MemoHash, entry.Payout = domain.MemoHash(entry.Memo), "payout"
			if !entry.IsSound() {
				t.Errorf("%s: %+v is not sound", name, entry)
			}
			got = append(got, fmt.Sprint(entry.Tutor, " ", entry.Assignment, " ", entry.Tutors, " ", entry.Memo))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: paid %v, want %s", name, got, c.want)
		}
	}
}

func TestAPayoutsIDIsDerivedFromItsContents(t *testing.T) {
	t.Parallel()
	// printf 'PAY-2026-0001\nBank transfer\nRun 7\n15075' | openssl dgst -sha256 -binary | head -c 16 | base32
	id := domain.PayoutID("PAY-2026-0001", "Bank transfer", "Run 7", 15075)
	if id != "2b4kae74qn7op7gdsmd6qdmmgi" || !domain.IsPayoutID(id) || domain.IsPayoutID("k3v9x0a1b2c3d4e") {
		t.Errorf("the id is %s", id)
	}
	for _, other := range []string{
		domain.PayoutID("PAY-2026-0002", "Bank transfer", "Run 7", 15075), domain.PayoutID("PAY-2026-0001", "Bank", "transfer\nRun 7", 15075),
		domain.PayoutID("PAY-2026-0001", "Bank transfer", "Run 8", 15075), domain.PayoutID("PAY-2026-0001", "Bank transfer", "Run 7", 15076),
	} {
		if other == id {
			t.Errorf("%s is the id of another payout", other)
		}
	}
	docs, err := os.ReadFile("../../docs/ledger.md")
	if err != nil || !strings.Contains(string(docs), "`"+id+"`") {
		t.Errorf("the docs do not say %s, %v", id, err)
	}
}
