package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// bucketStore is an S3-compatible store in this process, which can be away for a while.
type bucketStore struct {
	content http.Handler
	server  *httptest.Server
	away    atomic.Bool
	later   atomic.Int64 // by how many seconds its clock is ahead of what it wrote
}

func newBucketStore(t *testing.T) *bucketStore {
	t.Helper()
	backend := s3mem.New()
	for _, bucket := range []string{"copies", "uploads"} {
		if err := backend.CreateBucket(bucket); err != nil {
			t.Fatal(err)
		}
	}
	quiet := gofakes3.StdLog(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo))
	return serveBuckets(t, gofakes3.New(backend, gofakes3.WithLogger(quiet)).Server())
}

// sibling returns the same store for another machine, which reaches it by a route of its own.
func (b *bucketStore) sibling(t *testing.T) *bucketStore {
	t.Helper()
	return serveBuckets(t, b.content)
}

func serveBuckets(t *testing.T, content http.Handler) *bucketStore {
	t.Helper()
	b := &bucketStore{content: content}
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b.away.Load() {
			panic(http.ErrAbortHandler) // the connection breaks
		}
		w.Header().Set("Date", clock.Deadline(time.Duration(b.later.Load())*time.Second).UTC().Format(http.TimeFormat))
		content.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		b.server.CloseClientConnections()
		b.server.Close()
	})
	return b
}

// interval is how often a server sends changes by default.
const interval = time.Second

// env returns the variables of a machine that copies its database to the store.
func (b *bucketStore) env(more ...string) []string {
	return append([]string{
		"DESKMATE_REPLICA_URL=s3://copies/desk",
		"DESKMATE_S3_ENDPOINT=" + b.server.URL, "DESKMATE_S3_ACCESS_KEY=key", "DESKMATE_S3_SECRET_KEY=secret",
		"AWS_CA_BUNDLE=/nowhere.pem", "NO_PROXY=127.0.0.1",
	}, more...)
}

// open makes a data folder with an operator and serves it with a copy in the store.
func (b *bucketStore) open(t *testing.T, more ...string) (s *server, dir, operator string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	s = b.serve(t, dir, more...)
	operator = s.signInOperator(t)
	if status, answer := s.send(t, "PATCH", "/api/settings", operator, `{"rateLimits":{"enabled":false}}`); status != http.StatusOK {
		t.Fatalf("got %d %s", status, answer)
	}
	return s, dir, operator
}

// serve serves a folder and waits until it answers.
func (b *bucketStore) serve(t *testing.T, dir string, more ...string) *server {
	t.Helper()
	s, _ := start(t, dir, b.env(more...)...)
	s.await(t, "it to serve", isServing)
	return s
}

// healthAnswer is what the health check says about the copy.
type healthAnswer struct {
	Generation int64
	LagSeconds *float64
	State      string
}

func isServing(h healthAnswer) bool { return h.Generation > 0 }

func (s *server) health() (status int, h healthAnswer) {
	answer, err := http.Get(s.base + "/api/health")
	if err != nil {
		return 0, h
	}
	defer answer.Body.Close()
	var body struct {
		Data struct{ Replica healthAnswer }
	}
	_ = json.NewDecoder(answer.Body).Decode(&body)
	return answer.StatusCode, body.Data.Replica
}

// await waits until the health is as expected.
func (s *server) await(t *testing.T, what string, expected func(healthAnswer) bool) (h healthAnswer) {
	t.Helper()
	var status int
	isExpected := testkit.Holds(func() bool {
		status, h = s.health()
		return status != 0 && expected(h)
	})
	if !isExpected {
		t.Fatalf("waited in vain for %s: %d %+v", what, status, h)
	}
	return h
}

// awaitSent waits until the copy has everything that was made before.
func (s *server) awaitSent(t *testing.T) {
	t.Helper()
	elapsed := clock.Stopwatch()
	s.await(t, "the copy to have everything", func(h healthAnswer) bool {
		return h.LagSeconds != nil && elapsed() > time.Duration(*h.LagSeconds*float64(time.Second))+2*interval
	})
}

