package orders

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// adoptionBatch is how many records one transaction reads.
const adoptionBatch = 100

// Adoption declares a kind of record that accounts adopt.
type Adoption struct {
	// Name is the plural that the log uses.
	Name string
	// JobID and Schedule are those of the job that finishes the adoptions that were
	// interrupted or had to wait.
	JobID, Schedule string
	// FindAdopters finds the accounts that have something to adopt.
	FindAdopters func(app core.App, now time.Time) ([]*core.Record, error)
	// FindOrphans finds what an account may adopt, at most limit.
	FindOrphans func(app core.App, account *core.Record, limit int) ([]*core.Record, error)
	// Give makes an account the owner of a record. It need not save the record.
	Give func(record, account *core.Record)
}

// AddJob adds the job that finishes the adoptions that were interrupted or had to wait.
func (k Adoption) AddJob(app core.App) {
	jobs.Add(app, jobs.Job{ID: k.JobID, Schedule: k.Schedule, Run: k.finish})
}

// OnVerification lets an account adopt records once its address is verified.
func (k Adoption) OnVerification(e *core.RecordEvent) error {
	if !e.Record.Original().Verified() && e.Record.Verified() {
		if err := k.adopt(e.Context, e.App, e.Record.Id); err != nil {
			e.App.Logger().Error(k.Name+" were not adopted", "request", requests.ID(e.Context), "account", e.Record.Id, "error", err)
		}
	}
	return e.Next()
}

// AdoptWork gives an account the assignments that guests submitted under its address, once it
// is verified.
func AdoptWork(e *core.RecordEvent) error { return guestWork.OnVerification(e) }

// finish finishes the adoptions that were interrupted or had to wait. A failed one does
// not hold up the others.
func (k Adoption) finish(ctx context.Context, app core.App) error {
	accounts, err := k.FindAdopters(app, clock.Now(app))
	if err != nil {
		return err
	}
	var failed []error
	for _, account := range accounts {
		if err := k.adopt(ctx, app, account.Id); err != nil {
			failed = append(failed, fmt.Errorf("account %s: %w", account.Id, err))
		}
	}
	return errors.Join(failed...)
}

func (k Adoption) adopt(ctx context.Context, app core.App, id string) error {
	return transaction.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		// The account may have changed since the last piece.
		account, err := tx.FindRecordById(store.Users, id)
		if errors.Is(err, sql.ErrNoRows) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if !account.Verified() || store.IsBeingDeleted(account) {
			return false, nil
		}
		if mustWait, err := store.CanUndoAddress(ctx, tx, id, clock.Now(tx)); err != nil || mustWait {
			return false, err
		}
		orphans, err := k.FindOrphans(tx, account, adoptionBatch)
		if err != nil {
			return false, err
		}
		for _, orphan := range orphans {
			k.Give(orphan, account)
			// Not validated: nothing else changes, and an old record that breaks a newer
			// rule would block the ones after it.
			if err := tx.SaveNoValidateWithContext(ctx, orphan); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(orphans) == adoptionBatch, nil
	})
}

// guestWork declares how accounts get the assignments that guests submitted under their
// address. At sign-up, the address is only claimed.
var guestWork = Adoption{
	Name:         "guest assignments",
	JobID:        "adoptGuestWork",
	Schedule:     "17 * * * *",
	FindAdopters: store.FindAdopters,
	FindOrphans:  store.FindGuestAssignments,
	Give: func(assignment, account *core.Record) {
		assignment.Set(store.Student, account.Id)
		assignment.Set(store.GuestEmail, "")
	},
}
