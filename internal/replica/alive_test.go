package replica

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
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
func machine(t *testing.T, config Config) *Replica {
	t.Helper()
	r := New()
	config.Meta = t.TempDir()
	r.config, r.store, r.dataDir, r.state.Address = config, openStore(config), filepath.Join(t.TempDir(), "data"), config.Address()
	t.Cleanup(r.end)
	return r
}

// claims returns why a machine may not begin the generation after the last one.
func (r *Replica) claims(t *testing.T, last int64) error {
	t.Helper()
	_, err := r.claim(t.Context(), last)
	return err
}

func TestACopyThatIsInUseIsNotTakenOver(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	first, second := machine(t, config), machine(t, config)
	if err := first.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	now.Advance(50 * time.Second)
	err := second.claims(t, 0)
	for _, says := range []string{first.signed.Machine + " was using the copy at s3://copies/desk 50 seconds ago", "check --dir", "start again in 11 seconds", second.dataDir} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, which lacks %q", err, says)
		}
	}
	if err := first.giveSign(); err != nil {
		t.Fatal(err)
	}
	now.Advance(59 * time.Second)
	if err := second.claims(t, 0); err == nil {
		t.Error("a machine that serves an idle site was taken for lost")
	}
	now.Advance(time.Second)
	if err := second.claims(t, 0); err != nil {
		t.Errorf("a lost machine cannot be replaced: %v", err)
	}
}

func TestACopyOfAFolderInUseIsRefused(t *testing.T) {
	t.Parallel()
	config := storeAt(t, gofakes3.FixedTimeSource(storeTime))
	first, copied, again := machine(t, config), machine(t, config), machine(t, config)
	if err := errors.Join(first.lock(), first.claims(t, 0), first.begin(1)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(copied.config.Meta, os.DirFS(first.config.Meta)); err != nil {
		t.Fatal(err)
	}
	if err := copied.lock(); err != nil {
		t.Fatal(err)
	}
	if err := copied.refuseLive(t.Context()); err == nil {
		t.Error("a copy of the folder may take over a live site")
	}
	first.release()
	again.config.Meta = first.config.Meta
	if err := errors.Join(again.lock(), again.refuseLive(t.Context())); err != nil {
		t.Errorf("a restart in the same folder is refused: %v", err)
	}
}

func TestACleanStopLetsAnotherMachineContinueAtOnce(t *testing.T) {
	t.Parallel()
	config := storeAt(t, gofakes3.FixedTimeSource(storeTime))
	first, second := machine(t, config), machine(t, config)
	if err := first.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	first.stop()
	if err := second.claims(t, 0); err != nil {
		t.Error(err)
	}
}

func TestAnInterruptedRestoreMayStartOverAtOnce(t *testing.T) {
	t.Parallel()
	config := storeAt(t, gofakes3.FixedTimeSource(storeTime))
	killed, again := machine(t, config), machine(t, config)
	if err := killed.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	var err error
	if again.state, err = readState(killed.config); err != nil {
		t.Fatal(err)
	}
	if err := again.claims(t, 0); err != nil {
		t.Error(err)
	}
}

func TestOfTwoThatBeginAtOnceOneStops(t *testing.T) {
	t.Parallel()
	config := storeAt(t, gofakes3.FixedTimeSource(storeTime))
	first, second, third := machine(t, config), machine(t, config), machine(t, config)
	if err := first.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	second.state.Claim = first.state.Claim // it looked before the first one gave a sign
	if err := second.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	if err := first.giveSign(); !errors.Is(err, errContinued) || !strings.Contains(err.Error(), "uses the copy at s3://copies/desk now") {
		t.Errorf("the first one: got %v", err)
	}
	first.stop()
	if err := third.claims(t, 0); err == nil {
		t.Error("the first one said goodbye for the second one")
	}
	if err := second.giveSign(); err != nil {
		t.Errorf("the second one: got %v", err)
	}
}

func TestAServerSeesThatItsSiteWasContinued(t *testing.T) {
	t.Parallel()
	now := gofakes3.FixedTimeSource(storeTime)
	config := storeAt(t, now)
	first, second := machine(t, config), machine(t, config)
	if err := first.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Hour) // while the first one could not reach the store
	if err := second.claims(t, 1); err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Hour) // the second one is lost before any of its generation is there
	if err := first.giveSign(); err != nil {
		t.Fatalf("what nobody has continued cannot go on: %v", err)
	}
	if err := second.giveSign(); err != nil {
		t.Fatal(err)
	}
	put(t, second.store, piece(2, 1))
	second.stop()
	if err := first.giveSign(); !errors.Is(err, errContinued) || !strings.Contains(err.Error(), "is at generation 2, the database here at 1") {
		t.Errorf("it goes on: %v", err)
	}
}

func TestADatabaseThatWasFetchedTooEarlyIsNotServed(t *testing.T) {
	t.Parallel()
	config := storeAt(t, gofakes3.FixedTimeSource(storeTime))
	first, second := machine(t, config), machine(t, config)
	if err := first.claims(t, 0); err != nil {
		t.Fatal(err)
	}
	put(t, first.store, piece(1, 1))
	first.stop()
	if err := second.claims(t, 1); err != nil {
		t.Fatal(err)
	}
	if err := second.begin(2); err != nil {
		t.Fatal(err)
	}
	second.stop() // it could not serve what it has fetched
	if err := second.refuseStale(t.Context()); err != nil {
		t.Errorf("what nobody else has used cannot be served: %v", err)
	}
	again := machine(t, config)
	again.state.Generation, again.signed = 1, newSign(1)
	if err := again.giveSign(); err != nil {
		t.Fatal(err)
	}
	if err := second.claims(t, 1); err == nil {
		t.Error("it takes the site over from the first machine, which has gone on")
	}
	again.stop()
	if err := second.refuseStale(t.Context()); !errors.Is(err, errContinued) {
		t.Errorf("what the first machine has changed since would be lost: %v", err)
	}
}
