package transaction_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

const busy = "This site is busy right now. Please try again in a moment"

// occupy takes the writer's connection, as an endpoint of the framework's might,
// until the returned function is called.
func occupy(t *testing.T, app *testkit.App) (free func()) {
	t.Helper()
	connection, err := app.NonconcurrentDB().(*dbx.DB).DB().Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return func() { _ = connection.Close() }
}

// lock takes SQLite's lock as another process does.
func lock(t *testing.T, app *testkit.App) (free func()) {
	t.Helper()
	other, err := database.Connect(filepath.Join(app.DataDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = tx.Rollback()
		_ = other.Close()
	}
}

// limitWaits sets how long the app waits for its own connection, and for the lock of SQLite.
func limitWaits(t *testing.T, app *testkit.App, limit time.Duration) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(fmt.Sprint("PRAGMA busy_timeout = ", limit.Milliseconds())).Execute(); err != nil {
		t.Fatal(err)
	}
	transaction.LimitWait(app, limit)
}

func TestTheWaitForTheWriterIsLimited(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]func(*testing.T, *testkit.App) func(){
		"the framework holds its connection": occupy,
		"another process holds its lock":     lock,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
			id, quote := app.HandIn(t, robin.Token, nil), app.AskForQuote(t)
			operator := app.Superuser(t)
			limitWaits(t, app, 300*time.Millisecond)
			free := hold(t, app)
			calls := []func() testkit.Answer{
				func() testkit.Answer {
					return app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia", Email: "nia@example.com", Password: "quill-1"})
				},
				func() testkit.Answer {
					return app.Call(t, "POST", "/api/assignments", robin.Token, testkit.NewAssignment())
				},
				func() testkit.Answer { return app.Call(t, "POST", "/api/quotes", "", testkit.NewQuote()) },
				func() testkit.Answer {
					return app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"grade": "A"})
				},
				func() testkit.Answer {
					return app.Call(t, "PATCH", "/api/quotes/"+quote.Id, admin.Token, map[string]string{"note": "Two days."})
				},
				func() testkit.Answer { return app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil) },
				func() testkit.Answer {
					return app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword)
				},
			}
			answers := make(chan testkit.Answer, len(calls))
			for _, call := range calls {
				go func() { answers <- call() }()
			}
			for range calls {
				answer := <-answers
				answer.Refused(t, http.StatusServiceUnavailable, busy)
				if wait := answer.Header.Get("Retry-After"); wait != "5" {
					t.Errorf("Retry-After is %q, want 5", wait)
				}
			}
			console := app.Call(t, "PATCH", "/api/collections/site/records/deskmatesite000", operator, map[string]string{"name": "Another desk"})
			if console.Status != http.StatusServiceUnavailable {
				t.Errorf("the console got %d %s", console.Status, console.Body)
			}
			free()
			limitWaits(t, app, time.Minute)
			app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"grade": "A"}).Granted(t, 200, nil)
		})
	}
}

func TestTheWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	free := occupy(t, app)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := transaction.Run(ctx, app, func(context.Context, core.App) error { return errors.New("the change ran") })
	if failure := failures.From(err); failure.Status != http.StatusServiceUnavailable {
		t.Errorf("got %d %v", failure.Status, err)
	}
	free()
	if err := transaction.Run(context.Background(), app, func(context.Context, core.App) error { return nil }); err != nil {
		t.Errorf("the next change returned %v", err)
	}
}

func TestWorkAfterACommitDoesNotHoldTheWriter(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	first, second := app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	committed, release := make(chan struct{}), make(chan struct{})
	app.OnRecordAfterUpdateSuccess(store.Assignments).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.Id == first {
			close(committed)
			<-release
		}
		return e.Next()
	})
	grade := func(id string) {
		app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"grade": "A"}).Granted(t, 200, nil)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		grade(first)
	}()
	<-committed
	within(t, "the next change", func() { grade(second) })
	close(release)
	<-done
}

func TestAFailedChangeReleasesTheWriter(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for range 3 {
		refused := errors.New("refused")
		if err := transaction.Run(context.Background(), app, func(context.Context, core.App) error { return refused }); !errors.Is(err, refused) {
			t.Fatalf("got %v", err)
		}
	}
	func() {
		defer func() { _ = recover() }()
		_ = transaction.Run(context.Background(), app, func(context.Context, core.App) error { panic("a bug") })
	}()
	within(t, "the change after a panic", func() {
		if err := transaction.Run(context.Background(), app, func(context.Context, core.App) error { return nil }); err != nil {
			t.Error(err)
		}
	})
}

func TestALongChangeLetsOthersWriteBetweenItsPieces(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	others := make(chan struct{})
	pieces := 0
	err := transaction.InPieces(context.Background(), app, func(_ context.Context, _ core.App, enough func() bool) (bool, error) {
		pieces++
		if pieces == 1 {
			isComing := make(chan struct{})
			go func() {
				defer close(others)
				close(isComing)
				if err := transaction.Run(context.Background(), app, func(context.Context, core.App) error { return nil }); err != nil {
					t.Error(err)
				}
			}()
			<-isComing
		}
		for !enough() { // a long piece
		}
		select {
		case <-others:
			return false, nil
		default:
			return pieces < 50, nil
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if pieces > 5 {
		t.Errorf("another change waited for %d pieces", pieces)
	}
	<-others
}

func TestPiecesInsideATransactionShareIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	refused := errors.New("refused")
	err := transaction.Run(context.Background(), app, func(ctx context.Context, tx core.App) error {
		pieces := 0
		err := transaction.InPieces(ctx, tx, func(_ context.Context, inner core.App, _ func() bool) (bool, error) {
			pieces++
			if inner != tx {
				t.Error("a piece runs outside of the transaction")
			}
			return pieces < 3, nil
		})
		if pieces != 3 {
			t.Errorf("%d pieces ran", pieces)
		}
		return errors.Join(err, refused)
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
}
