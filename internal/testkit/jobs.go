package testkit

import "testing"

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
