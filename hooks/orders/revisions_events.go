package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// listenRevisions closes the open revision when work leaves the status revision, whoever changes
// the status: by delivering, withdrawing, cancelling or by hand. It keeps the console from
// changing revisions, which the status of their assignment depends on.
func listenRevisions(app core.App) {
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, closeRevision))
	app.OnRecordCreateRequest(store.Revisions).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Only the student can ask for a revision")
	})
	refuse := func(*core.RecordRequestEvent) error { return failures.Conflict("Revisions cannot be changed") }
	app.OnRecordUpdateRequest(store.Revisions).BindFunc(refuse)
	app.OnRecordDeleteRequest(store.Revisions).BindFunc(refuse)
}

func closeRevision(e *core.RecordEvent) error {
	assignment := e.Record
	isOpen := assignment.GetString(store.Status) == domain.StatusRevision
	if isOpen || assignment.Original().GetString(store.Status) != domain.StatusRevision {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		open, err := store.FindOpenRevisions(e.App, assignment.Id)
		if err != nil {
			return err
		}
		for _, revision := range open {
			revision.Set(store.ClosedAt, clock.Now(e.App))
			if err := transaction.SaveNested(e.Context, e.App, revision); err != nil {
				return err
			}
		}
		assignment.Set(store.OpenRevision, 0)
		return e.Next()
	})
}
