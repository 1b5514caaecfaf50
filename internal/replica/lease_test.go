package replica

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"deskmate/internal/clock"
)

var quiet = slog.New(slog.DiscardHandler)

// testStore returns a store in this process, with leases that last as long as given.
func testStore(t *testing.T, ttl time.Duration, options ...s3mem.Option) *store {
	t.Helper()
	backend := s3mem.New(options...)
	if err := backend.CreateBucket("copies"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(serveBackend(backend))
	t.Cleanup(server.Close)
	return openStore(Config{
		Bucket: "copies", Path: "desk", LeaseTTL: ttl, Node: "node",
		S3: S3{Endpoint: server.URL, Region: "us-east-1", AccessKey: "key", SecretKey: "secret", PathStyle: true},
	})
}

func serveBackend(backend gofakes3.Backend) http.Handler {
	log := gofakes3.StdLog(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo))
	return gofakes3.New(backend, gofakes3.WithLogger(log)).Server()
}

func contender(s *store, name string) *lease {
	l := newLease(s, quiet, func(error) {})
	l.leaser.Owner = name
	return l
}

func TestOneOfManyContendersGetsTheLease(t *testing.T) {
	t.Parallel()
	s := testStore(t, 20*time.Millisecond)
	for round := range 10 {
		for { // the lease of the round before runs out
			held, err := s.readLease(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if clock.Left(held.ExpiresAt) < -time.Millisecond {
				break
			}
		}
		s.config.LeaseTTL = time.Minute
		var contenders []*lease
		for range 8 {
			contenders = append(contenders, contender(s, "node"))
		}
		s.config.LeaseTTL = 20 * time.Millisecond
		var racing sync.WaitGroup
		for _, each := range contenders {
			racing.Go(func() { _, _ = each.acquire(t.Context(), 0) })
		}
		racing.Wait()
		var winner *lease
		for _, each := range contenders {
			if each.current() != nil {
				if winner != nil {
					t.Fatal("two contenders hold the lease")
				}
				winner = each
			}
		}
		if winner == nil {
			t.Fatal("nobody holds the lease")
		}
		if got := winner.current().Generation; got != int64(round+1) {
			t.Errorf("round %d has generation %d", round, got)
		}
		if err := winner.release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestALeaseIsOnlyResumedIfNobodyHeldItSince(t *testing.T) {
	t.Parallel()
	s := testStore(t, time.Minute)
	first := contender(s, "first")
	if wait, err := first.acquire(t.Context(), 4); wait != 0 || err != nil {
		t.Fatal(wait, err)
	}
	var etag string
	first.onRenewal(func(renewed string) { etag = renewed })
	if err := first.release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if first.valid() {
		t.Error("a lease that was handed over is still valid")
	}
	again := contender(s, "again")
	if resumed, err := again.resume(t.Context(), 5, etag); !resumed || err != nil || again.current().Generation != 5 {
		t.Fatalf("resuming: %v %v", resumed, err)
	}
	if resumed, err := contender(s, "late").resume(t.Context(), 5, etag); resumed || err != nil {
		t.Errorf("resuming what another has resumed: %v %v", resumed, err)
	}
	if wait, err := contender(s, "second").acquire(t.Context(), 0); wait <= 0 || err != nil {
		t.Errorf("a lease that is held: %v %v", wait, err)
	}
}

func TestALostAnswerDoesNotLoseTheLease(t *testing.T) {
	t.Parallel()
	s := testStore(t, time.Minute)
	l := contender(s, "first")
	if _, err := l.acquire(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	stale := *l.current()
	if err := l.renew(t.Context(), &stale); err != nil { // whose answer is lost
		t.Fatal(err)
	}
	if !l.recover(t.Context(), &stale) {
		t.Error("the lease is taken for another's")
	}
	if err := l.renew(t.Context(), l.current()); err != nil {
		t.Errorf("the next renewal: %v", err)
	}
	other := contender(s, "second")
	if other.recover(t.Context(), &stale) {
		t.Error("the lease of another is taken for one's own")
	}
}

// expired is the right to write that has run out after a number of looks.
func expired(after int) func() error {
	return func() error {
		if after--; after < 0 {
			return errReadOnly{}
		}
		return nil
	}
}

func TestAnAnswerIsKeptBackIfTheRightToWriteHasRunOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		looks  int
		answer func(http.ResponseWriter)
		status int
		body   string
	}{
		{"in time", 1, func(w http.ResponseWriter) { w.WriteHeader(201); _, _ = w.Write([]byte("made")) }, 201, "made"},
		{"too late", 0, func(w http.ResponseWriter) { w.WriteHeader(201); _, _ = w.Write([]byte("made")) }, 503, "cannot save changes"},
		{"too late, without a status", 0, func(w http.ResponseWriter) { _, _ = w.Write([]byte("made")) }, 503, "cannot save changes"},
		{"nothing", 1, func(http.ResponseWriter) {}, 200, ""},
		{"a refusal", 0, func(w http.ResponseWriter) { w.WriteHeader(404); _, _ = w.Write([]byte("gone")) }, 404, "gone"},
	} {
		recorder := httptest.NewRecorder()
		answer := &heldAnswer{ResponseWriter: recorder, request: httptest.NewRequest(http.MethodPost, "/", nil), mayWrite: expired(c.looks)}
		c.answer(answer)
		if recorder.Body.Len() > 0 {
			t.Errorf("%s: the answer was not held", c.name)
		}
		answer.release()
		if recorder.Code != c.status || !strings.Contains(recorder.Body.String(), c.body) || c.status == 503 && strings.Contains(recorder.Body.String(), "made") {
			t.Errorf("%s: got %d %s", c.name, recorder.Code, recorder.Body)
		}
	}
}

func TestTheCallerIsCutOffIfTheRightToWriteRunsOutAtTheLastMoment(t *testing.T) {
	t.Parallel()
	for i, want := range []string{"cut off", "201 made", "cut off", "201 made"} {
		looks := 1 + i%2
		mayWrite := expired(looks)
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			answer := &heldAnswer{ResponseWriter: w, request: request, mayWrite: mayWrite}
			answer.WriteHeader(http.StatusCreated)
			_, _ = answer.Write([]byte("made"))
			answer.release()
		}))
		if i < 2 {
			server.Listener = listener{server.Listener, mayWrite}
		} else {
			server.Listener = listener{nil, mayWrite}.Beside(server.Listener)
		}
		server.Config.ConnContext = withConnection
		server.Start()
		got := "cut off"
		if answer, err := http.Post(server.URL, "text/plain", nil); err == nil {
			content, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			got = fmt.Sprint(answer.StatusCode, " ", string(content))
		}
		server.Close()
		if got != want {
			t.Errorf("with %d looks, got %s, want %s", looks, got, want)
		}
	}
}

