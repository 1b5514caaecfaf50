package health

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"deskmate/hooks/backups"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/disk"
	"deskmate/internal/version"
)

// facts are what is looked up for each scrape, other than what is counted all the time.
// None of it depends on how much is stored.
type facts struct {
	watch *watch

	mu    sync.Mutex
	mails store.MailQueue // as read last
}

// fact is the description of a gauge, or of a counter.
func fact(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("deskmate_"+name, help, labels, nil)
}

var (
	buildInfo       = fact("build_info", "Always 1; the labels say which program this is.", "version", "commit")
	liveConnections = fact("live_connections", "Browsers that wait for changes.")
	fileBytes       = fact("db_file_bytes", "Sizes of the database files and of their journals.", "file")
	diskFree        = fact("disk_free_bytes", "How much the program can still write to the disk of the data folder.")
	damaged         = fact("db_damaged", "1 if the last check of the database found damage.")
	damageChecked   = fact("db_checked_timestamp_seconds", "When the database was last checked; 0 if not since the program started.")
	mailCount       = fact("mails", "Emails in the outbox by status.", "status")
	mailOldest      = fact("mail_oldest_seconds", "How long the email that has waited longest has waited; 0 if none waits.")
	mailStale       = fact("mails_stale", "1 if the outbox could not be read in time, so that its metrics are older.")
	// Prometheus has a label called job of its own.
	jobRuns        = fact("job_runs_total", "Runs of a job that have ended.", "name")
	jobFailures    = fact("job_failures_total", "Runs of a job that have failed.", "name")
	jobRunning     = fact("job_running", "1 while the job runs.", "name")
	jobStarted     = fact("job_last_start_timestamp_seconds", "When the job last started; 0 if it has not since the program started.", "name")
	jobSucceeded   = fact("job_last_success_timestamp_seconds", "When the job last succeeded; 0 if it has not since the program started.", "name")
	jobTook        = fact("job_last_seconds", "How long the last run of the job took.", "name")
	copyGeneration = fact("replica_generation", "The generation of the copy of the database that this machine writes.")
	copyLag        = fact("replica_lag_seconds", "How long ago the store had everything.")
	copyFailed     = fact("replica_last_failure_age_seconds", "How long ago copying last failed or was more than 10 seconds late; absent if never.")
)

// Describe says nothing, because some of the facts come and go.
func (f *facts) Describe(chan<- *prometheus.Desc) {}

// Collect looks all facts up.
func (f *facts) Collect(to chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	count := func(desc *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, labels...)
	}
	app := f.watch.app
	gauge(buildInfo, 1, version.Number(), version.Commit())
	gauge(liveConnections, float64(app.SubscriptionsBroker().TotalClients()))
	for _, file := range []string{"data.db", "data.db-wal", "auxiliary.db", "auxiliary.db-wal"} {
		if info, err := os.Stat(filepath.Join(app.DataDir(), file)); err == nil {
			gauge(fileBytes, float64(info.Size()), file)
		}
	}
	if free, known := disk.Free(app.DataDir()); known {
		gauge(diskFree, float64(free))
	}
	checked := backups.IntegrityOf(app)
	gauge(damaged, number(checked.Damage != nil))
	gauge(damageChecked, timestamp(checked.CheckedAt))
	f.collectMails(gauge)
	for _, job := range jobs.Reports(app) {
		count(jobRuns, float64(job.Runs), job.ID)
		count(jobFailures, float64(job.Failures), job.ID)
		gauge(jobRunning, number(job.Running), job.ID)
		gauge(jobStarted, timestamp(job.Started), job.ID)
		gauge(jobSucceeded, timestamp(job.Succeeded), job.ID)
		gauge(jobTook, job.Took.Seconds(), job.ID)
	}
	if copied, is := f.watch.copied(); is {
		gauge(copyGeneration, float64(copied.Generation))
		gauge(copyLag, copied.Lag.Seconds())
		if !copied.Failed.IsZero() {
			gauge(copyFailed, max(0, -clock.Left(copied.Failed).Seconds()))
		}
	}
}

// collectMails reads the outbox, by a connection that does not wait for the writer.
func (f *facts) collectMails(gauge func(*prometheus.Desc, float64, ...string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	app := f.watch.app
	ctx, cancel := context.WithTimeout(context.Background(), f.watch.config.ReadLimit)
	defer cancel()
	mails, err := store.ReadMailQueue(ctx, app)
	if err == nil {
		f.mails = mails
	}
	gauge(mailStale, number(err != nil))
	for _, status := range []string{"queued", "sent", "failed", "skipped"} {
		gauge(mailCount, float64(f.mails.Counts[status]), status)
	}
	age := 0.0
	if !f.mails.Oldest.IsZero() {
		age = max(0, clock.Now(app).Sub(f.mails.Oldest).Seconds())
	}
	gauge(mailOldest, age)
}

// number is 1 for true and 0 for false.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// timestamp returns a time in seconds since 1970, or 0 for none.
func timestamp(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.UnixMilli()) / 1000
}
