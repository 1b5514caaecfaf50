package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// How long the leases of these tests last: as short as a busy machine can renew them, where
// one has to run out, and so long that none does, elsewhere.
const (
	shortTTL = 8 * time.Second
	longTTL  = 20 * time.Second
)

// pair is two machines of one site, of which the first serves.
type pair struct {
	b             *bucketStore
	first, second *server
	dirs          [2]string
	target        atomic.Pointer[server]
}

func node(name string, ttl time.Duration) []string {
	return []string{"DESKMATE_LEASE_TTL=" + ttl.String(), "DESKMATE_NODE=" + name}
}

func newPair(t *testing.T, ttl time.Duration) *pair {
	t.Helper()
	p := &pair{b: newBucketStore(t)}
	p.first, p.dirs[0], _ = p.b.open(t, node("first", ttl)...)
	p.dirs[1] = filepath.Join(t.TempDir(), "second")
	p.second, _ = start(t, p.dirs[1], p.b.env(node("second", ttl)...)...)
	p.second.await(t, "it to stand by", isStandby)
	p.target.Store(p.first)
	return p
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

func TestAStandbySendsEverybodyAway(t *testing.T) {
	t.Parallel()
	p := newPair(t, longTTL)
	if status, _ := p.second.health(); status != http.StatusServiceUnavailable {
		t.Errorf("the health of the standby: got %d", status)
	}
	for _, method := range []string{"GET", "POST"} {
		status, answer := p.second.send(t, method, "/api/site", "", "")
		if status != http.StatusServiceUnavailable || !strings.Contains(string(answer), "This site is moving to another machine") {
			t.Errorf("%s: got %d %s", method, status, answer)
		}
	}
	second := prepare(t, "admin-key", "set", "--generate", "--dir="+p.dirs[1])
	second.Env = append(second.Env, p.b.env(node("second", longTTL)...)...)
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), "start the server, which restores it") {
		t.Errorf("a command on the standby returned %v and printed %s", err, out)
	}
}

func TestAStandbyTakesOverFromAKilledServer(t *testing.T) {
	t.Parallel()
	p := newPair(t, shortTTL)
	l := begin(p.target.Load)
	l.untilMade(t, 150)
	sent := l.elapsed()
	p.first.awaitSent(t)
	p.first.kill()
	killed := l.elapsed()
	h := p.second.await(t, "the takeover", isWriter)
	took := l.elapsed() - killed
	p.target.Store(p.second)
	l.untilMade(t, 200)
	p.second.terminate(t)
	made := l.stop()
	lost := missing(t, filepath.Join(p.dirs[1], "data.db"), made)
	for _, each := range lost {
		if each.at < sent || each.at > killed+took {
			t.Errorf("a change from %v before the end is lost", killed-each.at)
		}
	}
	if h.Generation != 2 || took > shortTTL+time.Minute {
		t.Errorf("generation %d took over after %v", h.Generation, took)
	}
	t.Logf("the takeover took %v, and %d of %d were lost", took, len(lost), len(made))
	// The first machine keeps what it had not sent, and follows the site.
	first := p.b.serve(t, p.dirs[0], node("first", shortTTL)...)
	first.terminate(t)
	if lost := missing(t, formerDatabase(t, p.dirs[0]), made[:150]); len(lost) > 0 {
		t.Errorf("%d changes are not in the database that was kept", len(lost))
	}
	if again := missing(t, filepath.Join(p.dirs[0], "data.db"), made); len(again) != len(lost) {
		t.Errorf("%d changes are lost after the return, %d before", len(again), len(lost))
	}
}

func TestAStoppedServerHandsOverWithoutLoss(t *testing.T) {
	t.Parallel()
	p := newPair(t, longTTL)
	l := begin(p.target.Load)
	l.untilMade(t, 100)
	p.first.terminate(t)
	ended := l.elapsed()
	p.second.await(t, "the handover", isWriter)
	took := l.elapsed() - ended
	p.target.Store(p.second)
	l.untilMade(t, 150)
	p.second.terminate(t)
	made := l.stop()
	if lost := missing(t, filepath.Join(p.dirs[1], "data.db"), made); len(lost) > 0 {
		t.Errorf("%d of %d are lost", len(lost), len(made))
	}
	t.Logf("the handover took %v", took)
}

