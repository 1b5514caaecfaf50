package live_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/live"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMoreBrowsersDoNotCauseMoreQueries(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var queries atomic.Int64
	app.ConcurrentDB().(*dbx.DB).QueryLogFunc = func(_ context.Context, _ time.Duration, query string, _ *sql.Rows, _ error) {
		if strings.Contains(query, "FROM `users`") {
			queries.Add(1)
		}
	}
	url := testkit.Listen(t, app.Handler())
	ids := make([]string, 60)
	for i := range ids {
		ids[i] = app.HandIn(t, "", nil)
	}
	admins := make([]testkit.Person, 10)
	for i := range admins {
		admins[i] = app.Person(t, domain.RoleAdmin, fmt.Sprintf("Ada Quill %d", i))
	}
	var browsers []*listener
	for _, admin := range admins {
		browsers = append(browsers, listen(t, url, admin.Token))
	}

	queries.Store(0)
	patch(t, app, admins[0], "assignments", map[string]any{"ids": ids, "status": "graded"})
	for _, browser := range browsers {
		for _, id := range ids {
			browser.wait(t, assignment("update", id), 1)
		}
	}
	// The request itself reads its caller a few times. In the worst case, every
	// change is sent in a batch of its own.
	if limit := int64(len(ids) + 10); queries.Load() > limit {
		t.Errorf("announcing %d changes to %d browsers took %d queries for accounts, want at most %d", len(ids), len(browsers), queries.Load(), limit)
	}
}

func TestBrowsersReceiveChangesInTheOrderTheyWereMade(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	ids := make([]string, 40)
	for i := range ids {
		ids[i] = app.HandIn(t, "", nil)
	}
	browsers, expected := listeners{"first": listen(t, url, admin.Token), "second": listen(t, url, admin.Token)}, map[string][]string{}
	err := app.RunInTransaction(func(tx core.App) error {
		for _, id := range ids {
			if err := grade(tx, id); err != nil {
				return err
			}
			for name := range browsers {
				expected[name] = append(expected[name], assignment("update", id))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	browsers.check(t, app, expected)
}

func grade(app core.App, id string) error {
	record, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		return err
	}
	record.Set(store.Grade, "A")
	return app.Save(record)
}

func TestAnnouncesOnlyCommittedChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	first, second := app.HandIn(t, "", nil), app.HandIn(t, "", nil)
	browser := listen(t, url, admin.Token)

	refused := errors.New("refused")
	err := app.RunInTransaction(func(tx core.App) error {
		return errors.Join(grade(tx, first), grade(tx, second), refused)
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	err = app.RunInTransaction(func(tx core.App) error {
		err := grade(tx, second)
		if len(browser.all()) > 0 {
			t.Error("a change was announced before it was committed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	listeners{"the admin": browser}.check(t, app, map[string][]string{"the admin": {assignment("update", second)}})
}

// stuckBrowser is the response to a browser that stops reading once it is
// connected. Writing to it blocks until the test releases it, and then fails.
type stuckBrowser struct {
	bytes.Buffer
	connected chan struct{} // closed by the first Flush
	released  chan struct{}
	flushed   bool
	wrote     chan struct{} // closed by the write that blocks
}

func (*stuckBrowser) Header() http.Header { return http.Header{} }
func (*stuckBrowser) WriteHeader(int)     {}

func (b *stuckBrowser) Write(data []byte) (int, error) {
	if !b.flushed {
		return b.Buffer.Write(data)
	}
	close(b.wrote)
	<-b.released
	return 0, errors.New("the browser has gone")
}

func (b *stuckBrowser) Flush() {
	b.flushed = true
	close(b.connected)
}

// id is the id of the connection, as the server sent it.
func (b *stuckBrowser) id(t *testing.T) string {
	t.Helper()
	_, data, _ := strings.Cut(b.String(), "data:")
	var fields struct{ ClientID string }
	if err := json.Unmarshal([]byte(data), &fields); err != nil {
		t.Fatalf("%v in %q", err, b.String())
	}
	return fields.ClientID
}

func TestStuckBrowsersDelayNeitherChangesNorOtherBrowsers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	released := make(chan struct{})
	var stuck []*stuckBrowser
	var gone []chan struct{}
	for range 3 {
		browser := &stuckBrowser{connected: make(chan struct{}), released: released, wrote: make(chan struct{})}
		request := httptest.NewRequest("GET", "/api/realtime", nil)
		request.RemoteAddr = "127.0.0.1:40000" // subscribing must come from the same address
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			app.Handler().ServeHTTP(browser, request)
		}()
		testkit.Receive(t, "the browser is connected", browser.connected)
		subscribe(t, url, admin.Token, browser.id(t))
		stuck, gone = append(stuck, browser), append(gone, ended)
	}
	other := listen(t, url, admin.Token)
	var expected []string
	for range 5 {
		expected = append(expected, assignment("create", app.HandIn(t, "", nil)))
		other.wait(t, expected[len(expected)-1], 1)
	}
	for _, browser := range stuck {
		testkit.Receive(t, "the stuck browser is sent something", browser.wrote)
	}

	// Disconnected while a message is being written, they leave nothing behind.
	app.SubscriptionsBroker().Unregister(stuck[0].id(t))
	close(released)
	for _, ended := range gone {
		testkit.Receive(t, "the connection ends", ended)
	}
	if got := app.SubscriptionsBroker().TotalClients(); got != 1 {
		t.Errorf("%d connections are registered, want 1", got)
	}
	if got := other.all(); !slices.Equal(got, expected) {
		t.Errorf("the other browser received\n%q\nwant\n%q", got, expected)
	}
}

func TestBrowsersAreDisconnectedWhenChangesCannotBeAnnounced(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var broken atomic.Bool
	live.Listen(app, []api.Noun{{
		Collection: store.Site,
		Announce: func(_ core.App, site *core.Record, change api.Change) []api.Announcement {
			return []api.Announcement{{Noun: store.Site, ID: site.Id, Change: change, MayReceive: func(domain.Reader) bool {
				if broken.Load() {
					panic("broken")
				}
				return true
			}}}
		},
	}})
	url := testkit.Listen(t, app.Handler())
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	site, err := app.FindFirstRecordByFilter(store.Site, "")
	if err != nil {
		t.Fatal(err)
	}

	missed := listen(t, url, admin.Token)
	broken.Store(true)
	app.MustSave(t, site)
	missed.waitUntilClosed(t)

	broken.Store(false)
	reconnected := listen(t, url, admin.Token)
	app.MustSave(t, site)
	reconnected.wait(t, about(store.Site, "update", site.Id), 1)
}