// refusal waits until a server that cannot start has ended, and returns its exit code.
func (s *server) refusal(t *testing.T) (code int) {
	t.Helper()
	limit := time.AfterFunc(2*time.Minute, func() { _ = s.process.Process.Kill() })
	defer limit.Stop()
	_ = s.process.Wait()
	return s.process.ProcessState.ExitCode()
}

// terminate stops the server as a supervisor does and waits until it has ended.
func (s *server) terminate(t *testing.T) {
	t.Helper()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		t.Errorf("the program exited with %v", err)
	}
}

// acknowledged is a change that a server has said to have made.
type acknowledged struct {
	id string
	at time.Duration // since the load began
}

// load is visitors who ask for quotes until it is stopped.
type load struct {
	elapsed  func() time.Duration
	stopped  chan struct{}
	visitors sync.WaitGroup

	mu       sync.Mutex
	made     []acknowledged
	slowest  time.Duration
	refusals map[int]int
	cutOff   atomic.Int32 // requests that got no answer
}

// begin lets several visitors ask the server that target returns. It is called for each
// request.
func begin(target func() *server) *load {
	l := &load{elapsed: clock.Stopwatch(), stopped: make(chan struct{}), refusals: map[int]int{}}
	form, _ := json.Marshal(testkit.NewQuote())
	for range 4 {
		l.visitors.Go(func() {
			for {
				select {
				case <-l.stopped:
					return
				default:
				}
				l.ask(target(), form)
			}
		})
	}
	return l
}

func (l *load) ask(s *server, form []byte) {
	took := clock.Stopwatch()
	answer, err := http.Post(s.base+"/api/quotes", "application/json", bytes.NewReader(form))
	if err != nil {
		l.cutOff.Add(1)
		return
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		l.cutOff.Add(1)
		return
	}
	var made struct {
		ID string `json:"_id"`
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.slowest = max(l.slowest, took())
	if answer.StatusCode != http.StatusCreated {
		l.refusals[answer.StatusCode]++
	} else if json.Unmarshal(content, &made) == nil {
		l.made = append(l.made, acknowledged{made.ID, l.elapsed()})
	}
}

// untilMade waits until as many changes have been acknowledged.
func (l *load) untilMade(t *testing.T, count int) {
	t.Helper()
	testkit.Eventually(t, fmt.Sprintf("%d changes are acknowledged", count), func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.made) >= count
	})
}

// limit is how long a change may take: a second, or more if the machine of the tests is
// so busy that changes have taken long before.
func (l *load) limit() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(time.Second, 2*l.slowest)
}

// stop ends the load and returns what was acknowledged.
func (l *load) stop() []acknowledged {
	close(l.stopped)
	l.visitors.Wait()
	return l.made
}

// bestOfThree repeats a measurement that a stall of the machine may spoil, at most three
// times, until the slowest change is within its limit. It returns how often it measured.
func bestOfThree(t *testing.T, measure func() (slowest, limit time.Duration)) (attempts int) {
	t.Helper()
	for attempts = 1; ; attempts++ {
		slowest, limit := measure()
		if slowest <= limit {
			return attempts
		}
		if attempts == 3 {
			t.Errorf("the slowest change took %v, with a limit of %v", slowest, limit)
			return attempts
		}
	}
}

// missing returns the acknowledged changes that a data folder does not contain, and
// checks that its database is intact.
func missing(t *testing.T, database string, made []acknowledged) (lost []acknowledged) {
	t.Helper()
	db, err := sql.Open("sqlite", database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var sound string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&sound); err != nil || sound != "ok" {
		t.Fatalf("the database is damaged: %s %v", sound, err)
	}
	for _, each := range made {
		var found int
		if err := db.QueryRow("SELECT count(*) FROM quotes WHERE id = ?", each.id).Scan(&found); err != nil {
			t.Fatal(err)
		}
		if found == 0 {
			lost = append(lost, each)
		}
	}
	return lost
}

