// Package history keeps who did what, and when. Entries are written in the transaction of
// the change that they describe and never change (docs/product.md, section 3.9).
package history

import (
	"context"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// Listen writes the history of the nouns that declare one, and protects it.
func Listen(app core.App, all []api.Noun) {
	var kinds []string
	for _, noun := range all {
		if noun.History == nil {
			continue
		}
		kinds = append(kinds, noun.Kinds...)
		record := recordHistory(noun)
		app.OnRecordCreateExecute(noun.Collection).Bind(transaction.At(transaction.StageHistory, record))
		app.OnRecordUpdateExecute(noun.Collection).Bind(transaction.At(transaction.StageHistory, record))
		app.OnRecordDeleteExecute(noun.Collection).Bind(transaction.AtDeletion(transaction.StageHistory, record))
	}
	app.Store().Set(kindsKey, kinds)

	app.OnRecordDelete(store.Activities).BindFunc(func(*core.RecordEvent) error { return unchangeable() })

	// The console may change records, but not their history.
	refuse := func(*core.RecordRequestEvent) error { return unchangeable() }
	app.OnRecordCreateRequest(store.Activities).BindFunc(refuse)
	app.OnRecordUpdateRequest(store.Activities).BindFunc(refuse)
	app.OnRecordDeleteRequest(store.Activities).BindFunc(refuse)

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
		store.MarkConsole(e.Record)
	}
	return e.Next()
}

// recordHistory saves the record and writes what happened to it: both or neither.
func recordHistory(noun api.Noun) func(*core.RecordEvent) error {
	return func(e *core.RecordEvent) error {
		change := api.ChangeOf(e)
		actor := store.ActorOf(e.Context, e.Record)
		if actor.Via == store.ViaGuest && noun.Collection == store.Users {
			actor = store.Actor{Via: store.ViaPerson, Person: e.Record} // people who sign up open their own account
		}
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
	}
}

func write(e *core.RecordEvent, noun api.Noun, change api.Change, actor store.Actor, event api.Event) error {
	if !isKind(e.App, event.Kind) {
		return failures.Internal(fmt.Errorf("%s does not declare the kind of event %q", noun.Collection, event.Kind))
	}
	activity, err := store.NewRecord(e.App, store.Activities, nil)
	if err != nil {
		return err
	}
	activity.Set(store.Kind, event.Kind)
	activity.Set(store.Title, event.Title)
	activity.Set(store.ViaField, string(actor.Via))
	// An entry cannot point at a record that is gone.
	isGone := func(id string) bool { return change == api.Deleted && id == e.Record.Id }
	if actor.Person != nil && !isGone(actor.Person.Id) {
		activity.Set(store.ActorField, actor.Person.Id)
	}
	if !isGone(event.User) {
		activity.Set(store.UserField, event.User)
	}
	if noun.Refers != "" {
		if thing := noun.Thing(e.Record); !isGone(thing) {
			activity.Set(noun.Refers, thing)
		}
	}
	return transaction.SaveNested(e.Context, e.App, activity)
}

// KeepEntry allows only what follows from deleting a person, an assignment or
// a quote request: their ids disappear from the history, the rest stays.
func KeepEntry(e *core.RecordEvent) error {
	before := e.Record.Original()
	for _, field := range []string{store.Kind, store.Title, store.ViaField, store.UserField, store.ActorField, store.Assignment, store.Quote} {
		was, is := before.GetString(field), e.Record.GetString(field)
		isReference := field != store.Kind && field != store.Title && field != store.ViaField
		if was != is && (!isReference || is != "") {
			return unchangeable()
		}
	}
	return e.Next()
}

// forgetBatch is how many entries one statement changes.
const forgetBatch = 500

// ForgetAccount removes an account's id from the history before the account is
// deleted. A busy admin has hundreds of thousands of entries, so this is plain SQL,
// in pieces. No record events are lost by it: nothing listens for changes to entries.
func ForgetAccount(e *core.RecordEvent) error {
	for _, field := range []string{store.ActorField, store.UserField} {
		err := transaction.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
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

// ForgetAssignment removes an assignment's id from the history, in the transaction
// that deletes the assignment. PocketBase would load and save every entry.
func ForgetAssignment(e *core.RecordEvent) error {
	if _, err := clearReference(e.Context, e.App, store.Assignment, e.Record.Id, -1); err != nil {
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

// Noun declares the history itself. It is exported, and has no history of its own.
var Noun = api.Noun{
	Collection: store.Activities,
	Export: api.Export[store.ActivityRow]{Noun: store.Activities, Listing: listingOf, Columns: []api.Column[store.ActivityRow]{
		{Head: "id", Cell: func(row store.ActivityRow) string { return row.ID }},
		{Head: "time", Cell: func(row store.ActivityRow) string { return string(row.Created) }},
		{Head: "kind", Cell: func(row store.ActivityRow) string { return row.Kind }},
		{Head: "what", Cell: func(row store.ActivityRow) string { return row.Title }},
		{Head: "by", Cell: func(row store.ActivityRow) string { return actorOf(row).Name }},
		{Head: "by id", Cell: func(row store.ActivityRow) string { return row.Actor }},
		{Head: "person", Cell: func(row store.ActivityRow) string { return row.UserName }},
		{Head: "person id", Cell: func(row store.ActivityRow) string { return row.User }},
		{Head: "assignment", Cell: func(row store.ActivityRow) string { return row.AssignmentTitle }},
		{Head: "assignment id", Cell: func(row store.ActivityRow) string { return row.Assignment }},
		{Head: "quote", Cell: func(row store.ActivityRow) string { return row.QuoteReference }},
		{Head: "quote id", Cell: func(row store.ActivityRow) string { return row.Quote }},
	}},
}
