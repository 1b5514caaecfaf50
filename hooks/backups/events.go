// Package backups creates backups of the data folder while the program keeps writing to
// it, restores them, and notices damage to the database.
package backups

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/failures"
)

var (
	errBusy        = errors.New("try again later - another backup has already been started")
	errInterrupted = errors.New("the backup was interrupted and nothing was kept")
)

// Listen replaces the step in which PocketBase archives the data folder, because
// that step blocks all writes until the archive is complete. Backups from the
// console, the schedule and the command all come through here.
func Listen(app core.App) {
	listenIntegrity(app)
	var running running
	app.OnBackupCreate().Bind(&hook.Handler[*core.BackupEvent]{
		Id:       "deskmateBackup",
		Priority: 9999, // last, because it does not call e.Next()
		Func: func(e *core.BackupEvent) error {
			err := running.create(e)
			if err != nil && !strings.HasPrefix(strings.TrimPrefix(e.Name, damagedPrefix), scheduledPrefix) { // PocketBase logs those
				e.App.Logger().Error("backup failed", "error", err)
			}
			return err
		},
	})
	app.OnBackupRestore().Bind(&hook.Handler[*core.BackupEvent]{
		Id:       "deskmateBackup",
		Priority: 9999, // last, because it does not call e.Next()
		Func: func(e *core.BackupEvent) error {
			if err := running.stage(e.Context, e.App, e.Name); err != nil {
				return err
			}
			return e.App.Restart()
		},
	})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.BindFunc(running.restoreInConsole)
		return e.Next()
	})
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "deskmateBackup",
		Priority: -100_000, // before the server waits for requests in flight, a backup among them
		Func: func(e *core.TerminateEvent) error {
			running.interrupt()
			return e.Next()
		},
	})
}

// running is the backup in progress, at most one. PocketBase checks for another
// one too, but two backups that start at the same moment both pass its check.
type running struct {
	mu     sync.Mutex
	cancel context.CancelCauseFunc
	ended  chan struct{}
}

// create makes the backup of an event, unless another is being made.
func (r *running) create(e *core.BackupEvent) error {
	ctx, end, err := r.begin(e.Context)
	if err != nil {
		return err
	}
	defer end()
	return create(ctx, e)
}

func (r *running) begin(parent context.Context) (ctx context.Context, end func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil {
		return nil, nil, errBusy
	}
	ctx, cancel := context.WithCancelCause(parent)
	ended := make(chan struct{})
	r.cancel, r.ended = cancel, ended
	return ctx, func() {
		cancel(nil)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.cancel, r.ended = nil, nil
		close(ended)
	}, nil
}

// interrupt cancels the backup in progress, if any, and waits until it has
// removed its temporary files.
func (r *running) interrupt() {
	r.mu.Lock()
	cancel, ended := r.cancel, r.ended
	r.mu.Unlock()
	if cancel != nil {
		cancel(errInterrupted)
		<-ended
	}
}

// stage makes a backup ready for the next start, unless another backup is being made or
// restored.
func (r *running) stage(parent context.Context, app core.App, name string) error {
	ctx, end, err := r.begin(parent)
	if err != nil {
		return err
	}
	defer end()
	return fetch(ctx, app, name, func(path string) error {
		found, err := stage(ctx, app, path, false)
		if err == nil {
			fmt.Fprintf(os.Stderr, "deskmate: the server restarts on the backup %s: %v\n", name, found)
		}
		return err
	})
}

// restoreInConsole answers operators who want to restore a backup. PocketBase would say yes,
// replace the data, and find out at the next start that it cannot be opened. Here the backup
// is checked before the answer, and takes the place of the data at the next start.
func (r *running) restoreInConsole(e *core.RequestEvent) error {
	key, is := strings.CutPrefix(e.Request.URL.Path, "/api/backups/")
	name, wantsRestore := strings.CutSuffix(key, "/restore")
	if !is || !wantsRestore || e.Request.Method != http.MethodPost || !e.HasSuperuserAuth() {
		return e.Next()
	}
	// Whoever asked may be gone before a large backup is unpacked.
	if err := r.stage(context.WithoutCancel(e.Request.Context()), e.App, name); err != nil {
		e.App.Logger().Error("restore failed", "error", err)
		return failures.New(http.StatusBadRequest, "The backup "+name+" cannot be restored: "+err.Error()+". Nothing has changed", err)
	}
	// The restart waits for the requests in flight, and for this one.
	go func() {
		if err := e.App.Restart(); err != nil {
			e.App.Logger().Error("restore failed", "error", err)
		}
	}()
	return e.NoContent(http.StatusNoContent)
}
