package e2e

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deskmate/internal/database"
)

// outcome runs the program and returns what it prints and what it exits with.
func outcome(t *testing.T, args ...string) (string, int) {
	t.Helper()
	out, err := prepare(t, args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if err != nil {
		return string(out), exit.ExitCode()
	}
	return string(out), 0
}

func TestTheExitCodeTellsWhetherTheLedgerAgrees(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if out, code := outcome(t, "demo", "--dir="+dir, "--entries=1234"); code != 0 {
		t.Fatalf("creating the sample data exits with %d: %s", code, out)
	}
	expect := func(code int, text string, args ...string) string {
		t.Helper()
		out, got := outcome(t, append([]string{"ledger", "verify", "--dir=" + dir}, args...)...)
		if got != code || !strings.Contains(out, text) {
			t.Errorf("verifying with %q exits with %d and prints %s", args, got, out)
		}
		return out
	}
	head := regexp.MustCompile(`1234:[0-9a-f]{64}`).FindString(expect(0, "The ledger agrees."))
	expect(0, "Head: "+head, "--head="+head)
	expect(1, "was once the head", "--head=17:"+strings.TrimPrefix(head, "1234:"))
	expect(2, "is not of the form NUMBER:HASH", "--head=latest")
	expect(2, "unknown flag", "--haed="+head)
	expect(2, "unknown command", "thoroughly")
	expect(2, "the database has no ledger yet", "--dir="+filepath.Join(t.TempDir(), "empty"))
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.NewQuery("UPDATE assignments SET priceCents = priceCents + 1 WHERE id = 'sample000000007'").Execute(); err != nil {
		t.Fatal(err)
	}
	expect(1, "A-000007 (sample000000007): customer is ")
	if out, code := outcome(t, "tallies", "verify", "--dir="+dir); code != 0 {
		t.Errorf("the tallies of the sample are wrong: %s", out)
	}
}