// put stores an object.
func put(t *testing.T, s *store, name string) {
	t.Helper()
	request, _ := http.NewRequest(http.MethodPut, s.config.S3.Endpoint+"/copies/desk/"+name, strings.NewReader("x"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", answer, err)
	}
	_ = answer.Body.Close()
}

func TestFormerGenerationsAreDeletedWhole(t *testing.T) {
	t.Parallel()
	s := testStore(t, time.Minute)
	for _, name := range []string{"g1/ltx/0/a", "g1/ltx/9/b", "g12/ltx/0/a", "g2/ltx/0/a", "lock.json", "games/x"} {
		put(t, s, name)
	}
	if err := s.remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if left, err := s.generations(t.Context()); err != nil || len(left) != 2 || left[0] != 2 || left[1] != 12 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestFormerGenerationsAreForgottenByTheClockOfTheStore(t *testing.T) {
	t.Parallel()
	now := clock.Deadline(0)
	written := gofakes3.FixedTimeSource(now.Add(-retention - time.Hour))
	s := testStore(t, time.Minute, s3mem.WithTimeSource(written))
	put(t, s, "g1/ltx/0/a")
	put(t, s, "g2/ltx/0/a")
	put(t, s, "g4/ltx/0/a")
	written.Advance(2 * time.Hour)
	put(t, s, "g2/ltx/0/b")
	put(t, s, "g3/ltx/0/a")
	r := New()
	r.store, r.state.Generation = s, 4
	r.forget()
	if left, err := s.generations(t.Context()); err != nil || !slices.Equal(left, []int64{2, 3, 4}) {
		t.Errorf("left are %v, %v", left, err)
	}
}
