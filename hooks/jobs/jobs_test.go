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
	"github.com/pocketbase/pocketbase/tools/logger"

	"deskmate/hooks/jobs"
	"deskmate/internal/testkit"
	"deskmate/records"
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
		if actor := records.ActorOf(ctx, nil); actor.Via != records.ViaSystem {
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

func TestShuttingDownCancelsAJob(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	started, ended := make(chan struct{}), make(chan struct{})
	add(app, func(ctx context.Context, _ core.App) error {
		close(started)
		<-ctx.Done()
		return ctx.Err()
	})
	go func() {
		app.RunJob(t, jobID)
		close(ended)
	}()
	<-started
	event := &core.TerminateEvent{App: app}
	if err := app.OnTerminate().Trigger(event, func(*core.TerminateEvent) error { return nil }); err != nil {
		t.Fatal(err)
	}
	<-ended
}

func TestAFailedRunIsLoggedAndTheNextOneTriesAgain(t *testing.T) {
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
	tick, limit := time.NewTicker(5*time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for {
		app.Call(t, "POST", "/api/crons/"+jobID, operator, nil).Granted(t, http.StatusNoContent, nil)
		select {
		case <-again:
			return
		case <-tick.C:
		case <-limit:
			t.Fatal("it did not run again")
		}
	}
}
