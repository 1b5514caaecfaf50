package e2e

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deskmate/internal/database"
)

func TestADryRunOfRetentionListsFilesAndChangesNothing(t *testing.T) {
	t.Parallel()
	if out, code := outcome(t, "retention", "run", "--dry-run", "--dir="+t.TempDir()); code != 1 || !strings.Contains(out, "the data folder is empty") {
		t.Errorf("with an empty folder, it exits with %d and prints %s", code, out)
	}
	dir := filepath.Join(t.TempDir(), "data")
	retain := func(code int, args ...string) string {
		t.Helper()
		out, got := outcome(t, append([]string{"retention", "run", "--dir=" + dir}, args...)...)
		if got != code {
			t.Errorf("with %q, it exits with %d and prints %s", args, got, out)
		}
		return out
	}
	if out, code := outcome(t, "migrate", "up", "--dir="+dir); code != 0 {
		t.Fatal(out)
	}
	if out := retain(0, "--dry-run"); out != "Nothing is due.\n" {
		t.Errorf("of a desk without orders, it prints %q", out)
	}
	dir = filepath.Join(t.TempDir(), "sample")
	if out, code := outcome(t, "demo", "--dir="+dir); code != 0 {
		t.Fatal(out)
	}
	execute := func(query string) {
		t.Helper()
		db, err := database.Connect(filepath.Join(dir, "data.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	execute(`UPDATE assignments SET acceptedAt = '2020-01-02 10:00:00.000Z', settledAt = '2020-01-02 10:00:00.000Z', purgeAt = '', purgedAt = ''
		WHERE acceptedAt != '' AND settledAt != '' AND id NOT IN (SELECT assignment FROM claims)`)
	form := regexp.MustCompile(`^announce\t(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\t(A-[0-9A-Z]{6}\t[^\t]+\t[1-9][0-9]*)$`)
	// files returns what the lines say of each file, without the time, which is that of the run.
	files := func(out string) (all []string) {
		for line := range strings.Lines(out) {
			found := form.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if found == nil {
				t.Fatalf("it prints %q", line)
			}
			all = append(all, found[2])
		}
		slices.Sort(all)
		return all
	}
	first := files(retain(0, "--dry-run"))
	if second := files(retain(0, "--dry-run")); len(first) < 5 || !slices.Equal(first, second) {
		t.Errorf("a second dry run prints %q instead of %q", second, first)
	}
	execute("CREATE TRIGGER fault BEFORE INSERT ON notices BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
	if out := retain(1); !strings.Contains(out, "the disk is full") {
		t.Errorf("when it fails, it prints %s", out)
	}
	if dry := files(retain(0, "--dry-run")); !slices.Equal(dry, first) {
		t.Errorf("a dry run after a failure prints %q instead of %q", dry, first)
	}
	execute("DROP TRIGGER fault")
	if announced := files(retain(0)); !slices.Equal(announced, first) {
		t.Errorf("the run announces %q instead of %q", announced, first)
	}
	if out := retain(0, "--dry-run"); out != "Nothing is due.\n" {
		t.Errorf("afterwards it prints %s", out)
	}
}
