package e2e

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deskmate/internal/clock"
)

// saysRestored is what a start says on a database that was restored.
const saysRestored = "Everybody is logged out"

// admits checks whether a start admits the holder of a token, and says that the database was
// restored if it does not.
func admits(t *testing.T, s *server, output *bytes.Buffer, when, token string, want bool) {
	t.Helper()
	s.waitFor(t, "/api/site", "")
	status, _ := s.get(t, "/api/auth/me", token)
	if (status == http.StatusOK) != want || (status == http.StatusUnauthorized) == want {
		t.Errorf("%s: got %d", when, status)
	}
	s.terminate(t)
	if strings.Contains(output.String(), saysRestored) == want {
		t.Errorf("%s: it printed %s", when, output)
	}
}

func TestARestoreEndsSessionsAndAPlainStartDoesNot(t *testing.T) {
	t.Parallel()
	s, dir, _ := siteWithAFile(t)
	_, token, _ := s.signUp(t, "sam@example.com", "", "")
	if _, stderr, code := run(t, "backup", "create", "later.zip", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	s.kill()
	again, output := start(t, dir)
	admits(t, again, output, "after a kill", token, true)
	former, err := os.ReadFile(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	again, output = start(t, dir)
	admits(t, again, output, "after a stop", token, true)
	if err := os.WriteFile(filepath.Join(dir, "data.db"), former, 0o600); err != nil {
		t.Fatal(err)
	}
	again, output = start(t, dir)
	admits(t, again, output, "with a former database", token, false)
	if _, stderr, code := run(t, "backup", "restore", "later.zip", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	again, output = start(t, dir)
	admits(t, again, output, "with a backup", token, false)
}

func TestOnlyAPointInTimeRestoreEndsSessions(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, dir, _ := b.open(t)
	_, token, _ := s.signUp(t, "sam@example.com", "", "")
	s.awaitSent(t)
	at := clock.Deadline(0).UTC().Format(time.RFC3339Nano)
	s.ask(t)
	s.terminate(t)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	again, output := start(t, dir, b.env()...)
	again.await(t, "it to serve", isServing)
	admits(t, again, output, "on an empty machine", token, true)
	if out, code := b.replica(t, "restore", "--at="+at, "--dir="+dir); code != 0 {
		t.Fatal(out)
	}
	again, output = start(t, dir, b.env()...)
	again.await(t, "it to serve", isServing)
	admits(t, again, output, "as it was at a time", token, false)
}