func TestAKilledServerWithALeaseResumesIt(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, dir, _ := b.open(t, node("only", longTTL)...)
	l := begin(func() *server { return s })
	l.untilMade(t, 50)
	s.kill()
	made := l.stop()
	b.serve(t, dir, node("only", longTTL)...).terminate(t)
	if lost := missing(t, filepath.Join(dir, "data.db"), made); len(lost) > 0 {
		t.Errorf("%d of %d are lost", len(lost), len(made))
	}
	// After an orderly stop, nobody has to wait for the lease to run out.
	if h := b.serve(t, dir, node("only", longTTL)...).await(t, "it to serve", isWriter); h.Generation > 2 {
		t.Errorf("the generation is %d", h.Generation)
	}
	if kept := formerDatabases(t, dir); len(kept) > 0 {
		t.Errorf("the database was replaced, and kept as %v", kept)
	}
}

func TestAServerThatWasFrozenAcknowledgesNothingAfterATakeover(t *testing.T) {
	t.Parallel()
	p := newPair(t, shortTTL)
	l := begin(p.target.Load)
	l.untilMade(t, 150)
	sent := l.elapsed()
	p.first.awaitSent(t)
	if err := p.first.process.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	p.second.await(t, "the takeover", isWriter)
	taken := l.elapsed()
	if err := p.first.process.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if code := p.first.refusal(t); code != 1 {
		t.Errorf("the frozen server exited with %d", code)
	}
	made := l.stop()
	for _, each := range made {
		if each.at > taken {
			t.Errorf("a change was acknowledged %v after the takeover", each.at-taken)
		}
	}
	p.second.terminate(t)
	for _, each := range missing(t, filepath.Join(p.dirs[1], "data.db"), made) {
		if each.at < sent {
			t.Error("a change that was sent before the freeze is lost")
		}
	}
	if l.refusals[http.StatusServiceUnavailable] == 0 && l.cutOff.Load() == 0 {
		t.Errorf("nobody asked the server after it was frozen: %v", l.refusals)
	}
}

func TestAServerThatCannotRenewItsLeaseStopsWritingUntilItCan(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, _, operator := b.open(t, node("only", shortTTL)...)
	b.away.Store(true)
	s.await(t, "it to stop writing", func(h healthAnswer) bool { return h.Role == "primary" && !h.Writable })
	status, answer := s.send(t, "POST", "/api/quotes", "", "{}")
	if status != http.StatusServiceUnavailable || !strings.Contains(string(answer), "cannot save changes right now") {
		t.Errorf("a change: got %d %s", status, answer)
	}
	if status, _ := s.get(t, "/api/collections/services/records", operator); status != http.StatusOK {
		t.Errorf("reading: got %d", status)
	}
	b.away.Store(false)
	if h := s.await(t, "it to write again", isWriter); h.Generation != 1 {
		t.Errorf("the generation is %d", h.Generation)
	}
}

func TestAMachineThatAnotherHasContinuedStopsOnceItReachesTheStore(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	first, dir, _ := b.open(t)
	first.terminate(t)
	second := b.sibling(t).serve(t, filepath.Join(t.TempDir(), "second"))
	b.away.Store(true)
	again, output := start(t, dir, b.env()...)
	again.await(t, "it to start without the store", isWriter)
	again.ask(t)
	b.away.Store(false)
	if code := again.refusal(t); code != 1 || !strings.Contains(output.String(), "another machine has continued this site") {
		t.Errorf("it exited with %d and printed %s", code, output)
	}
	if _, h := second.health(); !isWriter(h) || h.Generation != 2 {
		t.Errorf("its successor says %+v", h)
	}
	command := prepare(t, "admin-key", "set", "--generate", "--dir="+dir)
	command.Env = append(command.Env, b.env()...)
	if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), "another machine has continued this site") {
		t.Errorf("a command on the former machine returned %v and printed %s", err, out)
	}
}
