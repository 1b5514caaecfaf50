// Package testkit gives each test a complete app of its own, cloned from a
// migrated template, with helpers for accounts, tokens, files and requests.
package testkit

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"deskmate/hooks"
	"deskmate/hooks/health"
	"deskmate/hooks/words"
	"deskmate/internal/database"
)

// AdminKey is the admin registration key of every test app.
const AdminKey = "the-key-of-the-tests"

// Main runs the tests of a package. Packages whose tests call New must call it from
// TestMain.
func Main(m *testing.M) {
	words.RunChild() // the program that reads delivered files is the tests' own
	_ = os.Setenv("DESKMATE_ADMIN_KEY", AdminKey)
	os.Exit(m.Run())
}

// App is a Deskmate app that belongs to a single test.
type App struct {
	*tests.TestApp
	handler http.Handler
}

// New returns an app with empty data. The test's cleanup removes it.
func New(t testing.TB) *App {
	return NewWithInterface(t, plainInterface())
}

// NewWithInterface is like New, but serves the given interface files.
func NewWithInterface(t testing.TB, files fs.FS) *App {
	t.Helper()
	return newApp(t, files, func(core.App) {})
}

// NewWatched is like New, but is watched, and writes its log to out.
func NewWatched(t testing.TB, config health.WatchConfig, out io.Writer) *App {
	t.Helper()
	return newApp(t, plainInterface(), func(app core.App) { health.Watch(app, config, out) })
}

// MetricsToken reads the metrics of an app that NewLogged returns.
const MetricsToken = "the-token-of-the-tests"

// NewLogged is like New, but logs each request and each statement to out, and has metrics.
func NewLogged(t testing.TB, out io.Writer) *App {
	t.Helper()
	return NewWatched(t, health.WatchConfig{Log: "json", MetricsToken: MetricsToken, ReadLimit: time.Minute}, out)
}

func plainInterface() fs.FS {
	return fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Deskmate</title>")}}
}

func newApp(t testing.TB, files fs.FS, prepare func(core.App)) *App {
	t.Helper()
	dir, err := migratedDir()
	if err != nil {
		t.Fatal(err)
	}
	app, err := tests.NewTestAppWithConfig(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Cleanup)
	prepare(app)
	hooks.Register(app, files)
	handler, err := newHandler(app)
	if err != nil {
		t.Fatal(err)
	}
	return &App{TestApp: app, handler: handler}
}

// SecondProcess returns another app on the same data folder, as a second process has
// it. It serves nothing.
func (a *App) SecondProcess(t testing.TB) core.App {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: a.DataDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	hooks.Register(app, fstest.MapFS{})
	return app
}

// cronStart is the framework's handler that starts its cron when serving.
const cronStart = "__pbCronStart__"

// newHandler builds the HTTP handler the way the serve command does, except that
// scheduled jobs run only when a test runs them.
func newHandler(app core.App) (http.Handler, error) {
	app.OnServe().Unbind(cronStart)
	router, err := apis.NewRouter(app)
	if err != nil {
		return nil, err
	}
	event := &core.ServeEvent{App: app, Router: router, Server: &http.Server{}}
	err = app.OnServe().Trigger(event, func(e *core.ServeEvent) error {
		mux, err := e.Router.BuildMux()
		e.Server.Handler = mux
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	return event.Server.Handler, nil
}
