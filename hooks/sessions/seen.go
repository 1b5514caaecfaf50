package sessions

import (
	"context"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// seen gathers when sessions were used, so that no request has to write it.
type seen struct {
	mu sync.Mutex
	at map[string]time.Time
}

func seenOf(app core.App) *seen {
	return app.Store().GetOrSet("deskmateSeen", func() any { return &seen{at: map[string]time.Time{}} }).(*seen)
}

func (s *seen) note(session string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[session] = now
}

// take returns what has been gathered, and begins anew.
func (s *seen) take() map[string]time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.at
	s.at = make(map[string]time.Time, len(taken))
	return taken
}

// Listen keeps what is known of sessions up to date.
func Listen(app core.App) {
	jobs.Add(app, jobs.Job{ID: "noteSessions", Schedule: "*/5 * * * *", Run: noteSessions})
	jobs.Add(app, jobs.Job{ID: "forgetSessions", Schedule: "13 * * * *", Run: forgetSessions})
}

// noteSessions stores when sessions were last used.
func noteSessions(ctx context.Context, app core.App) error {
	used := seenOf(app).take()
	if len(used) == 0 {
		return nil
	}
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error { return store.NoteSeen(ctx, tx, used) })
}

// forgetSessions deletes sessions whose tokens are no longer valid.
func forgetSessions(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	return transaction.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return store.DeleteOldSessions(ctx, tx, now, limit)
	})
}
