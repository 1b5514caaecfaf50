package wire

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"
)

// drainLimit is how long an ending program waits for the requests in flight.
const drainLimit = 15 * time.Second

// drain counts the requests in flight, and refuses new ones once the program ends.
type drain struct {
	mu      sync.Mutex
	ending  bool
	flying  int
	settled chan struct{} // closed when it is ending and nothing flies any more
}

// Drain lets requests in flight finish when the program is told to end: the
// framework alone would cut them off. Live connections do not count, they
// never finish.
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
				e.Response.Header().Set("Connection", "close")
				e.Response.Header().Set("Retry-After", "5")
				// Written here: also pages and the framework's own endpoints are answered so.
				restarting := failure(http.StatusServiceUnavailable, "Deskmate is restarting. Please try again in a moment", nil)
				return errors.Join(e.JSON(restarting.Status, restarting.answer()), restarting)
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
	d.flying++
	return true
}

func (d *drain) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.flying--
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
	if d.ending && d.flying == 0 {
		close(d.settled)
	}
}
