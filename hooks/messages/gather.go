package messages

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

const (
	// gatherFor is how long a mail of a kind that gathers waits for more of its kind.
	gatherFor = 10 * time.Minute
	// gatherLimit is how many events such a mail names. It counts the others.
	gatherLimit = 50
	// gatheredIDs and gatheredCount are in the data of a mail about several events: the ids
	// of what they are about, and how many there are.
	gatheredIDs   = "ids"
	gatheredCount = "count"
)

// gather adds a message to the mail of its kind that waits for the account, or queues one.
func (m Message) gather(ctx context.Context, tx core.App, account, address string) error {
	now := clock.Now(tx)
	mail, err := store.FindGatheringMail(ctx, tx, account, m.Kind.Name, now, now.Add(-gatherFor))
	if errors.Is(err, sql.ErrNoRows) {
		return m.queue(ctx, tx, account, address, now.Add(gatherFor))
	}
	if err != nil {
		return err
	}
	data := store.MessageData{}
	if err := mail.UnmarshalJSONField(store.Data, &data); err != nil {
		return err
	}
	if data == nil {
		data = store.MessageData{}
	}
	ids := strings.Fields(data[gatheredIDs])
	if len(ids) == 0 {
		ids = []string{mail.GetString(store.Assignment) + mail.GetString(store.Quote)}
	}
	count := max(1, atoi(data[gatheredCount]))
	id := m.Assignment + m.Quote
	if slices.Contains(ids, id) {
		return nil
	}
	if len(ids) < gatherLimit {
		ids = append(ids, id)
	}
	data[gatheredIDs], data[gatheredCount] = strings.Join(ids, " "), strconv.Itoa(count+1)
	// The mail outlives each of the things that it is about.
	mail.Set(store.Assignment, "")
	mail.Set(store.Quote, "")
	mail.Set(store.Data, data)
	return transaction.SaveNested(ctx, tx, mail)
}

// Parts returns a taken mail for each event that it tells of, and how many more there
// are. A mail about one event is its only part.
func (k Kind) Parts(mail store.TakenMail) (parts []store.TakenMail, more int) {
	ids := strings.Fields(mail.Data[gatheredIDs])
	if len(ids) == 0 {
		return []store.TakenMail{mail}, 0
	}
	for _, id := range ids {
		part := mail
		part.Data = nil
		if k.AboutQuotes {
			part.Quote = id
		} else {
			part.Assignment = id
		}
		parts = append(parts, part)
	}
	return parts, max(0, atoi(mail.Data[gatheredCount])-len(ids))
}

// Gather returns the facts of a mail that tells of several events, and of more that it
// only counts.
func Gather(all []Facts, more int) Facts {
	facts := all[0]
	if len(all)+more > 1 {
		facts.Gathered = all
		facts.Data = store.MessageData{gatheredCount: strconv.Itoa(len(all) + more)}
	}
	return facts
}

func atoi(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}
