package live_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/live"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// nativeTopics are topics on which PocketBase itself would announce our records.
var nativeTopics = []string{
	"users", "users/*", "assignments", "assignments/*", "activities/*", "reviews/*", "policies/*", "site", "site/*",
	`assignments/*?options={"query":{"filter":"title!=''","expand":"student"}}`, "*", "changes/*", "@changes",
}

// endMarker names the message that a test sends to mark the end of what a
// listener should have received.
const endMarker = "endMarker"

// listener is an open browser that records what it receives.
type listener struct {
	id string

	mu       sync.Mutex
	received []string
	notices  int           // how many messages were about the person's own notices
	news     chan struct{} // holds one element if something arrived since the last look

	closed chan struct{} // closed when the server has ended the connection
}

// listen connects and subscribes to our topic and to the given ones. With an empty
// token it connects as a guest.
func listen(t *testing.T, url, token string, topics ...string) *listener {
	t.Helper()
	answer, err := http.Get(url + "/api/realtime")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	l := &listener{news: make(chan struct{}, 1), closed: make(chan struct{})}
	connected := make(chan string, 1)
	go l.read(bufio.NewScanner(answer.Body), connected)
	l.id = testkit.Receive(t, "the server sends a connection id", connected)
	subscribe(t, url, token, l.id, topics...)
	return l
}

// subscribe subscribes a connection to our topic and to the given ones on behalf
// of the token's account.
func subscribe(t *testing.T, url, token, id string, topics ...string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"clientId": id, "subscriptions": append([]string{live.Topic}, topics...)})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest("POST", url+"/api/realtime", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		t.Fatalf("subscribing returned %d, want %d", answer.StatusCode, http.StatusNoContent)
	}
}

// read records events of our topic as "noun change id", and those of other topics
// as the topic's name and the data.
func (l *listener) read(lines *bufio.Scanner, connected chan<- string) {
	defer close(l.closed)
	var event string
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event:"); ok {
			event = name
		}
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue
		}
		var fields map[string]string
		_ = json.Unmarshal([]byte(data), &fields)
		message := event + " " + data
		switch {
		case event == "PB_CONNECT":
			connected <- fields["clientId"]
			continue
		case event == live.Topic && len(fields) == 3:
			message = fields["noun"] + " " + fields["change"] + " " + fields["id"]
		case event == endMarker:
			message = endMarker
		}
		l.mu.Lock()
		if fields["noun"] == store.Notices { // they follow from what the tests are about
			l.notices++
		} else {
			l.received = append(l.received, message)
		}
		l.mu.Unlock()
		select {
		case l.news <- struct{}{}:
		default:
		}
	}
}

func (l *listener) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.received)
}

// wait waits until the listener has received a message a number of times.
func (l *listener) wait(t *testing.T, message string, times int) {
	t.Helper()
	for count(l.all(), message) < times {
		testkit.Receive(t, fmt.Sprintf("%q arrives %d times; received %q", message, times, l.all()), l.news)
	}
}

// noticed returns how many messages were about the person's own notices.
func (l *listener) noticed() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.notices
}

func count(messages []string, message string) (times int) {
	for _, one := range messages {
		if one == message {
			times++
		}
	}
	return times
}

// waitUntilClosed waits until the server has ended the connection, and checks
// exactly what the listener received before.
func (l *listener) waitUntilClosed(t *testing.T, want ...string) {
	t.Helper()
	testkit.Receive(t, "the connection is closed", l.closed)
	if got := l.all(); !slices.Equal(got, want) {
		t.Errorf("before it was disconnected, the browser received\n%q\nwant\n%q", got, want)
	}
}

// listeners are open browsers by name.
type listeners map[string]*listener

// check checks that each listener has received exactly the expected messages, in
// their order.
func (ls listeners) check(t *testing.T, app *testkit.App, want map[string][]string) {
	t.Helper()
	for name, l := range ls {
		for _, message := range want[name] {
			l.wait(t, message, count(want[name], message))
		}
	}
	for name, l := range ls {
		client, err := app.SubscriptionsBroker().ClientById(l.id)
		if err != nil {
			t.Fatal(err)
		}
		client.Send(subscriptions.Message{Name: endMarker, Data: []byte("{}")})
		l.wait(t, endMarker, 1)
		if got := l.all(); !slices.Equal(got, append(slices.Clone(want[name]), endMarker)) {
			t.Errorf("%s received\n%q\nwant\n%q", name, got, want[name])
		}
	}
}

// patch makes a change as an admin.
func patch(t *testing.T, app *testkit.App, admin testkit.Person, path string, change map[string]any) {
	t.Helper()
	app.Call(t, "PATCH", "/api/"+path, admin.Token, change).Granted(t, 200, nil)
}

// about is a message as a listener records it.
func about(noun, change, id string) string { return noun + " " + change + " " + id }

func assignment(change, id string) string { return about(store.Assignments, change, id) }

func account(change, id string) string { return about(store.Users, change, id) }
