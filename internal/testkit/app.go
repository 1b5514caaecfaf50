// Package testkit gives tests a whole app of their own: cloned from one
// migrated template, with people, tokens, sample files and a way to call it.
package testkit

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"deskmate/hooks"
	"deskmate/internal/database"
	_ "deskmate/pb_migrations"
	"deskmate/records"
)

// AdminKey is the key that opens admin registration in every test app.
const AdminKey = "the-key-of-the-tests"

// bcryptCost keeps the hashing of the people of a test short.
const bcryptCost = 4

// template is a data folder with everything migrated, made once a test binary.
var template = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deskmate_template_*")
	if err != nil {
		return "", err
	}
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		return dir, err
	}
	defer func() { _ = app.ResetBootstrapState() }()
	if err := app.RunAllMigrations(); err != nil {
		return dir, err
	}
	users, err := app.FindCollectionByNameOrId(records.Users)
	if err != nil {
		return dir, err
	}
	users.Fields.GetByName(records.PasswordField).(*core.PasswordField).Cost = bcryptCost
	if err := app.Save(users); err != nil {
		return dir, err
	}
	settings := app.Settings()
	settings.RateLimits.Enabled = false
	return dir, app.Save(settings)
})

// Main runs the tests of a package and removes the template behind them. A
// package whose tests call New has it as its TestMain.
func Main(m *testing.M) {
	_ = os.Setenv("DESKMATE_ADMIN_KEY", AdminKey)
	code := m.Run()
	if dir, _ := template(); dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// App is Deskmate as one test has it to itself.
type App struct {
	*tests.TestApp
	handler http.Handler
}

// New clones the template and serves it in memory until the test ends.
func New(t testing.TB) *App {
	return NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Deskmate</title>")}})
}

// NewWithInterface is New with the interface files that are served.
func NewWithInterface(t testing.TB, files fs.FS) *App {
	t.Helper()
	dir, err := template()
	if err != nil {
		t.Fatal(err)
	}
	app, err := tests.NewTestAppWithConfig(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Cleanup)
	hooks.Register(app, files)
	handler, err := serve(app)
	if err != nil {
		t.Fatal(err)
	}
	return &App{TestApp: app, handler: handler}
}

// serve builds the handler the way the serve command does.
func serve(app core.App) (http.Handler, error) {
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
