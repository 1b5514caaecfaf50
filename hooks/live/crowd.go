package live

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

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
