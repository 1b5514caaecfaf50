package transaction

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// Listen makes every change to one of our collections queue for the writer, whoever
// makes it. Changes to the framework's own collections, such as that of operators, do
// not queue.
func Listen(app core.App) {
	open := func(e *core.RecordEvent) error {
		if e.Record.Collection().System {
			return e.Next()
		}
		return InTransaction(e, e.Next)
	}
	app.OnRecordCreateExecute().Bind(At(StageTransaction, open))
	app.OnRecordUpdateExecute().Bind(At(StageTransaction, open))
	app.OnRecordDeleteExecute().Bind(At(StageDeleteTransaction, open))
}

// InTransaction runs the rest of a record event inside a transaction: the one
// that the save is already in, or else one of its own. e.App is the transaction
// while run runs. Bind the handler at StageTransaction, StageDeleteTransaction or later.
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
