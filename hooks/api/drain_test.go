package api_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// heldBody is a request body that blocks its readers until it is released.
type heldBody struct {
	io.Reader
	reading  chan<- struct{} // gets one element when reading starts
	released <-chan struct{}
}

func (b heldBody) Read(into []byte) (int, error) {
	select {
	case b.reading <- struct{}{}:
	default:
	}
	<-b.released
	return b.Reader.Read(into)
}

// terminate shuts the app down. The channel is closed once it has drained.
func terminate(app *testkit.App) <-chan struct{} {
	drained := make(chan struct{})
	go func() {
		_ = app.OnTerminate().Trigger(&core.TerminateEvent{App: app}, func(*core.TerminateEvent) error {
			close(drained)
			return nil
		})
	}()
	return drained
}

func TestAShutdownFinishesOpenRequestsAndRefusesNewOnes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	reading, released := make(chan struct{}, 1), make(chan struct{})
	request := httptest.NewRequest("POST", "/api/auth/login", heldBody{
		strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, robin.Email(), testkit.Password)), reading, released,
	})
	request.Header.Set("Content-Type", "application/json")
	inFlight := make(chan testkit.Answer, 1)
	go func() { inFlight <- app.Send(request) }()
	<-reading

	drained := terminate(app)
	testkit.Eventually(t, "new requests are refused", func() bool {
		return app.Call(t, "GET", "/api/site", "", nil).Status == http.StatusServiceUnavailable
	})
	for _, call := range []string{"GET /api/auth/me", "POST /api/assignments/public", "GET /api/nosuch", "GET /api/health", "GET /", "GET /_/", "GET /api/api/site"} {
		method, path, _ := strings.Cut(call, " ")
		answer := app.Call(t, method, path, robin.Token, nil)
		answer.Refused(t, http.StatusServiceUnavailable, "This site is restarting. Please try again in a moment")
		if answer.Header.Get("Retry-After") != "5" || answer.Header.Get("Connection") != "close" {
			t.Errorf("%s returned the headers %v", call, answer.Header)
		}
	}
	select {
	case <-drained:
		t.Fatal("the app terminated with a request in flight")
	default:
	}
	close(released)
	(<-inFlight).Granted(t, 200, nil)
	testkit.Receive(t, "the app terminates after the last request", drained)
}

func TestLiveConnectionsDoNotDelayAShutdown(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	live, err := http.Get(testkit.Listen(t, app.Handler()) + "/api/realtime")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Body.Close()
	if live.StatusCode != http.StatusOK {
		t.Fatalf("the live connection: got %d", live.StatusCode)
	}
	testkit.Receive(t, "the app terminates beside a live connection", terminate(app))
}
