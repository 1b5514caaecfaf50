package testkit

import (
	"context"
	"errors"
	"testing"
	"time"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// RunJob runs a scheduled job now and waits until it has ended.
func (a *App) RunJob(t testing.TB, id string) {
	t.Helper()
	for _, job := range a.Cron().Jobs() {
		if job.Id() == id {
			job.Run()
			return
		}
	}
	t.Fatalf("there is no job %q", id)
}

// EndsAtASilentStore checks that a run that waits for a store that never answers ends when
// it is cancelled, as jobs are at their limits. It returns the error of the run. The store
// stays silent.
func (a *App) EndsAtASilentStore(t testing.TB, run func(context.Context) error) error {
	t.Helper()
	silent := a.UseSilentStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	connection, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	cancel()
	select {
	case err = <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the run goes on")
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the run ended with %v", err)
	}
	return err
}

// KeepRunning makes it look as if the program has run until now, wherever the clock was before.
func (a *App) KeepRunning(t testing.TB) {
	t.Helper()
	uptime, err := store.ReadUptime(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	uptime.SeenAt = clock.Now(a)
	if err := store.SaveUptime(t.Context(), a, uptime); err != nil {
		t.Fatal(err)
	}
}

// PayTutors pays all that tutors are owed, as an admin.
func (a *App) PayTutors(t testing.TB, admin string) {
	t.Helper()
	a.Call(t, "POST", "/api/payouts", admin, map[string]any{"all": true, "method": "Bank transfer", "reference": "Run 1"}).Granted(t, 201, nil)
}

// AcceptWork moves the clock past the windows of all finished work, and lets the
// program accept it.
func (a *App) AcceptWork(t testing.TB) {
	t.Helper()
	clock.Advance(a, 5*24*time.Hour)
	a.RunJob(t, "acceptWork")
}
