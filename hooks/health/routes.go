// Package health tells admins whether everything works, and what to do about what does
// not (docs/product.md, section 20), checks the machine and the installation (doctor), and
// tells operators what goes on: a log of one line per request, and metrics.
package health

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/version"
)

// Routes returns the routes of this package.
func Routes() []api.Route {
	return []api.Route{{Method: "GET", Path: "/desk/status", Who: api.Admins, Handler: show}}
}

func show(e *core.RequestEvent) error {
	view, err := viewOf(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, view)
}

// statusView is the state of the program, as admins read it. CheckedAt is null before the first
// checks have ended.
type statusView struct {
	Version   string      `json:"version"`
	Commit    string      `json:"commit"`
	StartedAt string      `json:"startedAt"`
	CheckedAt *string     `json:"checkedAt"`
	State     Level       `json:"state"` // the gravest of everything below
	Findings  []Finding   `json:"findings"`
	Jobs      []jobView   `json:"jobs"`
	Errors    []errorView `json:"errors"`
}

// jobView is one of the program's jobs. State is ok, waiting (it has not run since the
// program started), late or failing. Took is in milliseconds.
type jobView struct {
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Schedule  string  `json:"schedule"`
	State     string  `json:"state"`
	Runs      int     `json:"runs"`
	Failures  int     `json:"failures"`
	LastRunAt *string `json:"lastRunAt"`
	Took      *int64  `json:"took"`
	FailedAt  *string `json:"failedAt"`
	Error     string  `json:"error"`
	Running   bool    `json:"running"`
}

// errorView is an error that the log of the console has, once or several times. At is when
// it last occurred.
type errorView struct {
	At      string `json:"at"`
	Message string `json:"message"`
	Count   int    `json:"count"`
}

const (
	// errorDays is how far back errors are shown.
	errorDays = 7
	// mostErrors is how many different errors are shown.
	mostErrors = 20
)

func viewOf(ctx context.Context, app core.App) (statusView, error) {
	known, now := checksOf(app), clock.Now(app)
	started := known.started
	findings, at := known.read(ctx, app)
	view := statusView{
		Version: version.Number(), Commit: version.Commit(), StartedAt: domain.FormatTime(started), CheckedAt: optional(at),
		State: OK, Findings: []Finding{}, Jobs: []jobView{}, Errors: []errorView{},
	}
	for _, finding := range findings {
		view.Findings = append(view.Findings, finding)
		view.State = graver(view.State, finding.Level)
	}
	for _, report := range jobs.Reports(app) {
		job := viewJob(report, started, now)
		view.Jobs = append(view.Jobs, job)
		if job.State == "failing" || job.State == "late" {
			view.State = Problem
		}
	}
	logged, err := store.ReadErrors(ctx, app, now.AddDate(0, 0, -errorDays))
	if err != nil {
		return view, err
	}
	seen := map[string]int{}
	for _, entry := range logged {
		message := Redact(entry.Text())
		if i, isSeen := seen[message]; isSeen {
			view.Errors[i].Count += entry.Count
		} else if len(view.Errors) < mostErrors {
			seen[message] = len(view.Errors)
			view.Errors = append(view.Errors, errorView{string(entry.Created), message, entry.Count})
		}
	}
	return view, nil
}

func graver(a, b Level) Level {
	if a == Problem || b == OK {
		return a
	}
	return b
}

func optional(at time.Time) *string {
	if at.IsZero() {
		return nil
	}
	text := domain.FormatTime(at)
	return &text
}
