package messages

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

const day = 24 * time.Hour

// lives is how long mails are kept after they were written. Mails that wait end as one
// of these.
var lives = map[string]time.Duration{sent: 90 * day, skipped: 90 * day, failed: 365 * day}

// forgetOldMails deletes old mails, and forgets who was written as a stranger.
func forgetOldMails(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for status, life := range lives {
		err := transaction.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return store.DeleteOldMails(ctx, tx, status, now.Add(-life), limit)
		})
		if err != nil {
			return err
		}
	}
	return transaction.DeleteInPieces(ctx, app, func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return store.DeleteOldStrangerMails(ctx, tx, now.Add(-StrangerWindow), limit)
	})
}
