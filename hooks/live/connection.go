package live

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/internal/clock"
)

const (
	// backlogLimit is how many messages may wait for one browser. A browser that
	// falls further behind is disconnected. It reconnects and reloads what it shows.
	backlogLimit = 5000
	// writeLimit is how long a browser may take to accept one message.
	writeLimit = 30 * time.Second
)

// connection replaces PocketBase's client, whose Send blocks until the browser
// has taken the message and races with Discard. Here, messages wait in a backlog
// and a goroutine of the connection's own delivers them in order.
type connection struct {
	subscriptions.Client
	channel chan subscriptions.Message
	added   chan struct{} // holds one element if the backlog has grown
	ended   chan struct{} // closed by Discard

	mu      sync.Mutex
	backlog []subscriptions.Message
	leave   func() // set once the connection counts for an account
}

func newConnection(client subscriptions.Client) *connection {
	return &connection{
		Client:  client,
		channel: make(chan subscriptions.Message),
		added:   make(chan struct{}, 1),
		ended:   make(chan struct{}),
	}
}

// Channel is where the request that serves the browser receives messages. It is
// closed once the connection has ended.
func (c *connection) Channel() chan subscriptions.Message { return c.channel }

// Send adds a message to the backlog. It never blocks.
func (c *connection) Send(message subscriptions.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.IsDiscarded() {
		return
	}
	if len(c.backlog) == backlogLimit {
		c.end()
		return
	}
	c.backlog = append(c.backlog, message)
	select {
	case c.added <- struct{}{}:
	default:
	}
}

// Discard ends the connection and drops its backlog.
func (c *connection) Discard() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
}

// end expects the lock to be held.
func (c *connection) end() {
	if c.IsDiscarded() {
		return
	}
	c.Client.Discard()
	close(c.ended)
	c.backlog = nil
	if c.leave != nil {
		c.leave()
	}
}

// join counts the connection for an account until it ends. Only the first call has an effect.
func (c *connection) join(all *crowd, account string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.IsDiscarded() || c.leave != nil {
		return nil
	}
	if err := all.enter(account, accountLimit); err != nil {
		return err
	}
	c.leave = func() { all.leave(account) }
	return nil
}

// endIfNobodys ends the connection if no account has joined it.
func (c *connection) endIfNobodys() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leave == nil {
		c.end()
	}
}

// deliver passes on the backlog until the connection ends.
func (c *connection) deliver() {
	defer close(c.channel)
	for {
		select {
		case <-c.added:
		case <-c.ended:
			return
		}
		for message, ok := c.next(); ok; message, ok = c.next() {
			select {
			case c.channel <- message:
			case <-c.ended:
				return
			}
		}
	}
}

func (c *connection) next() (message subscriptions.Message, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.backlog) == 0 {
		c.backlog = nil
		return message, false
	}
	message, c.backlog = c.backlog[0], c.backlog[1:]
	return message, true
}

// limitWrite fails the sending of a message that the browser does not accept in
// time. PocketBase sets no limit, so a browser that stops reading would hold its
// request open forever.
func limitWrite(e *core.RealtimeMessageEvent) error {
	response := http.NewResponseController(e.Response)
	if err := setWriteDeadline(response, clock.Deadline(writeLimit)); err != nil {
		return err
	}
	if err := e.Next(); err != nil {
		return err
	}
	return setWriteDeadline(response, time.Time{}) // over HTTP/2, a deadline would also end an idle stream
}

func setWriteDeadline(response *http.ResponseController, deadline time.Time) error {
	if err := response.SetWriteDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
