package jobs_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/logger"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const jobID = "testJob"

// add schedules a job that the test runs.
func add(app *testkit.App, run func(ctx context.Context, app core.App) error) {
	jobs.Add(app, jobs.Job{ID: jobID, Schedule: "0 0 1 1 *", Run: run})
}

func TestTwoRunsOfAJobDoNotOverlap(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var runs atomic.Int32
	started, finish, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	add(app, func(ctx context.Context, _ core.App) error {
		if actor := store.ActorOf(ctx, nil); actor.Via != store.ViaSystem {
			t.Errorf("it runs as %v", actor)
		}
		if runs.Add(1) == 1 {
			close(started)
			<-finish
		}
		return nil
	})
	go func() {
		app.RunJob(t, jobID)
		close(ended)
	}()
	<-started
	app.RunJob(t, jobID)
	if count := runs.Load(); count != 1 {
		t.Errorf("%d runs overlap", count)
	}
	close(finish)
	<-ended
	app.RunJob(t, jobID)
	if count := runs.Load(); count != 2 {
		t.Errorf("it ran %d times", count)
	}
}

// shutDown ends the app, and calls a function when everything has been told to end.
func shutDown(t *testing.T, app core.App, last func()) {
	t.Helper()
	event := &core.TerminateEvent{App: app}
	if err := app.OnTerminate().Trigger(event, func(*core.TerminateEvent) error { last(); return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestShuttingDownCancelsAJobAndWaitsForIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	started := make(chan struct{})
	add(app, func(ctx context.Context, app core.App) error {
		close(started)
		<-ctx.Done()
		_, err := app.NonconcurrentDB().NewQuery("UPDATE site SET name = 'Changed at the last moment'").Execute()
		return err
	})
	go app.RunJob(t, jobID)
	<-started
	shutDown(t, app, func() {
		site, err := store.FindSite(app)
		if err != nil || site.GetString(store.Name) != "Changed at the last moment" {
			t.Errorf("the job was not waited for: %v, %v", site, err)
		}
	})
	app.RunJob(t, jobID) // which would close the channel again
}

func TestShuttingDownWaitsForTheFrameworksJobs(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	jobs.Add(app, jobs.Job{ID: jobID, Schedule: "0 0 1 1 *"})
	started, finish := make(chan struct{}), make(chan struct{})
	hasEnded := false
	app.Cron().MustAdd("framework", "0 0 1 1 *", func() {
		close(started)
		<-finish
		hasEnded = true
	})
	if err := app.OnServe().Trigger(&core.ServeEvent{App: app}); err != nil {
		t.Fatal(err)
	}
	for _, job := range app.Cron().Jobs() {
		if job.Id() == "framework" {
			go job.Run()
		}
	}
	<-started
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{Priority: -1, Func: func(e *core.TerminateEvent) error {
		close(finish)
		return e.Next()
	}})
	shutDown(t, app, func() {
		if !hasEnded {
			t.Error("the job was not waited for")
		}
	})
}

func TestShuttingDownDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	jobs.StopWithin(app, time.Millisecond)
	started, finish := make(chan struct{}), make(chan struct{})
	add(app, func(context.Context, core.App) error {
		close(started)
		<-finish
		return nil
	})
	go app.RunJob(t, jobID)
	<-started
	hasEnded := false
	shutDown(t, app, func() { hasEnded = true })
	close(finish)
	if !hasEnded {
		t.Error("the program did not end")
	}
}

func TestARunThatTakesTooLongIsCancelledAndFails(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	jobs.Add(app, jobs.Job{ID: jobID, Schedule: "0 0 1 1 *", Limit: time.Minute / 1000, Run: func(ctx context.Context, _ core.App) error {
		if _, isLimited := ctx.Deadline(); !isLimited {
			return errors.New("it may take for ever")
		}
		<-ctx.Done()
		return ctx.Err()
	}})
	app.RunJob(t, jobID)
	if r := report(t, app); r.Failures != 1 || r.Running || !strings.HasPrefix(r.Error, "it took longer than 0.001 minutes: ") {
		t.Errorf("the report is %+v", r)
	}
}

func TestAFailedRunIsLoggedAndTriedAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	settings := app.Settings()
	settings.Logs.MaxDays = 1
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	runs := 0
	add(app, func(context.Context, core.App) error {
		runs++
		return errors.New("no luck today")
	})
	app.RunJob(t, jobID)
	app.RunJob(t, jobID)
	if runs != 2 {
		t.Errorf("it ran %d times", runs)
	}
	if r := report(t, app); r.Runs != 2 || r.Failures != 2 || r.Running || r.Error != "no luck today" || r.Failed.IsZero() || r.Started.After(r.Failed) {
		t.Errorf("the report is %+v", r)
	}
	if err := app.Logger().Handler().(*logger.BatchHandler).WriteAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	var entries []string
	if err := app.AuxDB().NewQuery("SELECT data FROM _logs WHERE message = 'job failed'").Column(&entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 || !strings.Contains(entries[0], jobID) || !strings.Contains(entries[0], "no luck today") {
		t.Errorf("the log contains %q", entries)
	}
}

// report returns what is known of the job that add has scheduled.
func report(t *testing.T, app *testkit.App) jobs.Report {
	t.Helper()
	for _, r := range jobs.Reports(app) {
		if r.ID == jobID {
			return r
		}
	}
	t.Fatal("there is no report")
	return jobs.Report{}
}

func TestTheReportTellsOfTheLastRun(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	now := time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC)
	clock.Set(app, now)
	var result error
	during := jobs.Report{}
	add(app, func(context.Context, core.App) error {
		during = report(t, app)
		return result
	})
	if r := report(t, app); r.Runs != 0 || !r.Started.IsZero() || r.Schedule != "0 0 1 1 *" {
		t.Errorf("before it runs, the report is %+v", r)
	}
	result = errors.New("no luck today")
	app.RunJob(t, jobID)
	if !during.Running || !during.Started.Equal(now) || during.Runs != 0 {
		t.Errorf("while it runs, the report is %+v", during)
	}
	if r := report(t, app); !r.Succeeded.IsZero() {
		t.Errorf("after it has failed, the report is %+v", r)
	}
	clock.Advance(app, time.Hour)
	result = nil
	app.RunJob(t, jobID)
	if r := report(t, app); !r.Succeeded.Equal(now.Add(time.Hour)) || r.Runs != 2 || r.Failures != 1 || r.Error != "" || !r.Failed.Equal(now) || !r.Started.Equal(now.Add(time.Hour)) {
		t.Errorf("after it has succeeded, the report is %+v", r)
	}
}

func TestAJobThatPanicsRunsAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	runs, again := 0, make(chan struct{})
	add(app, func(context.Context, core.App) error {
		switch runs++; runs {
		case 1:
			panic("the first run panics")
		case 2:
			close(again)
		}
		return nil
	})
	// The console starts a job in the same way as the cron does. While the first run
	// has not ended, a second one does not begin.
	testkit.Eventually(t, "it runs again", func() bool {
		app.Call(t, "POST", "/api/crons/"+jobID, operator, nil).Granted(t, http.StatusNoContent, nil)
		select {
		case <-again:
			return true
		default:
			return false
		}
	})
	if r := report(t, app); r.Failures != 1 {
		t.Errorf("the report is %+v", r)
	}
}
