package api

import (
	"errors"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/failures"
)

// drainLimit is how long a program that shuts down waits for requests in flight.
const drainLimit = 15 * time.Second

// drain counts the requests in flight, and refuses new ones once the program shuts down.
type drain struct {
	mu       sync.Mutex
	ending   bool
	inFlight int
	settled  chan struct{} // closed once it is ending and no requests are in flight
}

// Drain lets requests in flight finish when the program shuts down; the framework
// alone would cut them off. Live connections do not count: they never finish.
func Drain(app core.App, r *router.Router[*core.RequestEvent]) {
	d := &drain{settled: make(chan struct{})}
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "deskmateDrain",
		Priority: -99999, // before the framework cancels the contexts of requests
		Func: func(e *core.TerminateEvent) error {
			d.end()
			select {
			case <-d.settled:
			case <-time.After(drainLimit):
			}
			return e.Next()
		},
	})
	r.Bind(&hook.Handler[*core.RequestEvent]{
		Id:       "deskmateInFlight",
		Priority: apis.DefaultActivityLoggerMiddlewarePriority + 2,
		Func: func(e *core.RequestEvent) error {
			if e.Request.URL.Path == "/api/realtime" {
				return e.Next()
			}
			if !d.begin() {
				// Pages and the framework's own endpoints are refused here too, so
				// the answer is written right away.
				restarting := failures.Restarting()
				e.Response.Header().Set("Connection", "close")
				e.Response.Header().Set("Retry-After", restarting.RetryAfterHeader())
				return errors.Join(e.JSON(restarting.Status, restarting.Body()), restarting)
			}
			defer d.done()
			return e.Next()
		},
	})
}

func (d *drain) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending {
		return false
	}
	d.inFlight++
	return true
}

func (d *drain) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inFlight--
	d.settle()
}

func (d *drain) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending {
		return
	}
	d.ending = true
	d.settle()
}

func (d *drain) settle() {
	if d.ending && d.inFlight == 0 {
		close(d.settled)
	}
}
