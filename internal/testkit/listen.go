package testkit

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Handler returns the handler that the serve command would use.
func (a *App) Handler() http.Handler { return a.handler }

// Listen serves a handler on the loopback interface until the test ends and
// returns its URL. Use it where a test needs a real connection.
func Listen(t testing.TB, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // Close waits for connections, and event streams stay open
		server.Close()
	})
	return server.URL
}
