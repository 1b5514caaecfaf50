package orders

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// listenReviews removes the comment and the student from the review of an assignment that
// becomes a stub. The rating stays, because it counts towards the tutor's average.
func listenReviews(app core.App) {
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, func(e *core.RecordEvent) error {
		wasStub := !e.Record.Original().GetDateTime(store.DeletedAt).IsZero()
		if wasStub || e.Record.GetDateTime(store.DeletedAt).IsZero() {
			return e.Next()
		}
		return transaction.InTransaction(e, func() error {
			if err := e.Next(); err != nil {
				return err
			}
			review, err := e.App.FindFirstRecordByData(store.Reviews, store.Assignment, e.Record.Id)
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			if err != nil {
				return err
			}
			review.Set(store.Comment, "")
			review.Set(store.Student, "")
			return transaction.SaveNested(e.Context, e.App, review)
		})
	}))
}
