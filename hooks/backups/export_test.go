package backups

import (
	"context"
	"os"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// WithReporter lets a test act in the middle of a backup: report is called by
// the backup itself, with the step and the bytes that are done.
func WithReporter(ctx context.Context, report func(title string, done int64, ended bool)) context.Context {
	return withReporter(ctx, func(s step) { report(s.title, s.done, s.ended) })
}

// Upload exposes upload to tests.
func Upload(ctx context.Context, store *filesystem.System, file *os.File, name string) error {
	return upload(ctx, store, file, name)
}

// Start does what a start of the server does about a database that was restored.
func Start(app core.App) (isRestored bool, err error) {
	return renewMark(context.Background(), app, endAccess)
}
