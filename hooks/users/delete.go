package users

import (
	"context"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Deleting an account takes as many short transactions as it has work, so that
// other writers never wait for the whole. It begins by closing the account, which
// ends its sessions and marks it; if the program stops halfway, a job finishes
// the deletion (docs/product.md, section 2.7).

// listenForDeletions binds the steps of a deletion that belong to the account itself.
func listenForDeletions(app core.App) {
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StageClose, closeAccount))
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StageUnlink, unlink))
	jobs.Add(app, jobs.Job{ID: "finishAccountDeletions", Schedule: "* * * * *", Run: finishDeletions})
}

const deletionsKey = "deskmateDeletions"

// deletions are the ids of the accounts that this process is deleting now.
func deletions(app core.App) *sync.Map {
	return app.Store().GetOrSet(deletionsKey, func() any { return &sync.Map{} }).(*sync.Map)
}

// closeAccount shuts the account before anything of it is removed. The last
// active admin is refused here, while nothing has changed yet.
func closeAccount(e *core.RecordEvent) error {
	deletions(e.App).Store(e.Record.Id, true)
	defer deletions(e.App).Delete(e.Record.Id)
	// The event's record may be the actor's own, whose session is checked against it.
	account, err := e.App.FindRecordById(records.Users, e.Record.Id)
	if err != nil {
		return err
	}
	if account.GetDateTime(records.DeletingAt).IsZero() {
		account.Set(records.Status, rules.StatusInactive)
		account.Set(records.DeletingAt, clock.Now(e.App))
		if err := e.App.SaveWithContext(e.Context, account); err != nil {
			return err
		}
	}
	// The caller's own session has just ended. What follows is still their doing,
	// and history shows it as done by a deleted account.
	if person := records.ActorOf(e.Context, e.Record).Person; person != nil && person.Id == e.Record.Id {
		e.Context = records.ActingAs(e.Context, records.Actor{Via: records.ViaPerson})
	}
	return e.Next()
}

// unlink empties every reference to the account. The framework would do it too,
// but all at once, in the transaction that deletes the account.
func unlink(e *core.RecordEvent) error {
	references, err := e.App.FindCachedCollectionReferences(e.Record.Collection())
	if err != nil {
		return err
	}
	for collection, fields := range references {
		for _, field := range fields {
			relation, ok := field.(*core.RelationField)
			if !ok || relation.CascadeDelete || relation.Required || relation.IsMultiple() {
				continue
			}
			if err := writes.ClearReferences(e.Context, e.App, collection.Name, relation.Name, e.Record.Id); err != nil {
				return err
			}
		}
	}
	return e.Next()
}

// finishDeletions deletes accounts whose deletion was interrupted.
func finishDeletions(ctx context.Context, app core.App) error {
	accounts, err := app.FindAllRecords(records.Users, dbx.NewExp(records.DeletingAt+" != ''"))
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if _, running := deletions(app).Load(account.Id); running {
			continue
		}
		if err := app.DeleteWithContext(ctx, account); err != nil {
			return err
		}
	}
	return nil
}
