package lifecycle

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clamd"
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
