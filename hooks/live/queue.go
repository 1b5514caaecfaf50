package live

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/routine"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/nouns"
	"deskmate/hooks/sessions"
	"deskmate/records"
)

// message is what a browser receives: the kind of thing, which one, and what
// happened to it.
type message struct {
	Noun   string       `json:"noun"`
	ID     string       `json:"id"`
	Change nouns.Change `json:"change"`
}

// queue holds the announcements that have not been sent. One goroutine at a time
// sends them in batches, outside of the requests that caused them.
type queue struct {
	app     core.App
	mu      sync.Mutex
	waiting []nouns.Announcement
	sending bool
	outbox  outbox
}

const queueKey = "deskmateLiveQueue"

func queueOf(app core.App) *queue {
	return app.Store().GetOrSet(queueKey, func() any { return &queue{app: app} }).(*queue)
}

func (q *queue) add(announcements ...nouns.Announcement) {
	if len(announcements) == 0 || q.app.SubscriptionsBroker().TotalClients() == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, announcements...)
	if !q.sending {
		q.sending = true
		routine.FireAndForget(q.sendAll)
	}
}

// sendAll sends until nothing is waiting.
func (q *queue) sendAll() {
	for {
		q.mu.Lock()
		batch := q.waiting
		q.waiting = nil
		q.sending = len(batch) > 0
		q.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		if err := q.send(batch); err != nil {
			q.app.Logger().Error("changes could not be announced", "error", err)
		}
	}
}

// send passes a batch to the connections that may hear of it. Every account is
// read once, after the changes were stored: PocketBase takes an account off a
// connection only some time after its session has ended.
func (q *queue) send(batch []nouns.Announcement) error {
	encoded := make([][]byte, len(batch))
	for i, one := range batch {
		data, err := json.Marshal(message{one.Noun, one.ID, one.Change})
		if err != nil {
			return err
		}
		encoded[i] = data
	}
	var listening []subscriptions.Client
	ids := map[string]bool{}
	for _, client := range q.app.SubscriptionsBroker().Clients() {
		if known := accountOf(client); known != nil && client.HasSubscription(Topic) {
			listening = append(listening, client)
			ids[known.Id] = true
		}
	}
	accounts, err := q.readAccounts(ids)
	if err != nil {
		return err
	}
	for _, client := range listening {
		known := accountOf(client)
		if known == nil {
			continue // it was signed out in the meantime
		}
		account := accounts[known.Id]
		if account == nil || !sessions.IsSame(account, known) {
			continue
		}
		reader := records.ReaderOf(account)
		var messages []subscriptions.Message
		for i, one := range batch {
			if one.MayHear(reader) {
				messages = append(messages, subscriptions.Message{Name: Topic, Data: encoded[i]})
			}
		}
		q.outbox.send(q.app, client, messages)
	}
	return nil
}

// accountBatch is how many accounts one query reads.
const accountBatch = 500

func (q *queue) readAccounts(ids map[string]bool) (map[string]*core.Record, error) {
	all := make([]any, 0, len(ids))
	for id := range ids {
		all = append(all, id)
	}
	accounts := make(map[string]*core.Record, len(ids))
	for some := range slices.Chunk(all, accountBatch) {
		found, err := q.app.FindAllRecords(records.Users, dbx.In(records.ID, some...))
		if err != nil {
			return nil, err
		}
		for _, account := range found {
			accounts[account.Id] = account
		}
	}
	return accounts, nil
}
