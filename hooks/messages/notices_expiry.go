package messages

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// How long rows are kept after they were written. The key of a reminder matters for a
// week at most, which is how long the same summary is due.
const (
	readLife     = 180 * day
	unreadLife   = 365 * day
	reminderLife = 37 * day
)

// forgetOldNotices deletes old notices, and the keys of old reminders.
func forgetOldNotices(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for _, old := range []struct {
		remove func(ctx context.Context, tx core.App, before time.Time, limit int) (int64, error)
		life   time.Duration
	}{
		{store.DeleteReadNotices, readLife},
		{store.DeleteUnreadNotices, unreadLife},
		{store.DeleteOldReminders, reminderLife},
	} {
		err := transaction.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return old.remove(ctx, tx, now.Add(-old.life), limit)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
