package backups

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
)

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
// replace the data, and find out in the next start that it cannot be opened. Here the backup
// is checked before the answer, and takes the place of the data in the next start.
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
