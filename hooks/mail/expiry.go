package mail

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
)

const day = 24 * time.Hour

// lives is how long mails are kept after they were written. Mails that wait end as one
// of these.
var lives = map[string]time.Duration{sent: 90 * day, skipped: 90 * day, failed: 365 * day}

// forgetOld deletes old mails, and forgets who was written as a stranger.
func forgetOld(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for status, life := range lives {
		err := writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return records.DeleteOldMails(ctx, tx, status, now.Add(-life), limit)
		})
		if err != nil {
			return err
		}
	}
	return writes.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return records.DeleteOldStrangerMails(ctx, tx, now.Add(-messages.StrangerWindow), limit)
	})
}
