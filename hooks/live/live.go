// Package live tells open browsers that a thing they may read has changed, so
// that they ask again (docs/product.md, section 8). It sends no contents. A
// browser whose session has ended is hung up on, so that it asks who it is.
package live

import (
	"encoding/json"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/wire"
	"deskmate/records"
)

// Topic is the one that browsers subscribe to.
const Topic = "changes"

// message says what kind of thing, which one, and what happened to it.
type message struct {
	Noun   string `json:"noun"`
	ID     string `json:"id"`
	Change string `json:"change"`
}

// The changes that a message tells.
const (
	created = "create"
	updated = "update"
	deleted = "delete"
)

// Listen tells changes of assignments, accounts and quote requests after they
// are stored, and closes the connections of sessions that have ended.
func Listen(app core.App) {
	watch := []string{records.Assignments, records.Users, records.Quotes}
	app.OnRecordAfterCreateSuccess(watch...).BindFunc(func(e *core.RecordEvent) error {
		tell(e.App, e.Record, created)
		return e.Next()
	})
	app.OnRecordAfterUpdateSuccess(watch...).BindFunc(func(e *core.RecordEvent) error {
		change := updated
		if e.Record.Collection().Name == records.Assignments && !e.Record.GetDateTime(records.DeletedAt).IsZero() {
			change = deleted
		}
		tell(e.App, e.Record, change)
		return e.Next()
	})
	app.OnRecordAfterDeleteSuccess(watch...).BindFunc(func(e *core.RecordEvent) error {
		tell(e.App, e.Record, deleted)
		return e.Next()
	})
	app.OnRecordAfterCreateSuccess(records.Reviews).BindFunc(tellRated)

	app.OnRecordAfterUpdateSuccess(records.Users).BindFunc(hangUp)
	app.OnRecordAfterDeleteSuccess(records.Users).BindFunc(hangUp)
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		// The session may have ended after the request was let in.
		if known := accountOf(e.Client); known != nil && current(e.App, known) == nil {
			e.App.SubscriptionsBroker().Unregister(e.Client.Id())
		}
		return nil
	})
}

// hangUp closes the connections of an account that were opened by sessions
// which have ended. It runs before PocketBase forgets whose they are.
func hangUp(e *core.RecordEvent) error {
	broker := e.App.SubscriptionsBroker()
	for id, client := range broker.Clients() {
		if known := accountOf(client); known != nil && known.Id == e.Record.Id && current(e.App, known) == nil {
			broker.Unregister(id)
		}
	}
	return e.Next()
}

// accountOf is the account that a connection was opened as; nil for nobody and for operators.
func accountOf(client subscriptions.Client) *core.Record {
	known, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
	if known == nil || known.Collection().Name != records.Users {
		return nil
	}
	return known
}

// current reads the account of a connection as it is now; nil where the session
// that opened the connection has ended.
func current(app core.App, known *core.Record) *core.Record {
	account, err := app.FindRecordById(records.Users, known.Id)
	if err != nil || account.TokenKey() != known.TokenKey() || !records.IsActive(account) {
		return nil
	}
	return account
}

// tellRated tells of an assignment when it is rated: its page shows the rating.
func tellRated(e *core.RecordEvent) error {
	assignment, err := records.FindAssignment(e.App, e.Record.GetString(records.Assignment))
	if err == nil {
		tell(e.App, assignment, updated)
	}
	return e.Next()
}

// mayRead tells who may read a thing, or could before the change: admins
// everything, others their own account and the assignments that they are part of.
func mayRead(record *core.Record) func(reader *core.Record) bool {
	part := func(version *core.Record, reader *core.Record) bool {
		switch version.Collection().Name {
		case records.Users:
			return wire.MayRead(reader, version.Id, "")
		case records.Assignments:
			return wire.MayRead(reader, version.GetString(records.Student), version.GetString(records.Tutor))
		default:
			return wire.MayRead(reader, "", "")
		}
	}
	before := record.Original()
	return func(reader *core.Record) bool { return part(record, reader) || part(before, reader) }
}

func tell(app core.App, record *core.Record, change string) {
	data, err := json.Marshal(message{Noun: record.Collection().Name, ID: record.Id, Change: change})
	if err != nil {
		app.Logger().Error("a change could not be told", "error", err)
		return
	}
	may := mayRead(record)
	for _, client := range app.SubscriptionsBroker().Clients() {
		if client.HasSubscription(Topic) && mayHear(app, client, may) {
			// A client takes messages one by one and may be slow: neither the
			// change nor the others wait for it.
			routine.FireAndForget(func() { client.Send(subscriptions.Message{Name: Topic, Data: data}) })
		}
	}
}

// mayHear asks whose connection it is. PocketBase takes an account off a
// connection when its sessions end, but only behind the change that ended them:
// what the account is now is read before anything is told.
func mayHear(app core.App, client subscriptions.Client, may func(*core.Record) bool) bool {
	known := accountOf(client)
	if known == nil || !may(known) {
		return false
	}
	reader := current(app, known)
	return reader != nil && may(reader)
}
