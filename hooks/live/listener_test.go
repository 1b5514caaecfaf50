package live_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/live"
	"deskmate/internal/testkit"
	"deskmate/records"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// nativeTopics are what the framework itself would tell of our collections.
var nativeTopics = []string{
	"users", "users/*", "assignments", "assignments/*", "activities/*", "reviews/*", "policies/*", "site", "site/*",
	`assignments/*?options={"query":{"filter":"title!=''","expand":"student"}}`, "*", "changes/*", "@changes",
}

// lastWord is the name of the message that a test itself sends to all.
const lastWord = "lastWord"

// listener is an open browser: it keeps what it hears.
type listener struct {
	id string

	mu    sync.Mutex
	heard []string
	news  chan struct{} // has one element when something was heard since it was last looked at

	closed chan struct{} // is closed when the server has hung up
}

// listen opens a live connection as somebody, or as nobody where the token is
// empty, and asks for our topic and for everything that the framework knows.
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
	select {
	case l.id = <-connected:
	case <-time.After(10 * time.Second):
		t.Fatal("no connection")
	}
	if status := subscribe(t, url, token, l.id, append([]string{live.Topic}, topics...)); status != http.StatusNoContent {
		t.Fatalf("subscribing is answered %d", status)
	}
	return l
}

// subscribe names the topics of an open connection, and says whose it is.
func subscribe(t *testing.T, url, token, id string, topics []string) int {
	t.Helper()
	body, err := json.Marshal(map[string]any{"clientId": id, "subscriptions": topics})
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
	return answer.StatusCode
}

// read keeps events as "noun change id", and those of other topics with the
// topic's name in front.
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
		var message map[string]string
		_ = json.Unmarshal([]byte(data), &message)
		told := event + " " + data
		switch {
		case event == "PB_CONNECT":
			connected <- message["clientId"]
			continue
		case event == live.Topic && len(message) == 3:
			told = message["noun"] + " " + message["change"] + " " + message["id"]
		case event == lastWord:
			told = lastWord
		}
		l.mu.Lock()
		l.heard = append(l.heard, told)
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
	return slices.Clone(l.heard)
}

// wait waits until it has heard a thing so many times.
func (l *listener) wait(t *testing.T, told string, times int) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		all := l.all()
		if len(slices.DeleteFunc(all, func(one string) bool { return one != told })) >= times {
			return
		}
		select {
		case <-l.news:
		case <-limit:
			t.Fatalf("%q was not heard, but %q", told, l.all())
		}
	}
}

// waitUntilClosed waits until the server has hung up, and checks that it said
// exactly what is expected before.
func (l *listener) waitUntilClosed(t *testing.T, expected ...string) {
	t.Helper()
	select {
	case <-l.closed:
	case <-time.After(10 * time.Second):
		t.Fatal("the connection is still open")
	}
	if got := l.all(); !slices.Equal(got, expected) {
		t.Errorf("before the end was heard\n%q\nwant\n%q", got, expected)
	}
}

// listeners are people with an open browser each, by name.
type listeners map[string]*listener

// hold checks that each has heard exactly what is expected, in whatever order.
// A last word to all comes after what was told before.
func (ls listeners) hold(t *testing.T, app *testkit.App, expected map[string][]string) {
	t.Helper()
	for name, l := range ls {
		for i, told := range expected[name] {
			l.wait(t, told, len(slices.DeleteFunc(slices.Clone(expected[name][:i+1]), func(one string) bool { return one != told })))
		}
	}
	for name, l := range ls {
		client, err := app.SubscriptionsBroker().ClientById(l.id)
		if err != nil {
			t.Fatal(err)
		}
		client.Send(subscriptions.Message{Name: lastWord, Data: []byte("{}")})
		l.wait(t, lastWord, 1)
		got := slices.DeleteFunc(l.all(), func(one string) bool { return one == lastWord })
		want := slices.Clone(expected[name])
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s hears\n%q\nwant\n%q", name, got, want)
		}
	}
}

// patch is a change by the desk.
func patch(t *testing.T, app *testkit.App, admin testkit.Person, path string, change map[string]any) {
	t.Helper()
	app.Call(t, "PATCH", "/api/"+path, admin.Token, change).Granted(t, 200, nil)
}

// about is a message as a listener keeps it.
func about(noun, change, id string) string { return noun + " " + change + " " + id }

func assignment(change, id string) string { return about(records.Assignments, change, id) }

func account(change, id string) string { return about(records.Users, change, id) }
