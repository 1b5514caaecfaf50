package messages

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

const (
	// lease is how long a taken mail is left to whoever took it. It is longer
	// than sending can take.
	lease = 5 * time.Minute
	// patience is how long mails wait until an operator has set up a server.
	patience = 7 * day
	// skipBatch is how many mails one statement gives up.
	skipBatch = 500
	// lostLimit is the number of failures in a row that concern every mail after which the sender
	// pauses.
	lostLimit = 3
)

// Statuses of a mail.
const (
	queued  = "queued"
	sent    = "sent"
	failed  = "failed"
	skipped = "skipped"
)

// sender sends one mail after the other. Only one run is in progress in this process;
// leases keep other processes from sending the same mail.
type sender struct {
	app  core.App
	ctx  context.Context
	stop context.CancelFunc

	turn sync.Mutex // held while a run is in progress

	mu        sync.Mutex
	isServing bool
	isWoken   bool // a run will begin that sees all mails of now
	isClosed  bool
	runs      sync.WaitGroup
}

// listenMail sends mails as soon as they are committed, and retries by a job.
func listenMail(app core.App) {
	ctx, stop := context.WithCancel(store.ActingAs(context.Background(), store.Actor{Via: store.ViaSystem}))
	s := &sender{app: app, ctx: ctx, stop: stop}
	wake := func(e *core.RecordEvent) error {
		if e.Record.GetString(store.Status) == queued {
			s.wake()
		}
		return e.Next()
	}
	app.OnRecordAfterCreateSuccess(store.Outbox).BindFunc(wake)
	app.OnRecordAfterUpdateSuccess(store.Outbox).BindFunc(wake)
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		s.serve()
		return e.Next()
	})
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		s.close()
		return e.Next()
	})
	jobs.Add(app, jobs.Job{ID: "sendMails", Schedule: "* * * * *", Run: s.run})
	jobs.Add(app, jobs.Job{ID: "forgetMails", Schedule: "43 * * * *", Run: forgetOldMails})
}

func (s *sender) serve() {
	s.mu.Lock()
	s.isServing = true
	s.mu.Unlock()
	s.wake()
}

// wake begins a run in the background. Commands that change records do not send
// mails: the server does.
func (s *sender) wake() {
	if !s.app.Settings().SMTP.Enabled {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isWoken || s.isClosed || !s.isServing {
		return
	}
	s.isWoken = true
	s.runs.Go(func() {
		if err := s.run(s.ctx, s.app); err != nil && s.ctx.Err() == nil {
			s.app.Logger().Error("mails could not be sent", "error", err)
		}
	})
}

// close stops the current run and returns when it has ended.
func (s *sender) close() {
	s.stop()
	s.mu.Lock()
	s.isClosed = true
	s.mu.Unlock()
	s.runs.Wait()
}

// run sends all mails that are due.
func (s *sender) run(ctx context.Context, app core.App) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mu.Lock()
	s.isWoken = false
	s.mu.Unlock()
	if !app.Settings().SMTP.Enabled {
		return s.skipOld(ctx)
	}
	if due, err := store.HasDueMail(ctx, app, clock.Now(app)); err != nil || !due {
		return err
	}
	var done *attempt
	for lost := 0; ; {
		elapsed := clock.Stopwatch()
		next, err := s.exchange(ctx, done)
		if err != nil || next == nil {
			return err
		}
		rest(ctx, elapsed())
		interrupt(s.app, "taken")
		done = s.try(ctx, *next)
		interrupt(s.app, "tried")
		if done.isLost {
			lost++
		} else {
			lost = 0
		}
		if done.pauses || lost == lostLimit || ctx.Err() != nil {
			return s.finish(ctx, *done)
		}
	}
}

// rest waits as long as the last transaction took, so that requests find the writer
// free at least half of the time.
func rest(ctx context.Context, took time.Duration) {
	timer := time.NewTimer(took)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// exchange records the outcome of the last attempt, if any, and takes the next mail,
// in one transaction. It returns nil if no mail is due.
func (s *sender) exchange(ctx context.Context, done *attempt) (*store.TakenMail, error) {
	var next *store.TakenMail
	// An outcome must be recorded even if the program is stopping.
	err := transaction.Run(context.WithoutCancel(ctx), s.app, func(ctx context.Context, tx core.App) error {
		now := clock.Now(tx)
		if done != nil {
			if err := store.FinishMail(ctx, tx, done.mail, done.outcome, now); err != nil {
				return err
			}
		}
		taken, err := store.TakeMail(ctx, tx, now, now.Add(lease))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		next = &taken
		return err
	})
	return next, err
}

// finish records the outcome of the last attempt of a run.
func (s *sender) finish(ctx context.Context, done attempt) error {
	return transaction.Run(context.WithoutCancel(ctx), s.app, func(ctx context.Context, tx core.App) error {
		return store.FinishMail(ctx, tx, done.mail, done.outcome, clock.Now(tx))
	})
}

// skipOld gives up mails that have waited too long for an operator to set up a server.
func (s *sender) skipOld(ctx context.Context) error {
	before := clock.Now(s.app).Add(-patience)
	if old, err := store.HasOldMails(ctx, s.app, before); err != nil || !old {
		return err
	}
	return transaction.InPieces(ctx, s.app, func(ctx context.Context, tx core.App, _ func() bool) (bool, error) {
		count, err := store.SkipOldMails(ctx, tx, before, clock.Now(tx), "No mail server was set up for 7 days", skipBatch)
		return count == skipBatch, err
	})
}

const day = 24 * time.Hour

// lives is how long mails are kept after they were written. Mails that wait end as one
// of these.
var lives = map[string]time.Duration{sent: 90 * day, skipped: 90 * day, failed: 365 * day}

// forgetOldMails deletes old mails, and forgets which strangers were written to.
func forgetOldMails(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for status, life := range lives {
		if err := transaction.DeleteInPieces(ctx, app, store.OldMails(status, now.Add(-life))); err != nil {
			return err
		}
	}
	return transaction.DeleteInPieces(ctx, app, store.OldStrangerMails(now.Add(-StrangerWindow)))
}
