package console_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/console"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// watched is the listener of a site that looks at its connections.
type watched struct {
	net.Listener
	beside chan struct{}
}

func (w watched) Beside(other net.Listener) net.Listener {
	close(w.beside)
	return other
}

type connectionKey struct{}

// A machine that may not write any more must not say at the console's address either that it
// has made a change.
func TestTheOwnAddressIsLookedAtLikeTheSites(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	site := &http.Server{
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, true)
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Context().Value(connectionKey{}) == nil {
				w.WriteHeader(http.StatusTeapot)
			}
		}),
	}
	w := watched{beside: make(chan struct{})}
	console.Serve(&core.ServeEvent{App: app, Server: site, Listener: w}, listener)
	<-w.beside
	answer, err := http.Get("http://" + listener.Addr().String() + "/api/health")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Error("its handler does not know the connection")
	}
}
