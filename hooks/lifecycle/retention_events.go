package lifecycle

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// listenRetention keeps when orders were settled, and deletes their files when it is time.
func listenRetention(app core.App) {
	app.OnRecordCreate(store.Assignments).BindFunc(noteCancelling)
	app.OnRecordUpdate(store.Assignments).BindFunc(noteCancelling)
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, settleRetention))
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, settleRetention))
	app.OnRecordUpdate(store.Quotes).BindFunc(keepAsked)
	app.OnRecordUpdateExecute(store.Quotes).Bind(transaction.At(transaction.StageFollowUp, keepNewFiles))
	app.OnRecordCreateExecute(store.Claims).Bind(transaction.At(transaction.StageFollowUp, followClaim))
	app.OnRecordUpdateExecute(store.Claims).Bind(transaction.At(transaction.StageFollowUp, followClaim))

	jobs.Add(app, jobs.Job{ID: "deleteFiles", Schedule: "* * * * *", Limit: 10 * time.Minute, Run: func(ctx context.Context, app core.App) error {
		return runRetention(ctx, app, false, func(Line) {})
	}})
}

// noteCancelling keeps when work was cancelled.
func noteCancelling(e *core.RecordEvent) error {
	isCancelled := e.Record.GetString(store.Status) == domain.StatusCancelled
	hasTime := !e.Record.GetDateTime(store.CancelledAt).IsZero()
	switch {
	case isCancelled && !hasTime:
		e.Record.Set(store.CancelledAt, clock.Now(e.App))
	case !isCancelled && hasTime:
		e.Record.Set(store.CancelledAt, nil)
	}
	return e.Next()
}

// settleRetention notes when nothing was left to be done, and begins anew with work that is
// reopened or gets another file.
func settleRetention(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := api.Differs(assignment, store.Status, store.AcceptedAt, store.CancelledAt) && !(assignment.IsNew() && isOpen(assignment))
	hasNewFile := len(assignment.GetUnsavedFiles(store.File)) > 0
	if !isMoved && (!hasNewFile || assignment.IsNew()) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		if hasNewFile {
			if err := store.AnnounceAgain(e.Context, e.App, assignment.Id); err != nil {
				return err
			}
		}
		return store.Settle(e.Context, e.App, assignment.Id, "")
	})
}

// isOpen reports whether the work is neither finished nor cancelled.
func isOpen(assignment *core.Record) bool {
	status := assignment.GetString(store.Status)
	return !domain.IsFinished(status) && status != domain.StatusCancelled
}

// keepNewFiles begins anew with the order of a quote request that gets more files.
func keepNewFiles(e *core.RecordEvent) error {
	order := e.Record.GetString(store.Assignment)
	if order == "" || len(e.Record.GetUnsavedFiles(store.Files)) == 0 {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		return store.AnnounceAgain(e.Context, e.App, order)
	})
}

// followClaim notes that something about an order is open or settled now.
func followClaim(e *core.RecordEvent) error {
	if !api.Differs(e.Record, store.Status) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		now := store.Time(domain.FormatTime(clock.Now(e.App)))
		return store.Settle(e.Context, e.App, e.Record.GetString(store.Assignment), now)
	})
}
