package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/jobs"
	"deskmate/hooks/live"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clamd"
	"deskmate/internal/clock"
)

// The variables that operators set.
const (
	DaemonVariable = "DESKMATE_CLAMD"
	AwayVariable   = "DESKMATE_CLAMD_WHEN_AWAY"
)

// ScanSettings are what the operator has set. IsOn is false if nothing is scanned.
type ScanSettings struct {
	Daemon clamd.Daemon
	IsOn   bool
	// Patience is how long the files of one upload may take to be scanned. Those that are
	// left then are scanned later.
	Patience time.Duration
	// JobPatience is how long one of those may take then.
	JobPatience time.Duration
	// AcceptsUnscanned lets people open files that could not be scanned yet.
	AcceptsUnscanned bool
}

// How long an upload and the job wait for the scanner.
const (
	uploadPatience = 30 * time.Second
	jobPatience    = 2 * time.Minute
)

// ReadScanSettings reads the settings from the environment.
func ReadScanSettings(getenv func(string) string) (settings ScanSettings, err error) {
	settings.Patience, settings.JobPatience = uploadPatience, jobPatience
	switch away := getenv(AwayVariable); away {
	case "", "hold":
	case "accept":
		settings.AcceptsUnscanned = true
	default:
		return settings, fmt.Errorf("%s is %q, and must be hold or accept", AwayVariable, away)
	}
	address := getenv(DaemonVariable)
	if address == "" {
		return settings, nil
	}
	if settings.Daemon, err = clamd.ParseDaemon(address); err != nil {
		return settings, fmt.Errorf("%s: %w", DaemonVariable, err)
	}
	settings.IsOn = true
	return settings, nil
}

// stateOfUnscanned is the state of files that were not scanned.
func (s ScanSettings) stateOfUnscanned() string {
	switch {
	case !s.IsOn:
		return ""
	case s.AcceptsUnscanned:
		return domain.FileWaiting
	}
	return domain.FileHeld
}

const storeKey = "deskmateScans"

func settingsOf(app core.App) ScanSettings {
	settings, _ := app.Store().Get(storeKey).(ScanSettings)
	return settings
}

// UseScanner makes an app scan as the settings say. What was not scanned before follows them too:
// it can be opened once nothing is scanned any more.
func UseScanner(app core.App, settings ScanSettings) error {
	app.Store().Set(storeKey, settings)
	ctx := store.ActingAs(context.Background(), store.Actor{Via: store.ViaSystem})
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		return store.ReleaseFiles(ctx, tx, settings.stateOfUnscanned())
	})
}

// listenScans scans new files, and scans those later that could not be scanned at once.
func listenScans(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		settings, err := ReadScanSettings(os.Getenv)
		if err != nil {
			return err
		}
		if err := UseScanner(e.App, settings); err != nil {
			return err
		}
		return e.Next()
	})
	listenForFiles(app)
	addJob(app)
}

const (
	// batch is how many files are read from the table at once.
	scanBatch = 50
	// answerLimit is how long the scanner may take to say that it is there.
	answerLimit = 5 * time.Second
	// longestPause is the longest pause for a file that the scanner has refused.
	longestPause = time.Hour
)

func addJob(app core.App) {
	jobs.Add(app, jobs.Job{ID: "scanFiles", Schedule: "* * * * *", Run: func(ctx context.Context, app core.App) error {
		settings := settingsOf(app)
		if !settings.IsOn {
			return nil
		}
		return scanWaiting(ctx, app, settings)
	}})
}

// scanWaiting scans the stored files that could not be scanned when they came. It stops
// when the scanner does not answer; the next run goes on. The scanner is asked first whether
// it is there, so that no file is blamed for a scanner that is away.
func scanWaiting(ctx context.Context, app core.App, settings ScanSettings) error {
	var failed []error
	for {
		found, err := store.FindFilesToScan(ctx, app, clock.Now(app), scanBatch)
		if err == nil && len(found) > 0 {
			err = answers(ctx, settings.Daemon)
		}
		if err != nil || len(found) == 0 {
			return errors.Join(append(failed, err)...)
		}
		for _, file := range found {
			problem, err := scanStored(ctx, app, settings, file)
			if problem != nil {
				failed = append(failed, fmt.Errorf("a file of %s %s: %w", file.Collection, file.Record, problem))
			}
			if err != nil {
				return errors.Join(append(failed, err)...)
			}
		}
	}
}

// scanStored scans one stored file and notes the result. problem is why this file cannot be
// scanned, although others can.
func scanStored(ctx context.Context, app core.App, settings ScanSettings, file store.FileScan) (problem, err error) {
	scanning, cancel := context.WithTimeout(ctx, settings.JobPatience)
	defer cancel()
	owners, err := app.FindCachedCollectionByNameOrId(file.Collection)
	if err != nil {
		return nil, err
	}
	content, err := files.OpenUnchecked(scanning, app, owners.BaseFilesPath()+"/"+file.Record+"/"+file.File)
	if errors.Is(err, filesystem.ErrNotFound) {
		return nil, forgetScan(ctx, app, file)
	}
	if err != nil {
		return err, postponeScan(ctx, app, file)
	}
	malware, err := settings.Daemon.Scan(scanning, content)
	switch err = errors.Join(err, content.Close()); {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		// The file is to blame if the scanner is there, and may be if it is not: it must not
		// hold up the others by ending the scanner again and again.
		return err, errors.Join(postponeScan(ctx, app, file), answers(ctx, settings.Daemon))
	case malware == "":
		if err := forgetScan(ctx, app, file); err != nil {
			return nil, err
		}
		return nil, showResult(app, file)
	}
	app.Logger().Warn("malware found", "collection", file.Collection, "record", file.Record, "malware", malware)
	err = transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		isThere, err := store.SetInfected(ctx, tx, file, malware)
		if err != nil || !isThere {
			return err
		}
		return tellOfMalware(ctx, tx, file)
	})
	if err != nil {
		return nil, err
	}
	return nil, showResult(app, file)
}

// answers fails if the scanner is not there.
func answers(ctx context.Context, daemon clamd.Daemon) error {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	_, err := daemon.Version(ctx)
	return err
}

// forgetScan notes that there is nothing to know about a file.
func forgetScan(ctx context.Context, app core.App, file store.FileScan) error {
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error { return store.ForgetFileScan(ctx, tx, file) })
}

// showResult has those who look at a file read it again, now that it was scanned.
func showResult(app core.App, file store.FileScan) error {
	owner, err := findOwner(app, file)
	if owner == nil || err != nil {
		return err
	}
	live.Changed(app, owner)
	if order := owner.GetString(store.Assignment); order != "" {
		if owner, err = app.FindRecordById(store.Assignments, order); err == nil {
			live.Changed(app, owner)
		}
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil // deleted meanwhile
	}
	return err
}

// postponeScan has a file scanned again after a pause that doubles each time.
func postponeScan(ctx context.Context, app core.App, file store.FileScan) error {
	pause := min(longestPause, time.Minute<<min(file.Attempts, 10))
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		return store.PostponeFileScan(ctx, tx, file, clock.Now(app).Add(pause))
	})
}
