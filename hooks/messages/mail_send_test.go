package messages_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestAMailIsSentSoonAfterWhatItTells(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	arrived := make(chan testkit.Mail, 10)
	box.Answer = func(mail testkit.Mail) testkit.Response {
		arrived <- mail
		return testkit.Take
	}
	queue(t, app, "visitor@example.com")
	got := testkit.Receive(t, "a mail arrives without a job", arrived)
	if got.To != "visitor@example.com" || !strings.HasPrefix(got.Subject(), "Your assignment was handed in: A-") {
		t.Errorf("got %q to %q", got.Subject(), got.To)
	}
}

func TestWhatBecomesOfAMailDependsOnTheServersAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answer  testkit.Response
		status  string
		retries bool
	}{
		{"taken", testkit.Take, "sent", false},
		{"refused for now", 451, "queued", true},
		{"refused for good", 550, "failed", false},
		{"sign-in refused", 535, "queued", true},
		{"connection lost", testkit.Drop, "queued", true},
		{"stalled", testkit.Stall, "queued", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			queued := queue(t, app, "visitor@example.com")
			now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC).AddDate(1, 0, 0)
			clock.Set(app, now)
			app.UseMailbox(t).Answer = func(testkit.Mail) testkit.Response { return c.answer }
			if c.answer == testkit.Stall {
				messages.LimitSending(app, time.Second)
			}
			app.RunJob(t, sendJob)
			outcome := reload(t, app, queued)
			if got := outcome.GetString(store.Status); got != c.status || outcome.GetInt(store.Attempts) != 1 {
				t.Errorf("the mail is %s after %d attempts: %s", got, outcome.GetInt(store.Attempts), outcome.GetString(store.Error))
			}
			if got := outcome.GetDateTime(store.NextAt).Time(); c.retries != got.Equal(now.Add(time.Minute)) {
				t.Errorf("the next attempt is at %v", got)
			}
			if hasError := outcome.GetString(store.Error) != ""; hasError == (c.answer == testkit.Take) {
				t.Errorf("the error is %q", outcome.GetString(store.Error))
			}
		})
	}
}

func TestAllFiveAttemptsUseTheSameMessageID(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	queued := queue(t, app, "visitor@example.com")
	clock.Set(app, clock.Now(app))
	var ids []string
	box := app.UseMailbox(t)
	box.Answer = func(mail testkit.Mail) testkit.Response {
		ids = append(ids, mail.Header.Get("Message-ID"))
		return 451
	}
	for i, wait := range []time.Duration{0, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour} {
		if wait > 0 {
			clock.Advance(app, wait-time.Second)
			app.RunJob(t, sendJob)
			if len(ids) != i {
				t.Errorf("attempt %d came too soon", i+1)
			}
			clock.Advance(app, time.Second)
		}
		app.RunJob(t, sendJob)
		if len(ids) != i+1 {
			t.Fatalf("%d attempts instead of %d", len(ids), i+1)
		}
	}
	if got := reload(t, app, queued); got.GetString(store.Status) != "failed" || got.GetInt(store.Attempts) != 5 {
		t.Errorf("after the last attempt the mail is %s", got.GetString(store.Status))
	}
	for _, id := range ids {
		if id != ids[0] || !strings.HasPrefix(id, "<") {
			t.Errorf("the Message-IDs are %q", ids)
		}
	}
}

func TestAStalledServerBarelyDelaysRequestsAndOtherMail(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	queue(t, app, "first@example.com")
	queue(t, app, "second@example.com")
	messages.LimitSending(app, 8*time.Second)
	box := app.UseMailbox(t)
	var arrived atomic.Int32
	reached := make(chan struct{})
	box.Answer = func(testkit.Mail) testkit.Response {
		if arrived.Add(1) == 1 {
			close(reached)
			return testkit.Stall
		}
		return testkit.Take
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		app.RunJob(t, sendJob)
	}()
	select {
	case <-reached:
	case <-done:
		t.Fatal("no mail reached the server")
	}
	elapsed := clock.Stopwatch()
	queue(t, app, "third@example.com")
	if took := elapsed(); took > 6*time.Second {
		t.Errorf("a request took %v beside a stalled server", took)
	}
	<-done
	app.RunJob(t, sendJob)
	if got := box.Mails(); len(got) != 2 {
		t.Errorf("%d other mails were sent", len(got))
	}
}

func TestManyStalledConnectionsDoNotStopLaterMails(t *testing.T) {
	t.Parallel()
	const count = 12
	app := testkit.New(t)
	copies(t, app, count-1)
	clock.Set(app, clock.Now(app))
	messages.LimitSending(app, 200*time.Millisecond)
	var takes atomic.Bool
	box := app.UseMailbox(t)
	box.Answer = func(testkit.Mail) testkit.Response {
		if takes.Load() {
			return testkit.Take
		}
		return testkit.Stall
	}
	for range count {
		app.RunJob(t, sendJob)
	}
	attempts := 0
	for _, mail := range outbox(t, app) {
		attempts += mail.GetInt(store.Attempts)
	}
	if attempts != count {
		t.Errorf("%d of %d stalled attempts count", attempts, count)
	}
	takes.Store(true)
	messages.LimitSending(app, time.Minute)
	clock.Advance(app, 2*time.Minute)
	app.RunJob(t, sendJob)
	if got := len(box.Mails()); got != count {
		t.Errorf("after the server has recovered, %d of %d mails arrived", got, count)
	}
}

func TestTwoProcessesSendEachMailOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	template := queue(t, app, "visitor@example.com")
	const count = 60
	ids := make([]string, count)
	for i := range ids {
		ids[i] = "<" + strings.Repeat("x", i+1) + "@deskmate.example>"
	}
	app.CopyRows(t, store.Outbox, template.Id, count, map[string]any{store.MessageID: ids})
	box := app.UseMailbox(t)
	other := app.SecondProcess(t)
	var runs sync.WaitGroup
	for range 2 {
		runs.Go(func() { app.RunJob(t, sendJob) })
	}
	for _, job := range other.Cron().Jobs() {
		if job.Id() == sendJob {
			runs.Go(job.Run)
		}
	}
	runs.Wait()
	seen := map[string]int{}
	for _, mail := range box.Mails() {
		seen[mail.Header.Get("Message-ID")]++
	}
	if len(seen) != count+1 || len(box.Mails()) != count+1 {
		t.Errorf("%d mails arrived, %d of them different; want %d", len(box.Mails()), len(seen), count+1)
	}
}

func TestWithoutAServerMailsWaitSevenDays(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := admin(t, app)
	old := queue(t, app, "visitor@example.com")
	clock.Set(app, clock.Now(app).Add(7*24*time.Hour-time.Minute))
	app.RunJob(t, sendJob)
	if got := reload(t, app, old).GetString(store.Status); got != "queued" {
		t.Errorf("before 7 days the mail is %s", got)
	}
	recent := queue(t, app, "other@example.com")
	var state struct {
		Enabled        bool
		Queued, Failed int
	}
	app.Call(t, "GET", "/api/mails/state", ada.Token, nil).Granted(t, 200, &state)
	if state.Enabled || state.Queued != len(list(t, app, ada, "?status=queued")) {
		t.Errorf("the state is %+v", state)
	}
	clock.Advance(app, 2*time.Minute)
	app.RunJob(t, sendJob)
	if got := reload(t, app, old); got.GetString(store.Status) != "skipped" || got.GetString(store.Error) == "" {
		t.Errorf("after 7 days the mail is %s", got.GetString(store.Status))
	}
	if got := reload(t, app, recent).GetString(store.Status); got != "queued" {
		t.Errorf("a recent mail is %s", got)
	}
}

func TestWhatNobodyShouldGetAnyMoreIsSkipped(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, app *testkit.App, robin testkit.Person){
		"an inactive account": func(t *testing.T, app *testkit.App, robin testkit.Person) {
			robin.Set(store.Status, domain.StatusInactive)
			app.MustSave(t, robin.Record)
		},
		"a kind that was switched off": func(t *testing.T, app *testkit.App, robin testkit.Person) {
			app.Call(t, "PUT", "/api/users/notice-settings", robin.Token,
				map[string]any{"kinds": []map[string]any{{"kind": "assignment.received", "mail": false}}}).Granted(t, 200, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			ada := admin(t, app)
			robin := app.Person(t, domain.RoleStudent, "Robin Vale")
			app.HandIn(t, robin.Token, nil)
			nia := app.Person(t, domain.RoleStudent, "Nia Frost")
			app.Verify(t, nia.Id)
			app.HandIn(t, nia.Token, nil)
			change(t, app, robin)
			box := app.UseMailbox(t)
			app.RunJob(t, sendJob)
			skipped := 0
			for _, mail := range list(t, app, ada, "") {
				if mail.To != robin.Email() || mail.Kind != "assignment.received" {
					continue
				}
				skipped++
				if mail.Status != "skipped" || mail.Error == "" || mail.Attempts != 0 {
					t.Errorf("the mail is %+v", mail)
				}
			}
			if skipped != 1 {
				t.Errorf("%d mails were skipped, want 1", skipped)
			}
			if got := box.Subjects(); !slices.Equal(got, []string{"nia.frost@example.com Your assignment was handed in: Essay on tides"}) {
				t.Errorf("these were sent: %q", got)
			}
		})
	}
}

func TestAMailGoesToTheAccountsCurrentAddress(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	robin.SetEmail("robin@example.org")
	app.MustSave(t, robin.Record)
	box := app.UseMailbox(t)
	app.RunJob(t, sendJob)
	received := 0
	for _, mail := range box.Mails() {
		if !strings.HasPrefix(mail.Subject(), "Your assignment was handed in") {
			continue
		}
		received++
		if mail.To != "robin@example.org" {
			t.Errorf("the mail went to %s", mail.To)
		}
	}
	if received != 1 {
		t.Errorf("%d mails were sent, want 1", received)
	}
}

func TestNothingIsSentAboutDeletedWork(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Verify(t, robin.Id)
	id := app.HandIn(t, robin.Token, nil)
	app.HandIn(t, robin.Token, map[string]string{"title": "Essay on dunes"})
	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	box := app.UseMailbox(t)
	app.RunJob(t, sendJob)
	if got := box.Subjects(); !slices.Equal(got, []string{"robin.vale@example.com Your assignment was handed in: Essay on dunes"}) {
		t.Errorf("these were sent: %q", got)
	}
}
