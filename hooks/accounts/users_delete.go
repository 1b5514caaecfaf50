package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
	"deskmate/internal/database"
)

// Deleting an account takes as many short transactions as there is work to remove,
// so that other writers never wait for all of it. The first one closes the account:
// it ends the sessions and marks the account. If the program stops halfway, a job
// finishes the deletion (docs/product.md, section 2.7).

// listenForDeletions finishes the deletions that were interrupted.
func listenForDeletions(app core.App) {
	app.OnRecordCreateRequest(store.Users).BindFunc(refuseMark)
	app.OnRecordUpdateRequest(store.Users).BindFunc(refuseMark)
	jobs.Add(app, jobs.Job{ID: "finishAccountDeletions", Schedule: "* * * * *", Run: finishDeletions})
}

var (
	errBeingDeleted = failures.Conflict("This account is being deleted")
	errGone         = failures.NotFound("User not found")
)

// refuseMark refuses an operator who marks an account as being deleted in a form.
func refuseMark(e *core.RecordRequestEvent) error {
	if store.IsBeingDeleted(e.Record) && api.Differs(e.Record, store.DeletingAt) {
		return failures.FieldErrors(domain.Problems{{Field: store.DeletingAt, Code: domain.Invalid, Message: "Delete the account instead"}})
	}
	return e.Next()
}

const deletionsKey = "deskmateDeletions"

// beginDeletion reports whether the caller may delete the account. It may not
// while this process is already deleting it. Call end when the deletion has
// succeeded or failed.
func beginDeletion(app core.App, id string) (end func(), ok bool) {
	running := app.Store().GetOrSet(deletionsKey, func() any { return &sync.Map{} }).(*sync.Map)
	_, isRunning := running.LoadOrStore(id, true)
	return func() { running.Delete(id) }, !isRunning
}

// CloseAccount closes the account before any of its data is removed. It refuses
// to delete the last active admin, while nothing has changed yet.
func CloseAccount(e *core.RecordEvent) error {
	end, ok := beginDeletion(e.App, e.Record.Id)
	if !ok {
		return errBeingDeleted
	}
	defer end()
	// Load a copy: e.Record may be the actor's own record, and the guard compares
	// the actor's session with the stored account.
	account, err := e.App.FindRecordById(store.Users, e.Record.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return err
	}
	if err := refuseIfRequired(e.App, account); err != nil {
		return err
	}
	if !store.IsBeingDeleted(account) {
		account.Set(store.DeletingAt, clock.Now(e.App))
		if err := e.App.SaveWithContext(e.Context, account); err != nil {
			return err
		}
	}
	// Callers who delete their own account have just lost their session. They are
	// still the actor of the rest, which history attributes to a deleted account.
	if person := store.ActorOf(e.Context, e.Record).Person; person != nil && person.Id == e.Record.Id {
		e.Context = store.ActingAs(e.Context, store.Actor{Via: store.ViaPerson})
	}
	return e.Next()
}

// refuseIfRequired refuses to delete an account that another record requires.
// PocketBase would refuse too, but only after most of the account's data is gone.
func refuseIfRequired(app core.App, account *core.Record) error {
	references, err := app.FindCachedCollectionReferences(account.Collection())
	if err != nil {
		return err
	}
	for collection, fields := range references {
		for _, field := range fields {
			relation, ok := field.(*core.RelationField)
			if !ok || collection.IsView() || !relation.Required || relation.CascadeDelete {
				continue
			}
			_, err := app.FindFirstRecordByFilter(collection.Name, relation.Name+" ?= {:account}", dbx.Params{"account": account.Id})
			if err == nil {
				return failures.Conflict("This account cannot be deleted while " + collection.Name + " refer to it")
			}
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
	}
	return nil
}

// DeactivateDeleted deactivates an account as soon as its deletion begins.
func DeactivateDeleted(e *core.RecordEvent) error {
	if store.IsBeingDeleted(e.Record) {
		e.Record.Set(store.Status, domain.StatusInactive)
	}
	return e.Next()
}

// errChanged refuses a change that is based on an outdated copy of an account.
var errChanged = failures.Conflict("This account has changed in the meantime. Please try again")

// KeepClosed refuses changes to an account whose deletion has begun. Above all,
// nobody can reactivate it: part of its data may be gone already. It also refuses to
// change what people log in with if that has changed since the account was read: a link
// that confirms one address must not confirm the next one.
func KeepClosed(e *core.RecordEvent) error {
	stored, err := e.App.FindRecordById(store.Users, e.Record.Id)
	if err != nil {
		return err
	}
	if store.IsBeingDeleted(stored) {
		return errBeingDeleted
	}
	isStale := stored.TokenKey() != e.Record.Original().TokenKey()
	if isStale && api.Differs(e.Record, store.Verified, store.Email, store.PasswordField+":hash") {
		return errChanged
	}
	return e.Next()
}

// Unlink clears every reference to the account. PocketBase would do the same, but
// all at once, in the transaction that deletes the account.
func Unlink(e *core.RecordEvent) error {
	references, err := e.App.FindCachedCollectionReferences(e.Record.Collection())
	if err != nil {
		return err
	}
	for collection, fields := range references {
		for _, field := range fields {
			relation, ok := field.(*core.RelationField)
			if !ok || collection.IsView() || relation.CascadeDelete || relation.Required || relation.IsMultiple() {
				continue
			}
			if err := transaction.ClearReferences(e.Context, e.App, collection.Name, relation.Name, e.Record.Id); err != nil {
				return err
			}
		}
	}
	return e.Next()
}

// journalKey is set while the journal of the database may hold what a deletion removed.
const journalKey = "deskmateJournalHoldsDeleted"

// NoteDeletion remembers that the journal has to be emptied.
func NoteDeletion(e *core.RecordEvent) error {
	e.App.Store().Set(journalKey, true)
	return e.Next()
}

// emptyJournal removes from the journal what deletions have removed from the database. While
// somebody reads, it waits for the next run.
func emptyJournal(ctx context.Context, app core.App) error {
	if !app.Store().Has(journalKey) {
		return nil
	}
	app.Store().Remove(journalKey) // first, for what is deleted meanwhile
	done, err := database.EmptyJournal(ctx, app)
	if !done {
		app.Store().Set(journalKey, true)
	}
	return err
}

// finishDeletions finishes the deletions that were interrupted, and then what they leave in
// the journal. A failed one does not hold up the others.
func finishDeletions(ctx context.Context, app core.App) error {
	accounts, err := app.FindAllRecords(store.Users, dbx.NewExp(store.DeletingAt+" != ''"))
	if err != nil {
		return err
	}
	var failed []error
	for _, account := range accounts {
		err := app.DeleteWithContext(ctx, account)
		if err == nil || errors.Is(err, errBeingDeleted) || errors.Is(err, errGone) {
			continue
		}
		failed = append(failed, fmt.Errorf("account %s: %w", account.Id, err))
	}
	return errors.Join(append(failed, emptyJournal(ctx, app))...)
}
