package testkit

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Handler is what the serve command would serve.
func (a *App) Handler() http.Handler { return a.handler }

// Listen serves a handler on the loopback until the test ends and gives its
// address: for what only a real connection shows.
func Listen(t testing.TB, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // live connections never end by themselves
		server.Close()
	})
	return server.URL
}
