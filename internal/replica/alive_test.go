package replica

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// storeTime is the time at the store, which is not this machine's.
var storeTime = time.Date(2019, 3, 1, 10, 0, 0, 0, time.UTC)

// storeAt returns how to reach a store with a clock of its own.
func storeAt(t *testing.T, now gofakes3.TimeSource) Config {
	t.Helper()
	backend := s3mem.New(s3mem.WithTimeSource(now))
	if err := backend.CreateBucket("copies"); err != nil {
		t.Fatal(err)
	}
	content := gofakes3.New(backend, gofakes3.WithTimeSource(now), gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now.Now().UTC().Format(http.TimeFormat))
		r.Header.Set("X-Amz-Date", now.Now().UTC().Format("20060102T150405Z")) // as of a machine whose clock is right
		content.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return Config{
		Bucket: "copies", Path: "desk", Restore: true,
		S3: S3{Endpoint: server.URL, Region: "us-east-1", AccessKey: "key", SecretKey: "secret", PathStyle: true},
	}
}

// machine returns a server of the site with a folder of its own.
func machine(t *testing.T, config Config, name string) *Replica {
	t.Helper()
	r := New()
	config.Meta, config.Node = t.TempDir(), name
	r.config, r.store, r.dataDir, r.state.Address = config, openStore(config), filepath.Join(t.TempDir(), "data"), config.Address()
	t.Cleanup(r.end)
	return r
}

func TestACopyThatIsInUseIsNotTakenOver(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	first, second := machine(t, config, "first.example.com"), machine(t, config, "second")
	if err := first.claim(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	now.Advance(50 * time.Second)
	err := second.claim(t.Context(), 0, 1)
	for _, says := range []string{"first.example.com was using the copy at s3://copies/desk 50 seconds ago", "check --dir", "start again in 11 seconds", second.dataDir} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, which lacks %q", err, says)
		}
	}
	if err := first.giveSign(); err != nil {
		t.Fatal(err)
	}
	now.Advance(59 * time.Second)
	if err := second.claim(t.Context(), 0, 1); err == nil {
		t.Error("a machine that serves an idle site was taken for lost")
	}
	now.Advance(time.Second)
	if err := second.claim(t.Context(), 0, 1); err != nil {
		t.Errorf("a lost machine cannot be replaced: %v", err)
	}
}

func TestACleanStopLetsAnotherMachineContinueAtOnce(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	first, second := machine(t, config, "first"), machine(t, config, "second")
	if err := first.claim(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	first.stop()
	if err := second.claim(t.Context(), 0, 1); err != nil {
		t.Error(err)
	}
}

func TestARestoreThatWasCutOffMayBeginAnewAtOnce(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	killed := machine(t, config, "first")
	if err := killed.claim(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	again := machine(t, config, "first")
	var err error
	if again.state, err = readState(killed.config); err != nil {
		t.Fatal(err)
	}
	if err := again.claim(t.Context(), 0, 1); err != nil {
		t.Error(err)
	}
}

func TestACopyOfAnOlderVersionIsJudgedByItsLastChange(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	put(t, openStore(config), "g4/ltx/0/1.ltx")
	r := machine(t, config, "second")
	if err := r.claim(t.Context(), 4, 5); err == nil || !strings.Contains(err.Error(), "another server was using the copy") {
		t.Errorf("got %v", err)
	}
	now.Advance(time.Minute)
	if err := r.claim(t.Context(), 4, 5); err != nil {
		t.Error(err)
	}
}

func TestOfTwoThatBeginAtOnceOneStops(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	first, second := machine(t, config, "first"), machine(t, config, "second")
	if err := first.claim(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	second.state.Claim = first.state.Claim // it looked before the first one gave a sign
	if err := second.claim(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	if err := first.giveSign(); err == nil || !strings.Contains(err.Error(), "second uses the copy at s3://copies/desk now") {
		t.Errorf("the first one: got %v", err)
	}
	first.stop()
	if err := second.giveSign(); err != nil {
		t.Errorf("the second one: got %v", err)
	}
}
