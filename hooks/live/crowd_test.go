package live_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/live"
	"deskmate/internal/testkit"
)

// topicsOf returns what a connection is subscribed to.
func topicsOf(t *testing.T, app *testkit.App, id string) (topics []string) {
	t.Helper()
	client, err := app.SubscriptionsBroker().ClientById(id)
	if err != nil {
		t.Fatal(err)
	}
	for topic := range client.Subscriptions() {
		topics = append(topics, topic)
	}
	return topics
}

func TestAConnectionHasNoTopicButOurs(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	many := slices.Clone(nativeTopics)
	for i := range 300 {
		many = append(many, fmt.Sprint("topic", i))
	}
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	if got := topicsOf(t, app, listen(t, url, robin.Token, many...).id); !slices.Equal(got, []string{live.Topic}) {
		t.Errorf("a student has the topics %q", got)
	}
	if got := topicsOf(t, app, listen(t, url, "", many...).id); len(got) != 0 {
		t.Errorf("a guest has the topics %q", got)
	}
	if got := topicsOf(t, app, listen(t, url, app.Superuser(t), "users/*").id); len(got) != 2 {
		t.Errorf("an operator has the topics %q", got)
	}
}

// connect opens a connection and returns its id.
func connect(t *testing.T, url string) (id string) {
	t.Helper()
	answer, err := http.Get(url + "/api/realtime")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	for lines := bufio.NewScanner(answer.Body); id == "" && lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
			_, id, _ = strings.Cut(data, ":\"")
			id = strings.TrimSuffix(id, "\"}")
		}
	}
	return id
}

// join says whose a connection is.
func join(t *testing.T, app *testkit.App, token, id string) testkit.Answer {
	t.Helper()
	request := httptest.NewRequest("POST", "/api/realtime", strings.NewReader(`{"clientId":"`+id+`","subscriptions":["changes"]}`))
	request.RemoteAddr = "127.0.0.1:40000"
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return app.Send(request)
}

func tooMany(t *testing.T, answer testkit.Answer) {
	t.Helper()
	answer.Refused(t, http.StatusTooManyRequests, "Too many requests. Please wait a moment and try again")
	if wait := answer.Header.Get("Retry-After"); wait != "30" {
		t.Errorf("Retry-After is %q", wait)
	}
}

func TestAnAccountHasTwentyConnections(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	var first string
	for i := range 20 {
		id := connect(t, url)
		if answer := join(t, app, robin.Token, id); answer.Status != http.StatusNoContent {
			t.Fatalf("connection %d: got %d", i, answer.Status)
		}
		if i == 0 {
			first = id
		}
	}
	next := connect(t, url)
	tooMany(t, join(t, app, robin.Token, next))
	if answer := join(t, app, robin.Token, first); answer.Status != http.StatusNoContent { // it counts once
		t.Errorf("subscribing again: got %d", answer.Status)
	}
	if id := connect(t, url); join(t, app, nia.Token, id).Status != http.StatusNoContent {
		t.Error("another account is refused")
	}
	app.SubscriptionsBroker().Unregister(first)
	if answer := join(t, app, robin.Token, next); answer.Status != http.StatusNoContent {
		t.Errorf("after one has ended: got %d", answer.Status)
	}
}

func TestANetworkHasFiveHundredConnections(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	var open sync.WaitGroup
	get := func(address string) *http.Request {
		request := httptest.NewRequest("GET", "/api/realtime", nil).WithContext(ctx)
		request.RemoteAddr = address + ":40000"
		return request
	}
	connect := func(address string) {
		browser := &stuckBrowser{connected: make(chan struct{})}
		open.Go(func() { app.Handler().ServeHTTP(browser, get(address)) })
		testkit.Receive(t, "the browser is connected", browser.connected)
	}
	for i := range 500 {
		connect(fmt.Sprintf("[2001:db8::%x]", i))
	}
	tooMany(t, app.Send(get("[2001:db8::ffff]")))
	connect("[2001:db8:0:1::1]")
	cancel()
	open.Wait()
	ctx, cancel = context.WithCancel(t.Context())
	connect("[2001:db8::ffff]") // the others have ended
	cancel()
	open.Wait()
}
