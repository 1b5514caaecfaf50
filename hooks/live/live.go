// Package live tells open browsers that something they may read has changed, so
// that they load it again (docs/product.md, section 8). Messages carry no content.
// When a session ends, its browsers are disconnected, so that they check it.
package live

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// Topic is the realtime topic that browsers subscribe to.
const Topic = "changes"

const storeKey = "deskmateLive"

// Changed announces that what people read of a record has changed, although the record
// itself has not. Call it once the change is committed.
func Changed(app core.App, record *core.Record) {
	if announcements, ok := app.Store().Get(storeKey).(*queue); ok {
		announcements.announce(app, record, api.Updated)
	}
}

// Listen announces changes to the nouns that declare announcements, once the
// changes are committed, and disconnects the browsers of ended sessions.
func Listen(app core.App, all []api.Noun) {
	announcements := &queue{app: app, nouns: map[string][]api.Noun{}}
	app.Store().Set(storeKey, announcements)
	for _, noun := range all {
		if noun.Announce != nil {
			announcements.nouns[noun.Collection] = append(announcements.nouns[noun.Collection], noun)
		}
	}
	announce := func(e *core.RecordEvent) error {
		announcements.announce(e.App, e.Record, api.ChangeOf(e))
		return e.Next()
	}
	for collection := range announcements.nouns {
		app.OnRecordAfterCreateSuccess(collection).BindFunc(announce)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(announce)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(announce)
	}

	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		announcements.close()
		return e.Next()
	})

	open := &crowd{}
	app.OnRealtimeConnectRequest().BindFunc(open.connect)
	app.OnRealtimeSubscribeRequest().BindFunc(open.subscribe)
	app.OnRealtimeMessageSend().BindFunc(limitWrite)
	app.OnRecordAfterUpdateSuccess(store.Users).BindFunc(disconnect)
	app.OnRecordAfterDeleteSuccess(store.Users, store.Sessions).BindFunc(disconnect)
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		if e.Auth != nil {
			// Not on the account: PocketBase replaces that when it changes.
			e.Client.Set(sessionKey, store.SessionOf(e.Auth))
		}
		if err := e.Next(); err != nil {
			return err
		}
		// The session may have ended after the request was admitted.
		if known := accountOf(e.Client); known != nil && !sessions.IsOpen(e.App, sessionOf(e.Client), known) {
			e.App.SubscriptionsBroker().Unregister(e.Client.Id())
		}
		return nil
	})
}

// disconnect closes those connections of an account whose session has ended. It
// runs before PocketBase detaches the account from them.
func disconnect(e *core.RecordEvent) error {
	account := e.Record.Id
	if e.Record.Collection().Name == store.Sessions {
		account = e.Record.GetString(store.UserField)
	}
	broker := e.App.SubscriptionsBroker()
	for id, client := range broker.Clients() {
		if known := accountOf(client); known != nil && known.Id == account && !sessions.IsOpen(e.App, sessionOf(client), known) {
			broker.Unregister(id)
		}
	}
	return e.Next()
}

// accountOf returns the account that opened a connection, or nil for guests and
// superusers.
func accountOf(client subscriptions.Client) *core.Record {
	known, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
	if known == nil || known.Collection().Name != store.Users {
		return nil
	}
	return known
}

// sessionKey is the key under which a connection keeps the session that opened it.
const sessionKey = "deskmateSession"

// sessionOf returns the session that opened a connection; empty for guests and superusers.
func sessionOf(client subscriptions.Client) string {
	session, _ := client.Get(sessionKey).(string)
	return session
}

// Bounds of live connections (docs/operations.md). Each takes about 30 kB, and more while
// messages wait for it. All tabs of a browser share one.
const (
	accountLimit = 20
	networkLimit = 500 // of a whole campus
	// guestLimit is how long a connection may stay nobody's. A browser says at once whose it is.
	guestLimit = time.Minute
	retryLater = 30 * time.Second
)

// crowd counts the open connections of each network and each account.
type crowd struct{ open api.Shares }

// enter counts one more connection, unless there are too many.
func (c *crowd) enter(name string, limit int64) error {
	if !c.open.Take(name, 1, limit) {
		return failures.TooMany(retryLater)
	}
	return nil
}

func (c *crowd) leave(name string) { c.open.Give(name, 1) }

// connect runs for as long as the browser stays connected.
func (c *crowd) connect(e *core.RealtimeConnectRequestEvent) error {
	network := api.Network(e.RequestEvent)
	if err := c.enter(network, networkLimit); err != nil {
		return err
	}
	defer c.leave(network)
	connection := newConnection(e.Client)
	e.Client = connection
	defer connection.Discard()
	defer time.AfterFunc(guestLimit, connection.endIfNobodys).Stop()
	go connection.deliver()
	return e.Next()
}

// subscribe subscribes accounts to our topic, which is the only one. Guests get none, and
// are not refused: a browser whose session has ended reloads what it shows, and so notices.
func (c *crowd) subscribe(e *core.RealtimeSubscribeRequestEvent) error {
	if e.HasSuperuserAuth() {
		return c.admit(e)
	}
	isOurs := e.Auth != nil && e.Auth.Collection().Name == store.Users && slices.Contains(e.Subscriptions, Topic)
	e.Subscriptions = nil
	if isOurs {
		e.Subscriptions = []string{Topic}
	}
	return c.admit(e)
}

// admit counts a connection for its account, the first time that it says whose it is.
func (c *crowd) admit(e *core.RealtimeSubscribeRequestEvent) error {
	if connection, ok := e.Client.(*connection); ok && e.Auth != nil {
		if err := connection.join(c, e.Auth.Collection().Name+"/"+e.Auth.Id); err != nil {
			return err
		}
	}
	return e.Next()
}
