package replica

import (
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/hooks/failures"
	"deskmate/internal/database"
)

// optimizeJob is PocketBase's nightly job.
const optimizeJob = "__pbDBOptimize__"

const noRestore = "A backup cannot be restored while the database is copied to a store. Use deskmate replica restore --at TIME instead"

// Attach makes the server copy its database, if the environment says so.
func (r *Replica) Attach(app *pocketbase.PocketBase, serve *cobra.Command) {
	app.OnBootstrap().Bind(&hook.Handler[*core.BootstrapEvent]{
		Id:       "deskmateReplica",
		Priority: -9999, // before anything opens the database
		Func: func(e *core.BootstrapEvent) error {
			if err := storeFiles(app); err != nil {
				return err
			}
			found, args, err := app.RootCmd.Find(os.Args[1:])
			if err != nil || found != serve {
				if err := checkCommand(app.DataDir()); err != nil {
					return err
				}
				return e.Next()
			}
			if err := r.prepare(app.DataDir(), addressOf(app, args)); err != nil {
				r.stop()
				return err
			}
			if r.config.On() {
				r.listen(app)
			}
			if err := e.Next(); err != nil {
				r.stop() // another machine may be able to serve the site
				return err
			}
			return nil
		},
	})
}

// addressOf returns where the server will listen without TLS.
func addressOf(app core.App, args []string) string {
	same := cmd.NewServeCommand(app, false)
	same.FParseErrWhitelist.UnknownFlags = true // those that we have added
	_ = same.ParseFlags(args)                   // serve itself reports what is wrong
	if address, _ := same.Flags().GetString("http"); address != "" {
		return address
	}
	if same.Flags().NArg() > 0 {
		return "0.0.0.0:80"
	}
	return "127.0.0.1:8090"
}

// listen binds what a server does that copies its database.
func (r *Replica) listen(app core.App) {
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{
		Id:       "deskmateReplica",
		Priority: -9999, // outside of everything else that handles requests
		Func: func(e *core.ServeEvent) error {
			e.Router.BindFunc(refuseRestore)
			database.KeepJournal(app)
			app.Cron().MustAdd(optimizeJob, "0 0 * * *", func() { optimize(app) })
			app.Cron().MustAdd("forgetGenerations", "43 3 * * *", r.forget)
			if err := r.start(app.Logger()); err != nil {
				return err
			}
			if r.lease != nil {
				if err := r.watchConnections(e); err != nil {
					return err
				}
			}
			if err := e.Next(); err != nil {
				return err
			}
			e.Server.Handler = r.gate(e.App, e.Server.Handler)
			return nil
		},
	})
	app.OnBackupRestore().Bind(&hook.Handler[*core.BackupEvent]{
		Id:       "deskmateReplica",
		Priority: -9999,
		Func:     func(*core.BackupEvent) error { return failures.Conflict(noRestore) },
	})
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "deskmateReplica",
		Priority: -200_000, // around all others, so that it continues after them
		Func: func(e *core.TerminateEvent) error {
			err := e.Next()
			r.stop()
			return err
		},
	})
}

// watchConnections listens on connections that are looked at before an answer leaves.
func (r *Replica) watchConnections(e *core.ServeEvent) error {
	if e.Listener == nil {
		plain, err := net.Listen("tcp", e.Server.Addr)
		if err != nil {
			return err
		}
		e.Listener = plain
	}
	e.Listener = listener{e.Listener, r.mayWrite}
	e.Server.ConnContext = withConnection
	return nil
}

// refuseRestore answers operators who want to restore a backup. PocketBase would say yes
// and find out later that it cannot.
func refuseRestore(e *core.RequestEvent) error {
	path := e.Request.URL.Path
	if e.Request.Method == http.MethodPost && strings.HasPrefix(path, "/api/backups/") && strings.HasSuffix(path, "/restore") && e.HasSuperuserAuth() {
		return failures.Conflict(noRestore)
	}
	return e.Next()
}

// optimize does what PocketBase does at night, but leaves out truncating the journal:
// that waits for Litestream, which always reads, and holds up all changes meanwhile.
func optimize(app core.App) {
	for _, run := range []func() error{
		func() error { return execute(app, "PRAGMA wal_checkpoint(PASSIVE)") },
		func() error {
			_, err := app.AuxNonconcurrentDB().NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute()
			return err
		},
		func() error { return execute(app, "PRAGMA optimize") },
	} {
		if err := run(); err != nil {
			app.Logger().Warn("optimizing the database failed", "error", err)
		}
	}
}

func execute(app core.App, statement string) error {
	_, err := app.NonconcurrentDB().NewQuery(statement).Execute()
	return err
}
