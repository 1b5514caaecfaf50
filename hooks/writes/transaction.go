package writes

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// InTransaction runs the rest of a record event inside a transaction: the one
// that the save is already in, or else one of its own. e.App is the transaction
// while run runs. Bind the handler at StageGuard, StageDeleteGuard or later.
func InTransaction(e *core.RecordEvent, run func() error) error {
	if e.App.IsTransactional() {
		return run()
	}
	app, ctx := e.App, e.Context
	defer func() { e.App, e.Context = app, ctx }()
	return Run(ctx, app, func(ctx context.Context, tx core.App) error {
		e.App, e.Context = tx, ctx
		return run()
	})
}
