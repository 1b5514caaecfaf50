package health_test

import (
	"errors"
	"strings"
	"testing"

	"deskmate/hooks/health"
	"deskmate/internal/testkit"
)

func TestFailuresOfJobsAndBackupsAreWrittenWithoutALog(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		config health.WatchConfig
		want   int
	}{
		{"without a log", health.WatchConfig{Slow: -1, Failures: true}, 3},
		{"with a log", health.WatchConfig{Slow: -1, Failures: true, Log: "text"}, 4},
		{"in tests", health.WatchOff, 0},
	} {
		log := &output{}
		app := testkit.NewWatched(t, c.config, log)
		app.Logger().Error("job failed", "job", "checkDatabase", "error", errors.New("nobody at robin@example.com\nanswers"))
		app.Logger().Error("[Backup cron] Failed to create backup", "name", "a.zip", "error", "the disk is full")
		app.Logger().Error("backup failed", "error", "the database is damaged")
		app.Logger().Error("something else", "error", "of no concern")
		got := log.String()
		if lines := strings.Count(got, "\n"); lines != c.want || strings.Contains(got, "robin") {
			t.Errorf("%s: %d lines, want %d: %s", c.name, lines, c.want, got)
		}
		if c.want > 0 && (!strings.Contains(got, "job=checkDatabase") || !strings.Contains(got, "the disk is full")) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
