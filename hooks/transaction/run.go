package transaction

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
)

// Limits of a change (docs/operations.md).
const (
	// waitLimit is how long a change waits for the writer before it is refused with 503.
	waitLimit = 10 * time.Second
	// runLimit is how long its statements may take once it has the writer.
	runLimit = 20 * time.Second
)

const queueKey = "deskmateWriterQueue"

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
	waiting, cancel := context.WithTimeout(ctx, waitLimit)
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
