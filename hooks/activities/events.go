// Package activities keeps the history: who did what, and when. Entries are
// written in the transaction of the change that they describe and never change
// (docs/product.md, section 3.9).
package activities

import (
	"context"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/records"
)

// Listen writes the history of the nouns that declare one, and protects it.
func Listen(app core.App, all []nouns.Noun) {
	var kinds []string
	for _, noun := range all {
		if noun.History == nil {
			continue
		}
		kinds = append(kinds, noun.Kinds...)
		record := recordHistory(noun)
		app.OnRecordCreateExecute(noun.Collection).Bind(writes.At(writes.StageHistory, record))
		app.OnRecordUpdateExecute(noun.Collection).Bind(writes.At(writes.StageHistory, record))
		app.OnRecordDeleteExecute(noun.Collection).Bind(writes.At(writes.StageDeleteHistory, record))
	}
	app.Store().Set(kindsKey, kinds)

	app.OnRecordUpdateExecute(records.Activities).Bind(writes.At(writes.StageInvariant, refuseChange))
	app.OnRecordDelete(records.Activities).BindFunc(func(*core.RecordEvent) error { return unchangeable() })
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, forgetAccount))
	app.OnRecordDeleteExecute(records.Assignments).Bind(writes.At(writes.StageDeleteFollowUp, forgetAssignment))

	// The console may change records, but not their history.
	refuse := func(*core.RecordRequestEvent) error { return unchangeable() }
	app.OnRecordCreateRequest(records.Activities).BindFunc(refuse)
	app.OnRecordUpdateRequest(records.Activities).BindFunc(refuse)
	app.OnRecordDeleteRequest(records.Activities).BindFunc(refuse)

	// The console saves records without a context that names the actor, but its
	// request event does.
	app.OnRecordCreateRequest().BindFunc(markConsole)
	app.OnRecordUpdateRequest().BindFunc(markConsole)
	app.OnRecordDeleteRequest().BindFunc(markConsole)
}

const kindsKey = "deskmateActivityKinds"

// isKind reports whether the history can have entries of a kind.
func isKind(app core.App, kind string) bool {
	kinds, _ := app.Store().Get(kindsKey).([]string)
	return slices.Contains(kinds, kind)
}

func unchangeable() error { return failures.Conflict("The history cannot be changed") }

func markConsole(e *core.RecordRequestEvent) error {
	if e.HasSuperuserAuth() {
		records.MarkConsole(e.Record)
	}
	return e.Next()
}

// recordHistory saves the record and writes what happened to it: both or neither.
func recordHistory(noun nouns.Noun) func(*core.RecordEvent) error {
	return func(e *core.RecordEvent) error {
		change := nouns.ChangeOf(e)
		actor := records.ActorOf(e.Context, e.Record)
		if actor.Via == records.ViaGuest && noun.Collection == records.Users {
			actor = records.Actor{Via: records.ViaPerson, Person: e.Record} // people who sign up open their own account
		}
		return writes.InTransaction(e, func() error {
			events := noun.History(e.Record, change)
			if err := e.Next(); err != nil {
				return err
			}
			for _, event := range events {
				if err := write(e, noun, change, actor, event); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func write(e *core.RecordEvent, noun nouns.Noun, change nouns.Change, actor records.Actor, event nouns.Event) error {
	if !isKind(e.App, event.Kind) {
		return failures.Internal(fmt.Errorf("%s does not declare the kind of event %q", noun.Collection, event.Kind))
	}
	activity, err := records.NewRecord(e.App, records.Activities, nil)
	if err != nil {
		return err
	}
	activity.Set(records.Kind, event.Kind)
	activity.Set(records.Title, event.Title)
	activity.Set(records.ViaField, string(actor.Via))
	// An entry cannot point at a record that is gone.
	isGone := func(id string) bool { return change == nouns.Deleted && id == e.Record.Id }
	if actor.Person != nil && !isGone(actor.Person.Id) {
		activity.Set(records.ActorField, actor.Person.Id)
	}
	if !isGone(event.User) {
		activity.Set(records.UserField, event.User)
	}
	if noun.Refers != "" {
		if thing := noun.Thing(e.Record); !isGone(thing) {
			activity.Set(noun.Refers, thing)
		}
	}
	return writes.SaveNested(e.Context, e.App, activity)
}

// refuseChange allows only what follows from deleting a person, an assignment or
// a quote request: their ids disappear from the history, the rest stays.
func refuseChange(e *core.RecordEvent) error {
	before := e.Record.Original()
	for _, field := range []string{records.Kind, records.Title, records.ViaField, records.UserField, records.ActorField, records.Assignment, records.Quote} {
		was, is := before.GetString(field), e.Record.GetString(field)
		isReference := field != records.Kind && field != records.Title && field != records.ViaField
		if was != is && (!isReference || is != "") {
			return unchangeable()
		}
	}
	return e.Next()
}

// forgetBatch is how many entries one statement changes.
const forgetBatch = 500

// forgetAccount removes an account's id from the history before the account is
// deleted. A busy admin has hundreds of thousands of entries, so this is plain SQL,
// in pieces. No record events are lost by it: nothing listens for changes to entries.
func forgetAccount(e *core.RecordEvent) error {
	for _, field := range []string{records.ActorField, records.UserField} {
		err := writes.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
			for {
				changed, err := clearReference(ctx, tx, field, e.Record.Id, forgetBatch)
				if err != nil || changed < forgetBatch {
					return false, err
				}
				if enough() {
					return true, nil
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return e.Next()
}

// forgetAssignment removes an assignment's id from the history, in the transaction
// that deletes the assignment. PocketBase would load and save every entry.
func forgetAssignment(e *core.RecordEvent) error {
	if _, err := clearReference(e.Context, e.App, records.Assignment, e.Record.Id, -1); err != nil {
		return err
	}
	return e.Next()
}

// clearReference empties a field of the entries that hold an id in it, at most
// limit of them. A negative limit means all.
func clearReference(ctx context.Context, tx core.App, field, id string, limit int) (changed int64, err error) {
	result, err := tx.NonconcurrentDB().NewQuery(fmt.Sprintf(
		"UPDATE activities SET %[1]s = '' WHERE rowid IN (SELECT rowid FROM activities WHERE %[1]s = {:id} LIMIT {:limit})", field)).
		Bind(dbx.Params{"id": id, "limit": limit}).WithContext(ctx).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
