package e2e

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// openDesk starts a server on an empty folder, without limits of rates, and opens the
// account of an admin.
func openDesk(t *testing.T, dir string) (s *server, admin string) {
	t.Helper()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	stdout, stderr, code := run(t, "admin-key", "set", "--generate", "--dir="+dir)
	words := strings.Fields(stdout)
	if code != 0 || len(words) == 0 {
		t.Fatal(stderr)
	}
	s = serve(t, dir)
	settings := `{"rateLimits":{"enabled":false}}`
	if status, answer := s.send(t, "PATCH", "/api/settings", s.signInOperator(t), settings); status != http.StatusOK {
		t.Fatalf("got %d %s", status, answer)
	}
	_, admin, _ = s.signUp(t, "ada@example.com", "admin", words[len(words)-1])
	return s, admin
}

// kills is what a server does while it is killed several times.
type kills struct {
	open  []string                                       // the things to act on
	times int                                            // how often it is killed
	after int                                            // it is killed after as many answers at most
	act   func(s *server, thing string) (status int)     // 0 if no answer came
	done  func(t *testing.T, dir string) map[string]bool // checks that each is done wholly or not at all; the ids of those that are
	id    func(thing string) string
}

// surviveKills acts on things while the server is killed again and again. Nothing that was
// acknowledged is lost, and what was interrupted succeeds when it is repeated.
func surviveKills(t *testing.T, s *server, dir string, k kills) {
	t.Helper()
	open, interrupted := k.open, 0
	for range k.times {
		acknowledged := s.actUntilKilled(t, open, 1+rand.IntN(k.after), func(thing string) int { return k.act(s, thing) })
		done := k.done(t, dir)
		for _, thing := range acknowledged {
			if !done[k.id(thing)] {
				t.Errorf("%s was acknowledged and is lost", thing)
			}
		}
		var left []string
		for _, thing := range open {
			if !done[k.id(thing)] {
				left = append(left, thing)
			}
		}
		interrupted += min(1, len(left))
		open = left
		s = serve(t, dir)
	}
	if interrupted == 0 {
		t.Error("nothing was interrupted")
	}
	for _, thing := range open {
		if status := k.act(s, thing); status != http.StatusCreated {
			t.Errorf("after the restart: got %d", status)
		}
	}
	s.kill()
	if done := k.done(t, dir); len(done) != len(k.open) {
		t.Errorf("%d of %d are done", len(done), len(k.open))
	}
}

// actUntilKilled acts on several things, some at a time, and kills the server after some of
// them. It returns those that were acknowledged. act returns the status of the answer, or 0
// if none came.
func (s *server) actUntilKilled(t *testing.T, open []string, killAfter int, act func(string) int) (acknowledged []string) {
	t.Helper()
	var (
		acting sync.WaitGroup
		mutex  sync.Mutex
	)
	waiting := make(chan string, len(open))
	for _, each := range open {
		waiting <- each
	}
	close(waiting)
	for range 4 {
		acting.Go(func() {
			for each := range waiting {
				status := act(each)
				if status == 0 {
					return
				}
				mutex.Lock()
				if status != http.StatusCreated {
					t.Errorf("got %d", status)
				}
				if acknowledged = append(acknowledged, each); len(acknowledged) == killAfter {
					s.kill()
				}
				mutex.Unlock()
			}
		})
	}
	acting.Wait()
	s.kill()
	return acknowledged
}
