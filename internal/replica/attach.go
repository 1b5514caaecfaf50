package replica

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/internal/database"
)

// optimizeJob is PocketBase's nightly job.
const optimizeJob = "__pbDBOptimize__"

// Attach makes the server copy its database, if the environment says so.
func (r *Replica) Attach(app *pocketbase.PocketBase, serve *cobra.Command) {
	app.OnBootstrap().Bind(&hook.Handler[*core.BootstrapEvent]{
		Id:       "deskmateReplica",
		Priority: -9999, // before anything opens the database
		Func: func(e *core.BootstrapEvent) error {
			if err := storeFiles(app); err != nil {
				return err
			}
			found, _, err := app.RootCmd.Find(os.Args[1:])
			if err != nil || found != serve {
				if err := checkCommand(app.DataDir()); err != nil {
					return err
				}
				return e.Next()
			}
			err = r.prepare(app.DataDir())
			if err == nil {
				if r.config.On() {
					r.listen(app)
				}
				err = e.Next()
			}
			if err != nil {
				r.stop() // another machine may be able to serve the site
			}
			return err
		},
	})
}

// listen binds what a server does that copies its database.
func (r *Replica) listen(app core.App) {
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{
		Id:       "deskmateReplica",
		Priority: -9999, // before anything is served
		Func: func(e *core.ServeEvent) error {
			if err := r.refuseSharedBucket(app.Settings()); err != nil {
				return err
			}
			e.Router.BindFunc(refuseRestore)
			database.KeepJournal(app)
			app.Cron().MustAdd(optimizeJob, "0 0 * * *", func() { optimize(app) })
			app.Cron().MustAdd("forgetGenerations", "43 3 * * *", r.forget)
			if err := r.start(app.Logger()); err != nil {
				return err
			}
			return e.Next()
		},
	})
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error {
		if err := r.refuseSharedBucket(e.NewSettings); err != nil {
			return apis.NewBadRequestError("Files cannot be kept there: "+err.Error(), nil)
		}
		return e.Next()
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

// refuseSharedBucket returns why the files may not be kept where the settings say: clearing up
// after the copy may delete them, and vice versa.
func (r *Replica) refuseSharedBucket(settings *core.Settings) error {
	if settings.S3.Enabled && settings.S3.Bucket == r.config.Bucket {
		return fmt.Errorf("the bucket %s holds the copy of the database: keep files in one of their own", r.config.Bucket)
	}
	return nil
}

// refuseRestore answers operators who want to restore a backup. PocketBase would say yes
// and find out later that it cannot.
func refuseRestore(e *core.RequestEvent) error {
	path := e.Request.URL.Path
	if e.Request.Method == http.MethodPost && strings.HasPrefix(path, "/api/backups/") && strings.HasSuffix(path, "/restore") && e.HasSuperuserAuth() {
		return apis.NewApiError(http.StatusConflict, "A backup cannot be restored while the database is copied to a store. Use deskmate replica restore --at TIME instead", nil)
	}
	return e.Next()
}

// optimize does what PocketBase does at night, but leaves out truncating the journal:
// that waits for Litestream, which always reads, and holds up all changes meanwhile.
func optimize(app core.App) {
	_, written := app.NonconcurrentDB().NewQuery("PRAGMA wal_checkpoint(PASSIVE)").Execute()
	_, truncated := app.AuxNonconcurrentDB().NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute()
	_, optimized := app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute()
	if err := errors.Join(written, truncated, optimized); err != nil {
		app.Logger().Warn("optimizing the database failed", "error", err)
	}
}
