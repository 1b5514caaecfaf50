package health

import (
	"testing"
	"time"

	"deskmate/hooks/jobs"
)

func TestARunThatDoesNotEndIsLate(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	for took, want := range map[time.Duration]string{time.Minute: "ok", time.Hour: "ok", 2 * time.Hour: "late"} {
		report := jobs.Report{ID: "deleteFiles", Schedule: "* * * * *", Running: true, Started: now.Add(-took)}
		if view := viewJob(report, now.Add(-72*time.Hour), now); view.State != want {
			t.Errorf("after %v, it is %s", took, view.State)
		}
	}
}