// What another machine lacks depends on when this one is killed and on how busy the
// machine of the tests is, so the best of several attempts counts.
func TestAKilledServerLosesNothingLocallyAndLittleElsewhere(t *testing.T) {
	t.Parallel()
	var attempts []string
	for range 3 {
		late, limit := killAndMove(t)
		if late <= limit {
			return
		}
		attempts = append(attempts, fmt.Sprintf("%v instead of %v", late, limit))
	}
	t.Errorf("what was acknowledged last is lost: %s", strings.Join(attempts, ", "))
}

// killAndMove kills a server under load and starts another machine. It returns how long
// before the end the first change was made that the other machine lacks, and how long
// that may be: two intervals, and what this machine adds because it is busy.
func killAndMove(t *testing.T) (late, limit time.Duration) {
	t.Helper()
	b := newBucketStore(t)
	s, dir, _ := b.open(t)
	l := begin(func() *server { return s })
	l.untilMade(t, 50)
	s.awaitSent(t)
	l.untilMade(t, 300)
	killed := l.elapsed()
	s.kill()
	made := l.stop()

	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	b.later.Store(60)
	other := b.serve(t, elsewhere)
	b.later.Store(0)
	if _, h := other.health(); h.Generation != 2 {
		t.Errorf("the restored machine is at generation %d, want 2", h.Generation)
	}
	other.terminate(t)
	lost := missing(t, filepath.Join(elsewhere, "data.db"), made)
	if len(lost) == len(made) {
		t.Error("nothing was copied")
	}
	if len(lost) > 0 {
		late = killed - lost[0].at
	}
	t.Logf("%d of %d are not on the other machine, the first from %v before the end", len(lost), len(made), late)
	if lost := missing(t, filepath.Join(dir, "data.db"), made); len(lost) > 0 {
		t.Errorf("%d of %d are lost on the same disk", len(lost), len(made))
	}
	// The first machine cannot go on behind the back of the second.
	again, output := start(t, dir, b.env()...)
	if code := again.refusal(t); code != 1 || !strings.Contains(output.String(), "another machine has continued this site") {
		t.Errorf("it exited with %d and printed %s", code, output)
	}
	return late, 2*interval + 2*l.slowest
}

func TestAServerThatIsStoppedLosesNothing(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, dir, _ := b.open(t)
	l := begin(func() *server { return s })
	l.untilMade(t, 150)
	s.terminate(t)
	made := l.stop()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	b.serve(t, elsewhere).terminate(t)
	if lost := missing(t, filepath.Join(elsewhere, "data.db"), made); len(lost) > 0 {
		t.Errorf("%d of %d are lost", len(lost), len(made))
	}
	for _, file := range []string{"data.db-litestream", ".data.db-litestream"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
			t.Errorf("%s is in the data folder", file)
		}
	}
}

func TestASecondServerIsRefusedWhileTheFirstOneRuns(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	first, dir, _ := b.open(t)
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "mistyped")
	refusal := func(says string) {
		t.Helper()
		second, output := start(t, elsewhere, b.env()...)
		if code := second.refusal(t); code != 1 || !strings.Contains(output.String(), says) {
			t.Errorf("it exited with %d and printed %s", code, output)
		}
	}
	refusal(machine + " was using the copy at s3://copies/desk")
	if out, code := b.replica(t, "restore", "--dir="+elsewhere); code != 1 || !strings.Contains(out, machine+" was using the copy") {
		t.Errorf("restoring exits with %d and prints %s", code, out)
	}
	kept := first.ask(t)
	if _, h := first.health(); h.Generation != 1 {
		t.Errorf("the first one says %+v", h)
	}
	// A restart in the same folder waits for nobody, and a lost machine can be replaced.
	first.kill()
	again := b.serve(t, dir)
	again.awaitSent(t)
	again.kill()
	refusal("check --dir, or stop it and start again at once. If it is lost, start again in ")
	if _, err := os.Stat(filepath.Join(elsewhere, "data.db")); err == nil {
		t.Error("a refused start made a database")
	}
	b.later.Store(60)
	b.serve(t, elsewhere).terminate(t)
	if lost := missing(t, filepath.Join(elsewhere, "data.db"), []acknowledged{{id: kept}}); len(lost) > 0 {
		t.Errorf("the machine that replaces it lacks %v", lost)
	}
}

