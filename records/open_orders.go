package records

import (
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// HasOpenOrders reports whether an account cannot be deleted yet: as a student because
// an order is neither accepted nor cancelled, or money is due or to be returned; as a
// tutor because of work that has begun and is not accepted.
func HasOpenOrders(ctx context.Context, app core.App, account string) (open bool, err error) {
	err = app.DB().NewQuery(`SELECT EXISTS (
			SELECT 1 FROM assignments WHERE student = {:account} AND student != '' AND deletedAt = ''
				AND (quote != '' OR receivedCents > 0)
				AND (acceptedAt = '' AND status != 'cancelled' OR refundCents > returnedCents
					OR status != 'cancelled' AND priceCents - refundCents > receivedCents - returnedCents)
		) OR EXISTS (
			SELECT 1 FROM assignments WHERE tutor = {:account} AND tutor != '' AND deletedAt = ''
				AND (status IN ('in_progress', 'revision') OR deliveredAt != '' AND acceptedAt = '')
		)`).Bind(dbx.Params{"account": account}).WithContext(ctx).Row(&open)
	return open, err
}

// FindWorkToAccept finds finished work that nobody has accepted yet and whose windows
// began before a time, at most limit, the oldest first. It leaves out those up to and
// including a start of windows and an id, where the search goes on.
func FindWorkToAccept(ctx context.Context, app core.App, before time.Time, from, fromID string, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Assignments).
		AndWhere(dbx.NewExp("acceptedAt = '' AND deliveredAt != '' AND deletedAt = '' AND windowsStart < {:before} AND (windowsStart, id) > ({:from}, {:id})",
			dbx.Params{"before": stored(before), "from": from, "id": fromID})).
		OrderBy("windowsStart", "id").Limit(int64(limit)).WithContext(ctx).All(&found)
	return found, err
}
