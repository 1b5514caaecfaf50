package live

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/api"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// message is what a browser receives: the kind of thing, its id, and what
// happened to it.
type message struct {
	Noun   string     `json:"noun"`
	ID     string     `json:"id"`
	Change api.Change `json:"change"`
}

// queue holds the announcements that have not been sent. A single goroutine sends
// them in batches, outside the requests that made the changes.
type queue struct {
	app   core.App
	nouns map[string][]api.Noun // by their collection

	mu      sync.Mutex
	waiting []api.Announcement
	sending bool
	closed  bool
	sender  sync.WaitGroup
}

// announce announces a change to a record, unless nobody listens.
func (q *queue) announce(app core.App, record *core.Record, change api.Change) {
	if app.SubscriptionsBroker().TotalClients() == 0 {
		return
	}
	for _, noun := range q.nouns[record.Collection().Name] {
		q.add(noun.Announce(app, record, change)...)
	}
}

func (q *queue) add(announcements ...api.Announcement) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(announcements) == 0 || q.closed {
		return
	}
	q.waiting = append(q.waiting, announcements...)
	if !q.sending {
		q.sending = true
		q.sender.Go(q.sendAll)
	}
}

// close drops what is waiting and returns when nothing is being sent, so that the
// database may be closed.
func (q *queue) close() {
	q.mu.Lock()
	q.closed, q.waiting = true, nil
	q.mu.Unlock()
	q.sender.Wait()
}

// sendAll sends until the queue is empty.
func (q *queue) sendAll() {
	for batch := q.take(); len(batch) > 0; batch = q.take() {
		if err := routine.SafeWrap(func() error { return q.send(batch) })(); err != nil {
			q.app.Logger().Error("changes could not be announced", "error", err)
			q.disconnectAll()
		}
	}
}

func (q *queue) take() []api.Announcement {
	q.mu.Lock()
	defer q.mu.Unlock()
	batch := q.waiting
	q.waiting, q.sending = nil, len(batch) > 0
	return batch
}

// send passes a batch to the connections whose accounts may receive it. It
// reads each account and session once, after the changes were stored: PocketBase detaches an
// account from a connection only some time after its session has ended.
func (q *queue) send(batch []api.Announcement) error {
	messages := make([]subscriptions.Message, len(batch))
	for i, one := range batch {
		data, err := json.Marshal(message{one.Noun, one.ID, one.Change})
		if err != nil {
			return err
		}
		messages[i] = subscriptions.Message{Name: Topic, Data: data}
	}
	clients := q.listening()
	accounts, err := q.readAccounts(clients)
	if err != nil {
		return err
	}
	open, err := q.readSessions(clients)
	if err != nil {
		return err
	}
	for _, client := range clients {
		known := accountOf(client)
		if known == nil {
			continue // its session has ended since
		}
		account := accounts[known.Id]
		if account == nil || !sessions.IsSame(account, known) || !open[sessionOf(client)] {
			continue
		}
		reader := store.ReaderOf(account)
		for i, one := range batch {
			if one.MayReceive(reader) {
				client.Send(messages[i])
			}
		}
	}
	return nil
}

// listening returns the connections of accounts that have subscribed.
func (q *queue) listening() []subscriptions.Client {
	var clients []subscriptions.Client
	for _, client := range q.app.SubscriptionsBroker().Clients() {
		if accountOf(client) != nil && client.HasSubscription(Topic) && !client.IsDiscarded() {
			clients = append(clients, client)
		}
	}
	return clients
}

// accountBatch is how many accounts one query reads.
const accountBatch = 500

func (q *queue) readAccounts(clients []subscriptions.Client) (map[string]*core.Record, error) {
	accounts := map[string]*core.Record{}
	var ids []any
	for _, client := range clients {
		known := accountOf(client)
		if known == nil {
			continue
		}
		if _, seen := accounts[known.Id]; !seen {
			accounts[known.Id] = nil
			ids = append(ids, known.Id)
		}
	}
	for some := range slices.Chunk(ids, accountBatch) {
		found, err := q.app.FindAllRecords(store.Users, dbx.In(store.ID, some...))
		if err != nil {
			return nil, err
		}
		for _, account := range found {
			accounts[account.Id] = account
		}
	}
	return accounts, nil
}

// readSessions returns which sessions of the connections have not ended.
func (q *queue) readSessions(clients []subscriptions.Client) (map[string]bool, error) {
	ids := make([]string, len(clients))
	for i, client := range clients {
		ids[i] = sessionOf(client)
	}
	return store.FindOpenSessions(q.app, ids)
}

// disconnectAll closes all connections that missed a change. Browsers reconnect
// and reload what they show.
func (q *queue) disconnectAll() {
	for _, client := range q.listening() {
		q.app.SubscriptionsBroker().Unregister(client.Id())
	}
}