func TestAFormerMachineStopsOnceItReachesTheStore(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	first, dir, _ := b.open(t)
	first.terminate(t)
	second := b.sibling(t).serve(t, filepath.Join(t.TempDir(), "second"))
	b.away.Store(true)
	again, output := start(t, dir, b.env()...)
	again.await(t, "it to start without the store", isServing)
	again.ask(t)
	b.away.Store(false)
	if code := again.refusal(t); code != 1 || !strings.Contains(output.String(), "another machine has continued this site") {
		t.Errorf("it exited with %d and printed %s", code, output)
	}
	if _, h := second.health(); h.Generation != 2 {
		t.Errorf("its successor says %+v", h)
	}
	command := prepare(t, "admin-key", "set", "--generate", "--dir="+dir)
	command.Env = append(command.Env, b.env()...)
	if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), "another machine has continued this site") {
		t.Errorf("a command on the former machine returned %v and printed %s", err, out)
	}
}

func TestTheSiteWorksWhileTheStoreIsAway(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, _, _ := b.open(t)
	var made []acknowledged
	bestOfThree(t, func() (slowest, limit time.Duration) {
		l := begin(func() *server { return s })
		l.untilMade(t, 50)
		limit = l.limit()
		b.away.Store(true)
		l.untilMade(t, 200)
		s.await(t, "the lag to grow", func(h healthAnswer) bool { return h.LagSeconds != nil && *h.LagSeconds > 2*interval.Seconds() })
		b.away.Store(false)
		l.untilMade(t, 300)
		made = append(made, l.stop()...)
		if len(l.refusals) > 0 {
			t.Errorf("these were refused: %v", l.refusals)
		}
		return l.slowest, limit
	})
	s.await(t, "the store to have everything", func(h healthAnswer) bool { return h.LagSeconds != nil && *h.LagSeconds < 2*interval.Seconds() })
	s.terminate(t)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	b.serve(t, elsewhere).terminate(t)
	if lost := missing(t, filepath.Join(elsewhere, "data.db"), made); len(lost) > 0 {
		t.Errorf("%d of %d are lost", len(lost), len(made))
	}
}

func TestNoChangeWaitsForABackupOrTheNightlyJob(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, _, operator := b.open(t)
	attempts := bestOfThree(t, func() (slowest, limit time.Duration) {
		l := begin(func() *server { return s })
		l.untilMade(t, 50)
		limit = l.limit()
		for _, path := range []string{"/api/crons/__pbDBOptimize__", "/api/backups", "/api/crons/__pbDBOptimize__"} {
			l.mu.Lock()
			before := len(l.made)
			l.mu.Unlock()
			if status, answer := s.send(t, "POST", path, operator, `{}`); status != http.StatusNoContent {
				t.Errorf("%s: got %d %s", path, status, answer)
			}
			l.untilMade(t, before+50)
		}
		l.stop()
		if len(l.refusals) > 0 {
			t.Errorf("these were refused: %v", l.refusals)
		}
		return l.slowest, limit
	})
	status, content := s.get(t, "/api/backups", operator)
	var backups []struct{ Key string }
	if err := json.Unmarshal(content, &backups); err != nil || status != http.StatusOK || len(backups) != attempts {
		t.Fatalf("got %d %s", status, content)
	}
	status, answer := s.send(t, "POST", "/api/backups/"+backups[0].Key+"/restore", operator, "")
	if status != http.StatusConflict || !strings.Contains(string(answer), "Use deskmate replica restore") {
		t.Errorf("restoring: got %d %s", status, answer)
	}
}
