// Package jobs schedules the program's recurring tasks on PocketBase's cron. History
// attributes what they change to the program itself. A job must be safe to repeat:
// it works in small transactions and continues where the last run stopped.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Job is one task. Schedule is a cron expression in UTC.
type Job struct {
	ID       string
	Schedule string
	// Limit is how long a run may take before it is cancelled and counts as failed; 0 is
	// without end. A job that asks the file store needs one, unless it limits each request: a
	// store that takes connections and never answers would silently stop all further runs.
	Limit time.Duration
	Run   func(ctx context.Context, app core.App) error
}

// runWithin runs a job, for no longer than its limit.
func (j Job) runWithin(ctx context.Context, app core.App) error {
	if j.Limit == 0 {
		return j.Run(ctx, app)
	}
	limited, cancel := context.WithTimeout(ctx, j.Limit)
	defer cancel()
	err := j.Run(limited, app)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("it took longer than %g minutes: %w", j.Limit.Minutes(), err)
	}
	return err
}

// Report is what is known of a job since the program started. Times are zero if it has
// not run, or not failed.
type Report struct {
	ID, Schedule   string
	Runs, Failures int
	Running        bool
	Started        time.Time     // the last run
	Took           time.Duration // the last run that ended
	Succeeded      time.Time     // when a run last ended without a failure
	Failed         time.Time     // when a run last failed
	Error          string        // why the last run failed; empty if it succeeded
}

// scheduled is a job of an app, with the outcome of its runs.
type scheduled struct {
	Job
	mu     sync.Mutex
	report Report
}

const storeKey = "deskmateJob:"

func find(app core.App, id string) *scheduled {
	job, _ := app.Store().Get(storeKey + id).(*scheduled)
	return job
}

// Reports returns what is known of all jobs, in the order in which they were added.
func Reports(app core.App) []Report {
	var reports []Report
	for _, job := range app.Cron().Jobs() {
		if ours := find(app, job.Id()); ours != nil {
			reports = append(reports, ours.read())
		}
	}
	return reports
}

// Run runs a job once, now, on an app that may be a transaction. Reports do not count it.
func Run(ctx context.Context, app core.App, id string) error {
	job := find(app, id)
	if job == nil {
		return fmt.Errorf("there is no job %q", id)
	}
	return job.runWithin(store.ActingAs(ctx, store.Actor{Via: store.ViaSystem}), app)
}

// Add schedules a job. Two runs of the same job never overlap. A failed run is
// logged, and the next one tries again. Shutting down cancels a run and waits until it
// has ended. PocketBase's cron recovers a panic and prints its stack.
func Add(app core.App, job Job) {
	runs := runsOf(app)
	known := &scheduled{Job: job, report: Report{ID: job.ID, Schedule: job.Schedule}}
	app.Store().Set(storeKey+job.ID, known)
	app.Cron().MustAdd(job.ID, job.Schedule, func() { runs.do(func() { known.run(runs.ctx, app) }) })
}

func (s *scheduled) run(ctx context.Context, app core.App) {
	if !s.begin(clock.Now(app)) {
		return
	}
	err := errPanicked // unless the run returns
	took := clock.Stopwatch()
	defer func() {
		if ctx.Err() != nil {
			err = nil // it was cancelled, and goes on after the next start
		}
		s.end(clock.Now(app), took(), err)
	}()
	if err = s.runWithin(ctx, app); err != nil && ctx.Err() == nil {
		app.Logger().Error("job failed", "job", s.ID, "error", err)
	}
}

var errPanicked = errors.New("it panicked: the output of the program tells where")

// begin notes that a run starts, and reports false if one is under way.
func (s *scheduled) begin(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.report.Running {
		return false
	}
	s.report.Running, s.report.Started = true, now
	return true
}

func (s *scheduled) end(now time.Time, took time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report.Running, s.report.Took, s.report.Error = false, took, ""
	s.report.Runs++
	if err == nil {
		s.report.Succeeded = now
		return
	}
	s.report.Failures++
	s.report.Failed, s.report.Error = now, err.Error()
}

func (s *scheduled) read() Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.report
}

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
