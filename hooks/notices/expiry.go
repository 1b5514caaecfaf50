package notices

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
)

const day = 24 * time.Hour

// How long rows are kept after they were written. The key of a reminder matters for a
// week at most, which is how long the same summary is due.
const (
	readLife     = 180 * day
	unreadLife   = 365 * day
	reminderLife = 37 * day
)

// forgetOld deletes old notices, and the keys of old reminders.
func forgetOld(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for _, old := range []struct {
		remove func(ctx context.Context, tx core.App, before time.Time, limit int) (int64, error)
		life   time.Duration
	}{
		{records.DeleteReadNotices, readLife},
		{records.DeleteUnreadNotices, unreadLife},
		{records.DeleteOldReminders, reminderLife},
	} {
		err := writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return old.remove(ctx, tx, now.Add(-old.life), limit)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
