package health

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/hooks/transaction"
	"deskmate/internal/database"
	"deskmate/internal/replica"
)

// priority puts what watches requests around everything that answers them, but inside
// what gives them their ids.
const priority = -10_000

// watch is what one app is watched by. What is nil is off.
type watch struct {
	app      core.App
	config   WatchConfig
	log      *slog.Logger
	failures *slog.Logger // instead of the log
	metrics  *metrics
	copied   func() (replica.Report, bool)
}

// AttachWatch watches an app that is served, as the environment says. It adds the flag --pprof
// to the command that serves. copied describes the copy of the database.
func AttachWatch(app core.App, serve *cobra.Command, copied func() (replica.Report, bool)) {
	var profiles string
	serve.Flags().StringVar(&profiles, "pprof", "", "serve profiles of the program at this address of this machine, such as 127.0.0.1:6060")
	onServe(app, func(e *core.ServeEvent) error {
		config, err := ReadWatchConfig(os.Getenv)
		if err != nil {
			return err
		}
		if profiles != "" {
			if err := serveProfiles(e, profiles); err != nil {
				return err
			}
		}
		config.Failures = true
		return start(e, config, os.Stderr, copied)
	})
}

// Watch watches an app as a test says. The log goes to out.
func Watch(app core.App, config WatchConfig, out io.Writer) {
	onServe(app, func(e *core.ServeEvent) error {
		return start(e, config, out, func() (replica.Report, bool) { return replica.Report{}, false })
	})
}

func onServe(app core.App, start func(*core.ServeEvent) error) {
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{Id: "deskmateWatch", Priority: priority, Func: start})
}

// start watches an app from now on.
func start(e *core.ServeEvent, config WatchConfig, out io.Writer, copied func() (replica.Report, bool)) error {
	w := &watch{app: e.App, config: config, copied: copied}
	if config.hasMetrics() {
		w.metrics = newMetrics(w)
		transaction.OnWait(e.App, w.metrics.waited)
	}
	if config.Log != "" {
		w.log = slog.New(newHandler(config.Log, out))
	} else if config.Failures {
		w.failures = slog.New(newHandler("text", out))
	}
	if config.Log != "" || config.Failures || config.hasMetrics() {
		w.listenToLog()
	}
	if config.Slow >= 0 || config.hasMetrics() {
		if err := w.observe(); err != nil {
			return err
		}
	}
	if config.MetricsAddress != "" {
		if err := serveAt(e, config.MetricsAddress, "The metrics", "/metrics", w.metrics.atOwnAddress()); err != nil {
			return err
		}
	}
	if err := e.Next(); err != nil {
		return err
	}
	if config.Log != "" || config.hasMetrics() {
		e.Server.Handler = w.around(e.Server.Handler)
	}
	return nil
}

// observe hears of the statements of both pools of connections.
func (w *watch) observe() error {
	observer := &database.Observer{Statement: w.statement, Transaction: func(waited, held time.Duration) {
		if w.metrics != nil {
			w.metrics.transaction(waited, held)
		}
	}}
	for _, builder := range []dbx.Builder{w.app.ConcurrentDB(), w.app.NonconcurrentDB()} {
		db, ok := builder.(*dbx.DB)
		if !ok {
			return errors.New("the database is not open")
		}
		if err := database.Observe(db, observer); err != nil {
			return err
		}
	}
	return nil
}

// around watches all requests.
func (w *watch) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		if w.metrics != nil && w.config.MetricsAddress == "" && w.metrics.isAsked(r) {
			w.metrics.ServeHTTP(to, r)
			return
		}
		w.answer(next, to, r)
	})
}
