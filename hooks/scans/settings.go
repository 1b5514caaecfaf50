// Package scans has uploaded files scanned for malware by clamd, if the operator has named
// one (docs/product.md, section 19).
package scans

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/clamd"
	"deskmate/records"
	"deskmate/rules"
)

// The variables that operators set.
const (
	DaemonVariable = "DESKMATE_CLAMD"
	AwayVariable   = "DESKMATE_CLAMD_WHEN_AWAY"
)

// Settings are what the operator has set. IsOn is false if nothing is scanned.
type Settings struct {
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

// ReadSettings reads the settings from the environment.
func ReadSettings(getenv func(string) string) (settings Settings, err error) {
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
func (s Settings) stateOfUnscanned() string {
	switch {
	case !s.IsOn:
		return ""
	case s.AcceptsUnscanned:
		return rules.FileWaiting
	}
	return rules.FileHeld
}

const storeKey = "deskmateScans"

func settingsOf(app core.App) Settings {
	settings, _ := app.Store().Get(storeKey).(Settings)
	return settings
}

// Use makes an app scan as the settings say. What was not scanned before follows them too:
// it can be opened once nothing is scanned any more.
func Use(app core.App, settings Settings) error {
	app.Store().Set(storeKey, settings)
	ctx := records.ActingAs(context.Background(), records.Actor{Via: records.ViaSystem})
	return writes.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		return records.ReleaseFiles(ctx, tx, settings.stateOfUnscanned())
	})
}

// Listen scans new files, and scans those later that could not be scanned at once.
func Listen(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		settings, err := ReadSettings(os.Getenv)
		if err != nil {
			return err
		}
		if err := Use(e.App, settings); err != nil {
			return err
		}
		return e.Next()
	})
	listenForFiles(app)
	addJob(app)
}
