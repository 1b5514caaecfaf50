package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/store"
)

// stopLimit is how long a program that stops waits for the jobs that run.
var stopLimit = func(core.App) time.Duration { return 10 * time.Second }

// runs are the runs of an app's jobs. Shutting down cancels them, and ends when they have
// ended: what they change must be in the last backup or copy of the database.
type runs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	isClosed bool
	under    sync.WaitGroup
}

// runsOf returns the runs of an app.
func runsOf(app core.App) *runs {
	return app.Store().GetOrSet("deskmateJobRuns", func() any { return newRuns(app) }).(*runs)
}

func newRuns(app core.App) *runs {
	ctx, cancel := context.WithCancel(store.ActingAs(context.Background(), store.Actor{Via: store.ViaSystem}))
	r := &runs{ctx: ctx, cancel: cancel}
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		if !r.close(stopLimit(app)) {
			app.Logger().Error("a job did not end in time")
		}
		return e.Next()
	})
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{
		Priority: 9999, // when all jobs have been added
		Func: func(e *core.ServeEvent) error {
			for _, job := range app.Cron().Jobs() {
				if find(app, job.Id()) == nil { // the framework's own
					app.Cron().MustAdd(job.Id(), job.Expression(), func() { r.do(job.Run) })
				}
			}
			return e.Next()
		},
	})
	return r
}

// do runs something, unless the program is shutting down.
func (r *runs) do(run func()) {
	r.mu.Lock()
	if r.isClosed {
		r.mu.Unlock()
		return
	}
	r.under.Add(1)
	r.mu.Unlock()
	defer r.under.Done()
	run()
}

// close cancels what runs, lets nothing more begin, and reports whether all has ended
// within a time.
func (r *runs) close(limit time.Duration) bool {
	r.cancel()
	r.mu.Lock()
	r.isClosed = true
	r.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		r.under.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
}
