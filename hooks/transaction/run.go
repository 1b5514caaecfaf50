package transaction

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// Limits of a change (docs/operations.md).
const (
	// waitLimit is how long a change waits for the writer before it is refused with 503.
	waitLimit = 10 * time.Second
	// runLimit is how long its statements may take once it has the writer.
	runLimit = 20 * time.Second
)

const (
	queueKey     = "deskmateWriterQueue"
	waitLimitKey = "deskmateWaitLimit"
)

// waitLimitOf returns how long changes of an app wait: tests set a limit of their own.
func waitLimitOf(app core.App) time.Duration {
	if limit, ok := app.Store().Get(waitLimitKey).(time.Duration); ok {
		return limit
	}
	return waitLimit
}

// queueOf returns the app's queue for the writer. It holds one value: that of the
// change whose turn it is.
func queueOf(app core.App) chan struct{} {
	return app.Store().GetOrSet(queueKey, func() any { return make(chan struct{}, 1) }).(chan struct{})
}

// Run runs a change in a transaction. SQLite has one writer, and the framework
// waits for it without a limit. Run therefore queues for it first, in order of
// arrival, and fails with 503 and Retry-After if its turn does not come in time.
// Inside a transaction it runs the change right away.
func Run(ctx context.Context, app core.App, change func(ctx context.Context, tx core.App) error) error {
	if app.IsTransactional() {
		return change(ctx, app)
	}
	waited := clock.Stopwatch()
	leave, err := awaitWriter(ctx, app)
	noteWait(ctx, app, waited(), err != nil)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	err = app.RunInTransaction(func(tx core.App) error {
		// What follows the commit, such as deleting a replaced file, needs no writer.
		tx.TxInfo().OnComplete(func(error) error {
			leave()
			return nil
		})
		return change(ctx, tx)
	})
	// Another process may hold SQLite's lock. PocketBase's own endpoints would answer
	// 400 to that, as to an invalid request.
	if err == nil {
		return nil
	}
	if failure := failures.From(err); failure.Status == http.StatusServiceUnavailable {
		return failure
	}
	return err
}

// awaitWriter waits until it is the caller's turn and the writer is free. Call leave when the transaction has ended; calling it twice is harmless.
func awaitWriter(ctx context.Context, app core.App) (leave func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, waitLimitOf(app))
	defer cancel()
	queue := queueOf(app)
	select {
	case queue <- struct{}{}:
	case <-waiting.Done():
		return nil, failures.Busy(waiting.Err())
	}
	leave = sync.OnceFunc(func() { <-queue })
	// The console, a command or a job of the framework may hold the connection
	// without having queued here. Beginning a transaction would wait for it
	// without a limit, so wait for the connection first.
	writer, ok := app.NonconcurrentDB().(*dbx.DB)
	if !ok {
		return leave, nil
	}
	connection, err := writer.DB().Conn(waiting)
	if err != nil {
		leave()
		return nil, failures.Busy(err)
	}
	return leave, connection.Close()
}

// pieceLimit is how long one piece of a long change may hold the writer.
const pieceLimit = 50 * time.Millisecond

// InPieces makes a long change in short transactions, so that other writers wait
// for one piece at most. A piece works until it is done or enough returns true, and
// reports whether there may be more. Every piece must make progress: it calls
// enough only after its first step.
func InPieces(ctx context.Context, app core.App, piece func(ctx context.Context, tx core.App, enough func() bool) (more bool, err error)) error {
	for more := true; more; {
		err := Run(ctx, app, func(ctx context.Context, tx core.App) (err error) {
			elapsed := clock.Stopwatch()
			more, err = piece(ctx, tx, func() bool { return elapsed() >= pieceLimit })
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deleteBatch is how many rows one step of DeleteInPieces deletes.
const deleteBatch = 500

// DeleteInPieces deletes rows in short transactions. remove deletes at most limit rows
// and returns how many.
func DeleteInPieces(ctx context.Context, app core.App, remove func(ctx context.Context, tx core.App, limit int) (deleted int64, err error)) error {
	return InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		for {
			deleted, err := remove(ctx, tx, deleteBatch)
			if err != nil || deleted < deleteBatch {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
	})
}

// Listen makes every change to one of our collections queue for the writer, whoever
// makes it. Changes to the framework's own collections, such as that of operators, do
// not queue.
func Listen(app core.App) {
	open := func(e *core.RecordEvent) error {
		if e.Record.Collection().System {
			return e.Next()
		}
		return inTransaction(e, e.Next)
	}
	app.OnRecordCreateExecute().Bind(At(StageTransaction, open))
	app.OnRecordUpdateExecute().Bind(At(StageTransaction, open))
	app.OnRecordDeleteExecute().Bind(AtDeletion(StageTransaction, open))
}

// inTransaction runs the rest of a record event inside a transaction: the one that the
// save is already in, or else one of its own. e.App is the transaction while run runs.
func inTransaction(e *core.RecordEvent, run func() error) error {
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

// SaveNested saves a record that follows from what the caller changed. If the
// save is refused, the program is at fault, not the caller.
func SaveNested(ctx context.Context, app core.App, record *core.Record) error {
	return ourFault(record, app.SaveWithContext(ctx, record))
}

// DeleteNested is SaveNested for a record that is deleted as a consequence.
func DeleteNested(ctx context.Context, app core.App, record *core.Record) error {
	return ourFault(record, app.DeleteWithContext(ctx, record))
}

// ourFault turns the refusal of a nested record into a failure of the program, so
// that the caller is not told about fields they did not send. A session that has
// ended and a busy database still concern the caller.
func ourFault(record *core.Record, err error) error {
	if err == nil {
		return nil
	}
	switch failure := failures.From(err); failure.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusServiceUnavailable:
		return failure // not err: the console would answer an error of the database with 400
	}
	return failures.Internal(fmt.Errorf("%s: %w", record.Collection().Name, err))
}

// batchSize is how many records a piece reads.
const batchSize = 100

// ClearReferences clears a relation field in every record that points to an id,
// in pieces. It does not validate the records: nothing else about them changes.
func ClearReferences(ctx context.Context, app core.App, collection, field, id string) error {
	return InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		referring, err := tx.FindRecordsByFilter(collection, field+" = {:id}", "", batchSize, 0, dbx.Params{"id": id})
		if err != nil {
			return false, err
		}
		for _, record := range referring {
			record.Set(field, "")
			if err := ourFault(record, tx.SaveNoValidateWithContext(ctx, record)); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(referring) == batchSize, nil
	})
}

const waitsKey = "deskmateWaits"

// OnWait has a function told how long each change has waited for its turn to write, and
// whether it was refused because its turn did not come. There is one such function per app.
func OnWait(app core.App, heard func(waited time.Duration, refused bool)) {
	app.Store().Set(waitsKey, heard)
}

func noteWait(ctx context.Context, app core.App, waited time.Duration, refused bool) {
	requests.Of(ctx).Wait(waited)
	if heard, ok := app.Store().Get(waitsKey).(func(time.Duration, bool)); ok {
		heard(waited, refused)
	}
}
