package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// ask asks for a quote and returns the id of the request.
func (s *server) ask(t *testing.T) string {
	t.Helper()
	form, _ := json.Marshal(testkit.NewQuote())
	var made struct {
		ID string `json:"_id"`
	}
	if status := s.post(t, "/api/quotes", "", "application/json", bytes.NewReader(form), &made); status != http.StatusCreated {
		t.Fatalf("asking for a quote: got %d", status)
	}
	return made.ID
}

// replica runs a command about the copy and returns what it prints.
func (b *bucketStore) replica(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	call := prepare(t, append([]string{"replica"}, args...)...)
	call.Env = append(call.Env, b.env()...)
	printed, _ := call.CombinedOutput()
	return string(printed), call.ProcessState.ExitCode()
}

// formerDatabases returns the databases that were set aside in a data folder.
func formerDatabases(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "former-g*.db"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// formerDatabase returns the only one.
func formerDatabase(t *testing.T, dir string) string {
	t.Helper()
	found := formerDatabases(t, dir)
	if len(found) != 1 {
		t.Fatalf("set aside are %v", found)
	}
	return found[0]
}

func TestACopyCanBeRestoredToAPointInTime(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, dir, _ := b.open(t)
	folder := "--dir=" + dir
	kept := s.ask(t)
	s.awaitSent(t)
	at := clock.Deadline(0).UTC().Format(time.RFC3339Nano)
	undone := s.ask(t)
	if out, code := b.replica(t, "restore", folder); code != 1 || !strings.Contains(out, "another process on this machine is using this data folder") {
		t.Errorf("while the server runs, restoring exits with %d and prints %s", code, out)
	}
	s.terminate(t)

	apart := filepath.Join(t.TempDir(), "apart.db")
	if out, code := b.replica(t, "restore", "--to="+apart, folder); code != 0 || !strings.Contains(out, "which is intact") {
		t.Errorf("writing a file exits with %d and prints %s", code, out)
	}
	if lost := missing(t, apart, []acknowledged{{id: kept}, {id: undone}}); len(lost) > 0 {
		t.Errorf("the file lacks %v", lost)
	}
	for want, args := range map[string][]string{
		"the copy only reaches back to":     {"--at=2020-01-01T00:00:00Z"},
		`"yesterday" is not a time such as`: {"--at=yesterday"},
		"already exists":                    {"--to=" + apart},
		"unknown flag":                      {"--nosuch"},
	} {
		if out, code := b.replica(t, append([]string{"restore", folder}, args...)...); code != 1 || !strings.Contains(out, want) {
			t.Errorf("restoring with %q exits with %d and prints %s", args, code, out)
		}
	}
	if out, code := b.replica(t, "restore", "--at="+at, folder); code != 0 || !strings.Contains(out, "Restored generation 1 as generation 2.") {
		t.Fatalf("restoring exits with %d and prints %s", code, out)
	}
	again := b.serve(t, dir)
	if _, h := again.health(); h.Generation != 2 {
		t.Errorf("the generation is %d", h.Generation)
	}
	again.terminate(t)
	if lost := missing(t, filepath.Join(dir, "data.db"), []acknowledged{{id: kept}, {id: undone}}); len(lost) != 1 || lost[0].id != undone {
		t.Errorf("the restored database lacks %v, want %s", lost, undone)
	}
	if lost := missing(t, formerDatabase(t, dir), []acknowledged{{id: undone}}); len(lost) > 0 {
		t.Error("the former database was not kept")
	}
	// A database that was set aside stays, however often a copy is restored.
	for attempt, kept := range []string{"The former database is kept as ", ""} {
		if kept == "" {
			if err := os.Rename(filepath.Join(dir, "data.db"), filepath.Join(t.TempDir(), "moved.db")); err != nil {
				t.Fatal(err)
			}
		}
		out, code := b.replica(t, "restore", folder)
		if code != 0 || !strings.Contains(out, kept) || kept == "" && strings.Contains(out, "is kept") || len(formerDatabases(t, dir)) != 2 {
			t.Errorf("restoring again (%d) exits with %d, leaves %v and prints %s", attempt, code, formerDatabases(t, dir), out)
		}
	}
	out, code := b.replica(t, "status", folder)
	for _, line := range []string{"s3://copies/desk", "generation 1  from", "generation 2  from", "this machine  generation 4"} {
		if code != 0 || !strings.Contains(out, line) {
			t.Errorf("the status exits with %d and lacks %q: %s", code, line, out)
		}
	}
	// A machine that takes over answers only once its own copy is complete, so nothing is
	// lost if it dies at once.
	b.serve(t, filepath.Join(t.TempDir(), "elsewhere")).kill()
	if out, _ := b.replica(t, "status", folder); !strings.Contains(out, "generation 5  from") {
		t.Errorf("the copy of a machine that answered is not there: %s", out)
	}
}

// A restore is killed at each of its requests for a file, one after the other, until one
// needs no more of them.
func TestARestoreThatIsKilledIsBegunAnew(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, _, _ := b.open(t)
	kept := s.ask(t)
	s.terminate(t)
	var left atomic.Int64
	reached := make(chan struct{}, 1)
	held := serveBuckets(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, ".ltx") && left.Add(-1) == 0 {
			reached <- struct{}{}
			<-r.Context().Done()
			return
		}
		b.content.ServeHTTP(w, r)
	}))
	dir := filepath.Join(t.TempDir(), "elsewhere")
	kills := 0
	for isOver := false; !isOver; {
		left.Store(int64(kills + 1))
		again, _ := start(t, dir, held.env()...)
		tick, limit := time.NewTicker(20*time.Millisecond), time.After(2*time.Minute)
		for isKilled := false; !isKilled && !isOver; {
			select {
			case <-reached:
				again.kill()
				kills++
				isKilled = true
			case <-tick.C:
				if _, h := again.health(); isServing(h) {
					again.terminate(t)
					isOver = true
				}
			case <-limit:
				t.Fatalf("after %d kills, it neither restores nor serves", kills)
			}
		}
		tick.Stop()
	}
	if kills < 2 {
		t.Errorf("only %d restores were killed", kills)
	}
	if lost := missing(t, filepath.Join(dir, "data.db"), []acknowledged{{id: kept}}); len(lost) > 0 {
		t.Error("the change is not in the database")
	}
	if aside := formerDatabases(t, dir); len(aside) > 0 {
		t.Errorf("set aside are %v", aside)
	}
}

