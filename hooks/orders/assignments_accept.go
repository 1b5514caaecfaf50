package orders

import (
	"context"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// acceptBatch is how much finished work one transaction reads: not much more than it has
// time to accept.
const acceptBatch = 25

// acceptWork records that work has accepted itself: nobody asked for anything while its
// windows were open (docs/product.md, section 10.2).
func acceptWork(ctx context.Context, app core.App) error {
	terms, err := store.ReadOrderTerms(ctx, app)
	if err != nil {
		return err
	}
	now := clock.Now(app)
	// What was delivered later cannot be due, so it is not even read.
	before := now.Add(-terms.ShortestWindows())
	if found, err := store.FindWorkToAccept(ctx, app, before, "", "", 1); err != nil || len(found) == 0 {
		return err // nobody waits for the writer when there is nothing to write
	}
	from, fromID := "", ""
	var failed []error // of single assignments, which keep nothing else waiting
	err = transaction.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := store.FindWorkToAccept(ctx, tx, before, from, fromID, acceptBatch)
		if err != nil {
			return false, err
		}
		for _, assignment := range found {
			from, fromID = assignment.GetString(store.WindowsStart), assignment.Id
			policy, err := terms.PolicyOf(assignment.Id, assignment.GetString(store.Policy))
			if err != nil {
				failed = append(failed, err)
				continue
			}
			at := store.OrderOf(assignment).AcceptsItselfAt(policy)
			if !now.After(at) {
				continue
			}
			// Work with an open claim is not accepted, so it was accepted once that was closed.
			if closed := assignment.GetDateTime(store.ClaimClosedAt).Time(); closed.After(at) {
				at = closed
			}
			assignment.Set(store.AcceptedAt, at)
			// Not validated: nothing else changes, and old work that breaks a newer rule
			// would block the work after it.
			if err := tx.SaveNoValidateWithContext(ctx, assignment); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == acceptBatch, nil
	})
	return errors.Join(append(failed, err)...)
}
