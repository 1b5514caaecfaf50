package reviews

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/records"
)

// Listen removes the comment and the student from the review of an assignment that
// becomes a stub. The rating stays, because it counts towards the tutor's average.
func Listen(app core.App) {
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, func(e *core.RecordEvent) error {
		wasStub := !e.Record.Original().GetDateTime(records.DeletedAt).IsZero()
		if wasStub || e.Record.GetDateTime(records.DeletedAt).IsZero() {
			return e.Next()
		}
		return writes.InTransaction(e, func() error {
			if err := e.Next(); err != nil {
				return err
			}
			review, err := e.App.FindFirstRecordByData(records.Reviews, records.Assignment, e.Record.Id)
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			if err != nil {
				return err
			}
			review.Set(records.Comment, "")
			review.Set(records.Student, "")
			return writes.SaveNested(e.Context, e.App, review)
		})
	}))
}
