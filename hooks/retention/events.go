// Package retention deletes the files of orders some time after everything about them is
// settled, and tells their people before and afterwards. It also deletes the files of quote
// requests that became no order, which the board announces (docs/product.md, section 15).
package retention

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen keeps when orders were settled, and deletes their files when it is time.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(noteCancelling)
	app.OnRecordUpdate(records.Assignments).BindFunc(noteCancelling)
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, settle))
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, settle))
	app.OnRecordUpdate(records.Quotes).BindFunc(keepAsked)
	app.OnRecordUpdateExecute(records.Quotes).Bind(writes.At(writes.StageFollowUp, keepNewFiles))
	app.OnRecordCreateExecute(records.Claims).Bind(writes.At(writes.StageFollowUp, followClaim))
	app.OnRecordUpdateExecute(records.Claims).Bind(writes.At(writes.StageFollowUp, followClaim))

	jobs.Add(app, jobs.Job{ID: "deleteFiles", Schedule: "* * * * *", Limit: 10 * time.Minute, Run: func(ctx context.Context, app core.App) error {
		return run(ctx, app, false, func(Line) {})
	}})
}

// noteCancelling keeps when work was cancelled.
func noteCancelling(e *core.RecordEvent) error {
	isCancelled := e.Record.GetString(records.Status) == rules.StatusCancelled
	hasTime := !e.Record.GetDateTime(records.CancelledAt).IsZero()
	switch {
	case isCancelled && !hasTime:
		e.Record.Set(records.CancelledAt, clock.Now(e.App))
	case !isCancelled && hasTime:
		e.Record.Set(records.CancelledAt, nil)
	}
	return e.Next()
}

// settle notes when nothing was left to be done, and begins anew with work that is
// reopened or gets another file.
func settle(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := nouns.Differs(assignment, records.Status, records.AcceptedAt, records.CancelledAt) && !(assignment.IsNew() && isOpen(assignment))
	hasNewFile := len(assignment.GetUnsavedFiles(records.File)) > 0
	if !isMoved && (!hasNewFile || assignment.IsNew()) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		if hasNewFile {
			if err := records.AnnounceAgain(e.Context, e.App, assignment.Id); err != nil {
				return err
			}
		}
		return records.Settle(e.Context, e.App, assignment.Id, "")
	})
}

// isOpen reports whether the work is neither finished nor cancelled.
func isOpen(assignment *core.Record) bool {
	status := assignment.GetString(records.Status)
	return !rules.IsFinished(status) && status != rules.StatusCancelled
}

// keepNewFiles begins anew with the order of a quote request that gets more files.
func keepNewFiles(e *core.RecordEvent) error {
	order := e.Record.GetString(records.Assignment)
	if order == "" || len(e.Record.GetUnsavedFiles(records.Files)) == 0 {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		return records.AnnounceAgain(e.Context, e.App, order)
	})
}

// followClaim notes that something about an order is open or settled now.
func followClaim(e *core.RecordEvent) error {
	if !nouns.Differs(e.Record, records.Status) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		now := records.Time(rules.FormatTime(clock.Now(e.App)))
		return records.Settle(e.Context, e.App, e.Record.GetString(records.Assignment), now)
	})
}
