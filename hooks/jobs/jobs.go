// Package jobs schedules the program's recurring tasks on PocketBase's cron. History
// attributes what they change to the program itself. A job must be safe to repeat:
// it works in small transactions and continues where the last run stopped.
package jobs

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// Job is one task. Schedule is a cron expression in UTC.
type Job struct {
	ID       string
	Schedule string
	Run      func(ctx context.Context, app core.App) error
}

const storeKey = "deskmateJob:"

// Run runs a job once, now, on an app that may be a transaction.
func Run(ctx context.Context, app core.App, id string) error {
	run, ok := app.Store().Get(storeKey + id).(func(context.Context, core.App) error)
	if !ok {
		return fmt.Errorf("there is no job %q", id)
	}
	return run(records.ActingAs(ctx, records.Actor{Via: records.ViaSystem}), app)
}

// Add schedules a job. Two runs of the same job never overlap. A failed run is
// logged, and the next one tries again. Shutting down cancels a run. PocketBase's
// cron recovers a panic and prints its stack.
func Add(app core.App, job Job) {
	ctx, cancel := context.WithCancel(records.ActingAs(context.Background(), records.Actor{Via: records.ViaSystem}))
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		cancel()
		return e.Next()
	})
	app.Store().Set(storeKey+job.ID, job.Run)
	var running atomic.Bool
	app.Cron().MustAdd(job.ID, job.Schedule, func() {
		if !running.CompareAndSwap(false, true) {
			return
		}
		defer running.Store(false)
		if err := job.Run(ctx, app); err != nil && ctx.Err() == nil {
			app.Logger().Error("job failed", "job", job.ID, "error", err)
		}
	})
}
