package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

func TestTheMigrationEntersWhatHappenedBefore(t *testing.T) {
	t.Parallel()
	b := newBooks(t)
	b.CopyRows(t, records.Assignments, b.settled, 2500, dbx.Params{records.ReceivedCents: 0, records.Updated: "2027-01-02 03:04:05.678Z"})
	b.execute(t, "DELETE FROM payouts") // there were none before
	find := func(file string) *core.Migration {
		migrations := core.AppMigrations.Items()
		return migrations[slices.IndexFunc(migrations, func(m *core.Migration) bool { return m.File == file })]
	}
	keep, sum := find("1795900001_keep_ledger.go"), find("1796400001_sum_what_is_open.go")
	for _, migrate := range []func(core.App) error{sum.Down, keep.Down, keep.Up, sum.Up} {
		if err := b.RunInTransaction(migrate); err != nil {
			t.Fatal(err)
		}
	}
	out, code := verify(t, b)
	if code != 0 || !strings.Contains(out, "The ledger agrees.") {
		t.Errorf("verifying exits with %d and prints %s", code, out)
	}
	var counts []string
	err := b.DB().NewQuery("SELECT kind || ' ' || actor || ' ' || count(*) FROM ledger GROUP BY kind, actor ORDER BY 1").Column(&counts)
	if want := []string{"earned system 2503", "received system 4", "returned system 1"}; err != nil || !slices.Equal(counts, want) {
		t.Errorf("the entries are %q, want %q, %v", counts, want, err)
	}
	var entries []rules.LedgerEntry
	if err := b.DB().NewQuery("SELECT * FROM ledger ORDER BY number").All(&entries); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(entries, func(a, b rules.LedgerEntry) int { return strings.Compare(a.At, b.At) }) {
		t.Error("the entries are not in the order of time")
	}
	updated := strings.Replace(b.find(t, b.credited).GetString(records.Updated), " ", "T", 1)
	for _, entry := range entries {
		if entry.Assignment == b.credited && entry.Kind == rules.LedgerEarned && (entry.At != updated || entry.Tutor != b.sol.Id || fmt.Sprint(entry.List()) != "[{customer 2333} {desk -700} {tutors -1633}]") {
			t.Errorf("the entry is %+v", entry)
		}
		if strings.HasPrefix(entry.Assignment, "copy") && entry.At != "2027-01-02T03:04:05.678Z" {
			t.Errorf("the entry is %+v", entry)
		}
	}
	// What happens next follows on.
	b.patch(t, b.revised, map[string]any{"status": "completed"})
	if out, code := verify(t, b); code != 0 {
		t.Errorf("verifying exits with %d and prints %s", code, out)
	}
}
