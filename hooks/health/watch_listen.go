package health

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof" // #nosec G108 -- its handlers are served only at an address of this machine
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

const (
	headerLimit = 15 * time.Second
	// profileLimit is how long a profile may take to record.
	profileLimit = 5 * time.Minute
)

// serveAt serves something at an address of its own until the program stops, and prints
// where.
func serveAt(e *core.ServeEvent, address, what, path string, handler http.Handler) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%s at %s: %w", what, address, err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerLimit, ReadTimeout: headerLimit, WriteTimeout: profileLimit, ErrorLog: e.Server.ErrorLog,
	}
	e.App.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Priority: -9999, // like the framework's own, once no requests are in flight
		Func: func(te *core.TerminateEvent) error {
			limited, done := context.WithTimeout(context.Background(), time.Second)
			defer done()
			if server.Shutdown(limited) != nil {
				_ = server.Close() // a profile that is being recorded is cut off
			}
			return te.Next()
		},
	})
	go func() { _ = server.Serve(listener) }()
	fmt.Printf("%s: http://%s%s\n", what, listener.Addr(), path)
	return nil
}

// serveProfiles serves profiles at an address that only this machine reaches. They show
// what is in memory.
func serveProfiles(e *core.ServeEvent, address string) error {
	if !isLoopback(address) {
		return fmt.Errorf("--pprof is %q, which others might reach. Choose an address of this machine, such as 127.0.0.1:6060", address)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return serveAt(e, address, "The profiles", "/debug/pprof/", mux)
}
