package health

import (
	"strings"
	"time"

	"deskmate/hooks/jobs"
)

// titles say in words what each job does.
var titles = map[string]string{
	"acceptWork":                  "Accept finished work by itself",
	"tellWhatIsDueSoon":           "Remind tutors of work that is due soon",
	"tellWhatRevisionsAreDueSoon": "Remind tutors of revisions that are due soon",
	"tellWhatAcceptsItselfSoon":   "Tell students that their work will be accepted",
	"sendWeeklySummary":           "Send admins the weekly summary",
	"deleteFiles":                 "Delete the files of settled orders",
	"scanFiles":                   "Scan files that could not be scanned at once",
	"checkDatabase":               "Check the database for damage",
	"sendMails":                   "Send emails",
	"finishAccountDeletions":      "Finish deletions of accounts",
	"measureFiles":                "Note the sizes of older files",
	"adoptGuestWork":              "Give accounts the work from their addresses",
	"adoptQuotes":                 "Give accounts the quote requests from their addresses",
	"forgetFormerAddresses":       "Delete former addresses",
	"forgetNotices":               "Delete old notices",
	"forgetMails":                 "Delete old emails",
	"forgetDevices":               "Delete what is known of old devices",
	"noteSessions":                "Note when people were last seen",
	"forgetSessions":              "Delete sessions that have expired",
}

// longestRun is how long a run may take before something is wrong.
const longestRun = time.Hour

// title returns what a job does, or its id if nothing says so.
func title(id string) string {
	if text, ok := titles[id]; ok {
		return text
	}
	return id
}

// period is how often a job runs. The program's jobs run every minute, every hour or once a day.
func period(schedule string) (every time.Duration, words string) {
	switch fields := strings.Fields(schedule); {
	case schedule == "* * * * *":
		return time.Minute, "every minute"
	case len(fields) == 5 && fields[1] == "*":
		return time.Hour, "every hour"
	}
	return 24 * time.Hour, "every day"
}

func viewJob(report jobs.Report, programStarted, now time.Time) jobView {
	every, words := period(report.Schedule)
	view := jobView{
		ID: report.ID, Title: title(report.ID), Schedule: words, State: "ok", Runs: report.Runs, Failures: report.Failures,
		LastRunAt: optional(report.Started), FailedAt: optional(report.Failed), Error: Redact(report.Error), Running: report.Running,
	}
	if report.Runs > 0 {
		took := report.Took.Milliseconds()
		view.Took = &took
	}
	// A job may be late by as long as another run takes, and because the machine is busy.
	latest := report.Started
	if latest.IsZero() {
		latest = programStarted
	}
	limit := 2*every + 5*time.Minute
	if report.Running {
		limit += longestRun // there may be much to do, or it hangs
	}
	isLate := now.Sub(latest) > limit
	switch {
	case report.Error != "":
		view.State = "failing"
	case isLate:
		view.State = "late"
	case report.Started.IsZero():
		view.State = "waiting"
	}
	return view
}
