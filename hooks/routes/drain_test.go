package routes_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

// slowBody is a body whose bytes come only when they are let go.
type slowBody struct {
	io.Reader
	asked chan<- struct{} // has one element once somebody reads
	let   <-chan struct{}
}

func (b slowBody) Read(into []byte) (int, error) {
	select {
	case b.asked <- struct{}{}:
	default:
	}
	<-b.let
	return b.Reader.Read(into)
}

// end tells the app to end, and gives what is closed when it has drained.
func end(app *testkit.App) <-chan struct{} {
	drained := make(chan struct{})
	go func() {
		_ = app.OnTerminate().Trigger(&core.TerminateEvent{App: app}, func(*core.TerminateEvent) error {
			close(drained)
			return nil
		})
	}()
	return drained
}

func TestARequestInFlightFinishesAndNewOnesAreSentAway(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	asked, let := make(chan struct{}, 1), make(chan struct{})
	request := httptest.NewRequest("POST", "/api/auth/login", slowBody{
		strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, robin.Email(), testkit.Password)), asked, let,
	})
	request.Header.Set("Content-Type", "application/json")
	inFlight := make(chan testkit.Answer, 1)
	go func() { inFlight <- app.Send(request) }()
	<-asked

	drained := end(app)
	waitUntil(t, "new requests are sent away", func() bool {
		return app.Call(t, "GET", "/api/site", "", nil).Status == http.StatusServiceUnavailable
	})
	for _, call := range []string{"GET /api/auth/me", "POST /api/assignments/public", "GET /api/nosuch", "GET /api/health", "GET /", "GET /_/", "GET /api/api/site"} {
		method, path, _ := strings.Cut(call, " ")
		answer := app.Call(t, method, path, robin.Token, nil)
		answer.Refused(t, http.StatusServiceUnavailable, "Deskmate is restarting. Please try again in a moment")
		if answer.Header.Get("Retry-After") != "5" || answer.Header.Get("Connection") != "close" {
			t.Errorf("%s is answered with %v", call, answer.Header)
		}
	}
	select {
	case <-drained:
		t.Fatal("the program ended with a request in flight")
	default:
	}
	close(let)
	(<-inFlight).Granted(t, 200, nil)
	select {
	case <-drained:
	case <-time.After(10 * time.Second):
		t.Fatal("the program did not end behind the last request")
	}
}

func TestLiveConnectionsDoNotHoldTheProgramUp(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	live, err := http.Get(testkit.Listen(t, app.Handler()) + "/api/realtime")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Body.Close()
	if live.StatusCode != http.StatusOK {
		t.Fatalf("a live connection is answered %d", live.StatusCode)
	}
	select {
	case <-end(app):
	case <-time.After(10 * time.Second):
		t.Fatal("the program waits for a live connection")
	}
}

// waitUntil waits until something is so.
func waitUntil(t *testing.T, what string, so func() bool) {
	t.Helper()
	tick, limit := time.NewTicker(time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("it did not come to it that %s", what)
		}
	}
}
