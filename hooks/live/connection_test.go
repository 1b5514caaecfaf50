package live

import (
	"errors"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/internal/clock"
)

// Each bubble ends only once all its goroutines have ended, so these tests also
// fail if a connection leaks its goroutine or if Send blocks.

func connected() *connection {
	c := newConnection(subscriptions.NewDefaultClient())
	go c.deliver()
	return c
}

func TestMessagesArriveInTheOrderTheyWereSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := connected()
		const half = 1000
		for i := range half {
			c.Send(subscriptions.Message{Name: strconv.Itoa(i)})
		}
		for i := range 2 * half {
			if got := (<-c.Channel()).Name; got != strconv.Itoa(i) {
				t.Fatalf("message %d is %s", i, got)
			}
			if i < half {
				c.Send(subscriptions.Message{Name: strconv.Itoa(half + i)})
			}
		}
		c.Discard()
	})
}

func TestConnectionEndsWhenItsBacklogIsFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := connected()
		c.Send(subscriptions.Message{})
		synctest.Wait() // the first message is being delivered
		for range backlogLimit {
			c.Send(subscriptions.Message{})
		}
		if c.IsDiscarded() {
			t.Error("the connection ended before its backlog was full")
		}
		c.Send(subscriptions.Message{})
		if !c.IsDiscarded() || c.backlog != nil {
			t.Errorf("discarded: %t, with %d messages still waiting", c.IsDiscarded(), len(c.backlog))
		}
		synctest.Wait()
		if _, open := <-c.Channel(); open {
			t.Error("a message was delivered after the connection had ended")
		}
	})
}

func TestConnectionMayEndWhileMessagesAreSentAndDelivered(t *testing.T) {
	t.Parallel()
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			c := connected()
			var sending sync.WaitGroup
			for range 4 {
				sending.Go(func() {
					for range 100 {
						c.Send(subscriptions.Message{})
					}
				})
			}
			for range 10 {
				<-c.Channel()
			}
			sending.Go(c.Discard)
			sending.Go(c.Discard)
			sending.Wait()
			for range c.Channel() { // until it is closed
			}
			c.Send(subscriptions.Message{})
			if len(c.backlog) > 0 {
				t.Error("a connection that has ended keeps messages")
			}
		})
	}
}

func TestAConnectionThatIsNobodysEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := &crowd{}
		guest, joined := connected(), connected()
		if err := joined.join(all, "robin"); err != nil || all.open.Take("robin", 1, 1) {
			t.Errorf("joining returned %v, or did not count", err)
		}
		guest.endIfNobodys()
		joined.endIfNobodys()
		if !guest.IsDiscarded() || joined.IsDiscarded() {
			t.Errorf("ended: the guest's %t, the account's %t", guest.IsDiscarded(), joined.IsDiscarded())
		}
		joined.Discard()
		joined.Discard()
		if err := joined.join(all, "robin"); err != nil || !all.open.Take("robin", 1, 1) {
			t.Errorf("after its end: %v, or it still counts", err)
		}
	})
}

// pipeResponse is a response that blocks until the other end of a pipe reads it.
type pipeResponse struct{ net.Conn }

func (pipeResponse) Header() http.Header { return http.Header{} }
func (pipeResponse) WriteHeader(int)     {}

func TestSendingFailsWhenTheBrowserStopsReading(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, browser := net.Pipe()
		defer func() { _, _ = server.Close(), browser.Close() }()
		var sends hook.Hook[*core.RealtimeMessageEvent]
		sends.BindFunc(limitWrite)
		send := func() error {
			event := &core.RealtimeMessageEvent{RequestEvent: &core.RequestEvent{}}
			event.Response = pipeResponse{server}
			return sends.Trigger(event, func(e *core.RealtimeMessageEvent) error {
				_, err := e.Response.Write([]byte("data"))
				return err
			})
		}
		go func() { _, _ = browser.Read(make([]byte, 4)) }()
		if err := send(); err != nil {
			t.Fatal(err)
		}

		// The limit is for one message; a quiet connection stays open.
		<-time.After(2 * writeLimit)
		go func() { _, _ = browser.Read(make([]byte, 4)) }()
		if _, err := server.Write([]byte("data")); err != nil {
			t.Errorf("the limit applies after the message was sent: %v", err)
		}

		elapsed := clock.Stopwatch()
		if err := send(); !errors.Is(err, os.ErrDeadlineExceeded) || elapsed() != writeLimit {
			t.Errorf("sending to a browser that does not read took %v and returned %v", elapsed(), err)
		}
	})
}