func TestAStartThatCouldLoseDataIsRefused(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, _, _ := b.open(t)
	s.terminate(t)
	stranger := filepath.Join(t.TempDir(), "stranger")
	if _, stderr, code := run(t, "migrate", "up", "--dir="+stranger); code != 0 {
		t.Fatal(stderr)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	for _, c := range []struct {
		dir, says string
		env       []string
	}{
		{stranger, "is not known to belong to", nil},
		{empty, "DESKMATE_RESTORE is never", []string{"DESKMATE_RESTORE=never"}},
		{empty, "DESKMATE_RESTORE must be", []string{"DESKMATE_RESTORE=perhaps"}},
		{empty, "exceeded maximum number of attempts", []string{"DESKMATE_S3_ENDPOINT=http://127.0.0.1:1"}},
		{empty, "must be outside the data folder", []string{"DESKMATE_REPLICA_META=" + filepath.Join(empty, "meta")}},
		{empty, "DESKMATE_DB_SYNC must be full", []string{"DESKMATE_DB_SYNC=normal"}},
	} {
		refused, output := start(t, c.dir, b.env(c.env...)...)
		if code := refused.refusal(t); code != 1 || !strings.Contains(output.String(), c.says) {
			t.Errorf("%s %q: it exited with %d and printed %s", c.dir, c.env, code, output)
		}
	}
	if _, err := os.Stat(filepath.Join(empty, "data.db")); err == nil {
		t.Error("a database was made")
	}
}

func TestFilesCanBeKeptInABucket(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	files := "DESKMATE_FILES_URL=s3://uploads"
	s, dir, _ := b.open(t, files)
	keepsNoKeys(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	file := bytes.Repeat(testkit.PDF("Tides"), 2000)
	kind, body := form(t, file)
	var made struct {
		ID      string `json:"_id"`
		FileURL string
	}
	if status := s.post(t, "/api/assignments", student, kind, body, &made); status != http.StatusCreated {
		t.Fatalf("handing in: got %d", status)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "storage", "*", "*", "*")); len(found) > 0 {
		t.Errorf("there are files on the disk: %v", found)
	}
	b.away.Store(true)
	kind, body = form(t, file)
	var refused struct{ Message string }
	if status := s.post(t, "/api/assignments", student, kind, body, &refused); status < 400 {
		t.Errorf("handing in without the store: got %d", status)
	}
	if status, _ := s.get(t, "/api/assignments/"+made.ID, student); status != http.StatusOK {
		t.Errorf("reading without the store: got %d", status)
	}
	b.away.Store(false)
	s.terminate(t)
	other := b.serve(t, filepath.Join(t.TempDir(), "elsewhere"), files)
	if status, back := other.get(t, made.FileURL, ""); status != http.StatusOK || !bytes.Equal(back, file) {
		t.Errorf("the file on the other machine: got %d with %d bytes of %d", status, len(back), len(file))
	}
	if status, _ := other.get(t, strings.Split(made.FileURL, "?")[0], ""); status < 400 {
		t.Errorf("without its token: got %d", status)
	}
	var own struct{ Assignments []json.RawMessage }
	if _, content := other.get(t, "/api/assignments", student); json.Unmarshal(content, &own) == nil && len(own.Assignments) > 1 {
		t.Error("the refused assignment was kept")
	}
}

// keepsNoKeys checks that the settings, which an operator has saved, are not those of the
// environment.
func keepsNoKeys(t *testing.T, dir string) {
	t.Helper()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var settings struct {
		Limited bool   `db:"limited"`
		Bucket  string `db:"bucket"`
		Key     string `db:"key"`
		Secret  string `db:"secret"`
	}
	err = db.NewQuery("SELECT value->>'$.rateLimits.enabled' AS limited, value->>'$.s3.bucket' AS bucket, value->>'$.s3.accessKey' AS key, coalesce(value->>'$.s3.secret', '') AS secret " +
		"FROM _params WHERE id = 'settings'").One(&settings)
	if err != nil || settings.Limited || settings.Bucket+settings.Key+settings.Secret != "" {
		t.Errorf("stored are %+v, %v", settings, err)
	}
}
