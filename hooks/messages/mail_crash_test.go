package messages_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// copies queues many mails with Message-IDs of their own.
func copies(t testing.TB, app *testkit.App, count int) {
	t.Helper()
	ids := make([]string, count)
	for i := range ids {
		ids[i] = "<" + strconv.Itoa(i) + "@deskmate.example>"
	}
	app.CopyRows(t, store.Outbox, queue(t, app, "visitor@example.com").Id, count, dbx.Params{store.MessageID: ids})
}

func TestEveryMailArrivesHoweverOftenTheProgramIsStopped(t *testing.T) {
	t.Parallel()
	const crashes, count = 100, 120
	app := testkit.New(t)
	copies(t, app, count-1)
	random := rand.New(rand.NewPCG(13, 9))
	clock.Set(app, clock.Now(app))
	box := app.UseMailbox(t)
	box.Answer = func(testkit.Mail) testkit.Response {
		if random.IntN(20) == 0 {
			return testkit.TakeDrop
		}
		return testkit.Take
	}
	stopped := map[string]int{}
	stopAfter := 0
	messages.Interrupt(app, func(point string) {
		if stopAfter--; stopAfter == 0 {
			stopped[point]++
			panic("stopped")
		}
	})
	for range crashes {
		stopAfter = 1 + random.IntN(4)
		func() {
			defer func() { _ = recover() }()
			app.RunJob(t, sendJob)
		}()
		clock.Advance(app, 5*time.Minute) // somebody else may now send what was taken
	}
	if total := stopped["taken"] + stopped["tried"]; total != crashes || stopped["taken"] < 20 || stopped["tried"] < 20 {
		t.Fatalf("the program was stopped %v times", stopped)
	}
	stopAfter = -1
	for range 5 {
		app.RunJob(t, sendJob)
		clock.Advance(app, time.Hour)
	}
	seen := map[string]int{}
	for _, mail := range box.Mails() {
		seen[mail.Header.Get("Message-ID")]++
	}
	if len(seen) != count {
		t.Errorf("%d of %d mails arrived", len(seen), count)
	}
	left, err := app.CountRecords(store.Outbox, dbx.Not(dbx.HashExp{store.Status: "sent"}))
	if err != nil || left > 0 {
		t.Errorf("%d mails count as unsent, %v", left, err)
	}
	if len(box.Mails()) == count {
		t.Error("no mail arrived twice, so nothing was stopped after the server had taken it")
	}
}
