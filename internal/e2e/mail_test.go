package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

func TestEveryMailArrivesAlthoughTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	const mails, kills = 30, 5
	dir := t.TempDir()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	box := testkit.NewMailbox(t)
	var (
		mutex    sync.Mutex
		arrivals int
		reached  = make(chan struct{}, 1) // the mail at which the process is to be killed has arrived
		killed   = make(chan struct{})
	)
	box.Answer = func(testkit.Mail) testkit.Response {
		mutex.Lock()
		arrivals++
		isDoomed := arrivals%4 == 0 && arrivals/4 <= kills
		wait := killed
		mutex.Unlock()
		if isDoomed {
			reached <- struct{}{}
			<-wait // the server takes it, but nobody is left to be told
		}
		return testkit.Take
	}

	server := serve(t, dir)
	for i := range mails {
		body := fmt.Sprintf(`{"title":"Tides","description":"Tides.","dueDate":"2031-12-01","subject":"Physics","email":"guest%d@example.com"}`, i)
		if status, answer := server.send(t, "POST", "/api/assignments/public", "", body); status != http.StatusCreated {
			t.Fatalf("got %d %s", status, answer)
		}
	}
	host, port := box.Address()
	settings := fmt.Sprintf(`{"smtp":{"enabled":true,"host":%q,"port":%d}}`, host, port)
	if status, answer := server.send(t, "PATCH", "/api/settings", server.signInOperator(t), settings); status != http.StatusOK {
		t.Fatalf("got %d %s", status, answer)
	}
	server.kill()
	for range kills {
		server = serve(t, dir)
		testkit.Receive(t, "a mail arrives", reached)
		server.kill()
		mutex.Lock()
		close(killed)
		killed = make(chan struct{})
		mutex.Unlock()
		endLeases(t, dir)
	}
	serve(t, dir)

	seen := func() map[string]int {
		ids := map[string]int{}
		for _, mail := range box.Mails() {
			ids[mail.Header.Get("Message-ID")]++
		}
		return ids
	}
	testkit.Eventually(t, "all mails arrive", func() bool { return len(seen()) >= mails })
	twice := 0
	for id, times := range seen() {
		if times > 2 || !strings.HasPrefix(id, "<") {
			t.Errorf("the mail %s arrived %d times", id, times)
		}
		twice += times - 1
	}
	if twice != kills {
		t.Errorf("%d mails arrived twice, want those at which the process was killed: %d", twice, kills)
	}
}

// endLeases lets the time pass after which a claimed mail may be sent again.
func endLeases(t *testing.T, dir string) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	_, err := app.NonconcurrentDB().NewQuery("UPDATE outbox SET nextAt = {:now} WHERE status = 'queued'").
		Bind(dbx.Params{"now": clock.Now(app).UTC().Format("2006-01-02 15:04:05.000Z")}).Execute()
	if err != nil {
		t.Fatal(err)
	}
}
