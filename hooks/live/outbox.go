package live

import (
	"sync"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

// backlogLimit is how many messages may wait for a connection that does not take
// them. One that falls further behind is closed: its browser connects again and
// asks for everything it shows.
const backlogLimit = 5000

// outbox sends to each connection from a goroutine of its own, since a connection
// takes messages one by one and may be slow. Nobody else waits for it.
type outbox struct {
	mu       sync.Mutex
	backlogs map[string][]subscriptions.Message // by connection; an entry exists while one is being sent to
}

func (o *outbox) send(app core.App, client subscriptions.Client, messages []subscriptions.Message) {
	if len(messages) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.backlogs == nil {
		o.backlogs = map[string][]subscriptions.Message{}
	}
	backlog, isSending := o.backlogs[client.Id()]
	if len(backlog)+len(messages) > backlogLimit {
		app.SubscriptionsBroker().Unregister(client.Id())
		return
	}
	o.backlogs[client.Id()] = append(backlog, messages...)
	if !isSending {
		routine.FireAndForget(func() { o.deliver(client) })
	}
}

// deliver sends what waits for one connection until nothing is left.
func (o *outbox) deliver(client subscriptions.Client) {
	for {
		o.mu.Lock()
		messages := o.backlogs[client.Id()]
		if len(messages) == 0 || client.IsDiscarded() {
			delete(o.backlogs, client.Id())
			o.mu.Unlock()
			return
		}
		o.backlogs[client.Id()] = nil
		o.mu.Unlock()
		for _, message := range messages {
			client.Send(message)
		}
	}
}
