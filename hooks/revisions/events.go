package revisions

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen closes the open revision when work leaves the status revision, whoever changes
// the status: by delivering, withdrawing, cancelling or by hand. It keeps the console from
// changing revisions, which the status of their assignment depends on.
func Listen(app core.App) {
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, closeRevision))
	app.OnRecordCreateRequest(records.Revisions).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Only the student can ask for a revision")
	})
	refuse := func(*core.RecordRequestEvent) error { return failures.Conflict("Revisions cannot be changed") }
	app.OnRecordUpdateRequest(records.Revisions).BindFunc(refuse)
	app.OnRecordDeleteRequest(records.Revisions).BindFunc(refuse)
}

func closeRevision(e *core.RecordEvent) error {
	assignment := e.Record
	isOpen := assignment.GetString(records.Status) == rules.StatusRevision
	if isOpen || assignment.Original().GetString(records.Status) != rules.StatusRevision {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		open, err := records.FindOpenRevisions(e.App, assignment.Id)
		if err != nil {
			return err
		}
		for _, revision := range open {
			revision.Set(records.ClosedAt, clock.Now(e.App))
			if err := writes.SaveNested(e.Context, e.App, revision); err != nil {
				return err
			}
		}
		assignment.Set(records.OpenRevision, 0)
		return e.Next()
	})
}
