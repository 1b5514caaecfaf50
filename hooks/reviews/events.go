package reviews

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
)

// Listen takes a student's words away with the assignment that they were about.
// The number stays: it is part of the tutor's rating.
func Listen(app core.App) {
	app.OnRecordUpdateExecute(records.Assignments).BindFunc(func(e *core.RecordEvent) error {
		wasDeleted := !e.Record.Original().GetDateTime(records.DeletedAt).IsZero()
		if wasDeleted || e.Record.GetDateTime(records.DeletedAt).IsZero() {
			return e.Next()
		}
		return wire.InTransaction(e, func() error {
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
			return e.App.SaveWithContext(e.Context, review)
		})
	})
}
