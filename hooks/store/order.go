package store

import (
	"cmp"
	"context"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

// Order returns the assignment as the rules of orders see it.
func (r AssignmentRow) Order() domain.Order {
	order := r.StoredAssignment.Order()
	order.Rated = r.IsRated
	return order
}

// Order returns the assignment as the rules of orders see it, but for whether it is rated.
func (a StoredAssignment) Order() domain.Order {
	return domain.Order{
		Status:        a.Status,
		Student:       a.Student,
		Tutor:         a.Tutor,
		Guest:         a.GuestEmail,
		InPool:        a.InPool,
		Words:         cmp.Or(a.Words, a.DeliveredWords),
		EverDelivered: a.LastVersion > 0,
		OpenRevision:  a.OpenRevision,
		DeliveredAt:   a.WindowsStart.Time(),
		AcceptedAt:    a.AcceptedAt.Time(),
		FromOffer:     a.Quote != "",
		PriceCents:    a.PriceCents,
		ReceivedCents: a.ReceivedCents,
		ReturnedCents: a.ReturnedCents,
		RefundCents:   a.RefundCents,

		ClaimOpen:        a.ClaimOpen,
		RefundDeclinedAt: a.RefundDeclinedAt.Time(),
	}
}

// FinishedAt returns when the work was last delivered, or finished by hand; zero if it was
// not. Its windows may start later.
func (a StoredAssignment) FinishedAt() time.Time {
	start := a.WindowsStart.Time()
	if start.IsZero() {
		return start
	}
	return start.Add(-time.Duration(a.WindowsWaited) * time.Millisecond)
}

// LedgerWork returns the assignment as the books see it.
func (a StoredAssignment) LedgerWork() domain.LedgerWork {
	return domain.LedgerWork{
		Status:        a.Status,
		Tutor:         a.Tutor,
		PriceCents:    a.PriceCents,
		TutorShare:    a.TutorShare,
		ReceivedCents: a.ReceivedCents,
		ReturnedCents: a.ReturnedCents,
		RefundCents:   a.RefundCents,
	}
}

// OrderTerms are the numbers that decide what people can do to orders: those of each
// policy, and the settings of the site.
type OrderTerms struct {
	Versions map[string]string // the names of the policies, by their ids
	Settings domain.OrderSettings
	policies map[string]domain.Policy // by the same ids
}

// PolicyOf returns the numbers of the policy that is pinned to an assignment. Without it
// nobody can say when anything ends, so a missing one is an error.
func (t OrderTerms) PolicyOf(assignment, policy string) (domain.Policy, error) {
	found, ok := t.policies[policy]
	if !ok {
		return found, missingPolicy(Assignments, assignment, policy)
	}
	return found, nil
}

// ReadOrderTerms reads the terms of all orders. There are few policies.
func ReadOrderTerms(ctx context.Context, app core.App) (OrderTerms, error) {
	terms := OrderTerms{Versions: map[string]string{}, policies: map[string]domain.Policy{}}
	var policies []struct {
		ID                string `db:"id"`
		Version           string `db:"version"`
		RevisionDays      int    `db:"revisionDays"`
		LongRevisionDays  int    `db:"longRevisionDays"`
		LongRevisionWords int    `db:"longRevisionWords"`
		RefundRequestDays int    `db:"refundRequestDays"`
		DisputeHours      int    `db:"disputeHours"`
	}
	err := constant(app, "SELECT id, version, revisionDays, longRevisionDays, longRevisionWords, refundRequestDays, disputeHours FROM policies").
		WithContext(ctx).All(&policies)
	if err != nil {
		return terms, err
	}
	for _, p := range policies {
		terms.Versions[p.ID] = p.Version
		terms.policies[p.ID] = domain.Policy{
			RevisionDays: p.RevisionDays, LongRevisionDays: p.LongRevisionDays, LongRevisionWords: p.LongRevisionWords,
			RefundRequestDays: p.RefundRequestDays, DisputeHours: p.DisputeHours,
		}
	}
	err = constant(app, "SELECT requirePayment, maxOpenAssignments FROM site LIMIT 1").WithContext(ctx).
		Row(&terms.Settings.RequirePayment, &terms.Settings.MaxOpenAssignments)
	return terms, err
}

// ShortestWindows returns the shortest time for which the windows of any work are open, whatever its
// policy.
func (t OrderTerms) ShortestWindows() (shortest time.Duration) {
	isFirst := true
	for _, policy := range t.policies {
		if windows := policy.ShortestWindows(); isFirst || windows < shortest {
			shortest, isFirst = windows, false
		}
	}
	return shortest
}

// HasOpenOrders reports whether an account cannot be deleted yet: as a student, or as the
// guest who sent it from a confirmed address, because an order is neither accepted nor
// cancelled, or money is due or to be returned; as a tutor because of work that has begun and is not accepted; as either because of an open
// claim; and whoever is owed money.
func HasOpenOrders(ctx context.Context, app core.App, account string) (open bool, err error) {
	err = app.DB().NewQuery(`SELECT EXISTS (
			SELECT 1 FROM assignments WHERE student = {:account} AND student != '' AND deletedAt = ''
				AND (quote != '' OR receivedCents > 0 OR lastVersion > 0)
				AND (acceptedAt = '' AND status != 'cancelled' OR refundCents > returnedCents
					OR status != 'cancelled' AND priceCents - refundCents > receivedCents - returnedCents)
		) OR EXISTS (
			SELECT 1 FROM assignments WHERE student = {:account} AND student != '' AND deletedAt = '' AND claimOpen = TRUE
		) OR EXISTS (
			SELECT 1 FROM assignments WHERE guestEmail != '' AND guestEmail IN ` + addressesOf + ` AND +student = '' AND +deletedAt = ''
				AND (claimOpen = TRUE OR (receivedCents > 0 OR lastVersion > 0)
					AND (acceptedAt = '' AND status != 'cancelled' OR refundCents > returnedCents
						OR status != 'cancelled' AND priceCents - refundCents > receivedCents - returnedCents))
		) OR EXISTS (
			SELECT 1 FROM assignments WHERE tutor = {:account} AND tutor != '' AND deletedAt = ''
				AND (claimOpen = TRUE OR status IN ('in_progress', 'revision') OR deliveredAt != '' AND acceptedAt = '')
		) OR (
			SELECT coalesce(sum(amount), 0) > 0 FROM tallies WHERE scope = {:account} AND kind = 'earnings'
		)`).Bind(dbx.Params{"account": account, "me": account}).WithContext(ctx).Row(&open)
	return open, err
}

// FindWorkToAccept finds finished work without an open claim that nobody has accepted yet and
// whose windows began before a time, at most limit, the oldest first. It leaves out those up to and
// including a start of windows and an id, where the search continues.
func FindWorkToAccept(ctx context.Context, app core.App, before time.Time, from, fromID string, limit int) (found []*core.Record, err error) {
	err = app.RecordQuery(Assignments).
		AndWhere(dbx.NewExp("acceptedAt = '' AND deliveredAt != '' AND deletedAt = '' AND claimOpen = FALSE AND windowsStart < {:before} AND (windowsStart, id) > ({:from}, {:id})",
			dbx.Params{"before": stored(before), "from": from, "id": fromID})).
		OrderBy("windowsStart", "id").Limit(int64(limit)).WithContext(ctx).All(&found)
	return found, err
}

// unaccepted is finished work that nobody has accepted yet, as FindAcceptedSoon reads it.
type unaccepted struct {
	DueWork
	Policy         string `db:"policy"`
	Words          int    `db:"words"`
	DeliveredWords int    `db:"deliveredWords"`
	WindowsStart   string `db:"windowsStart"` // as it is stored
}

// acceptedKey is the key of the reminder of work that will accept itself: a new one for each
// start of its windows.
const acceptedKey = "'accepts:' || assignments.id || ':' || windowsStart"

// FindAcceptedSoon finds work that will accept itself within 24 hours and of which the
// student was not reminded yet, at most limit. As long as a claim is open, work does not
// accept itself. The search goes on after what an earlier one has found.
func FindAcceptedSoon(ctx context.Context, app core.App, terms OrderTerms, now time.Time, after DueWork, limit int) (found []DueWork, err error) {
	// What was delivered later is not due yet, so it is not even read.
	before := now.Add(24*time.Hour - terms.ShortestWindows() + time.Millisecond)
	from, fromID := after.From, after.FromID
	for {
		var batch []unaccepted
		err := app.DB().Select("id", "student AS person", "("+acceptedKey+") AS key", "policy", "words", "deliveredWords", "windowsStart").From(Assignments).
			// Literally, for the partial index.
			AndWhere(dbx.NewExp("acceptedAt = '' AND deliveredAt != '' AND deletedAt = '' AND claimOpen = FALSE AND windowsStart < {:before} AND (windowsStart, id) > ({:from}, {:id})",
				dbx.Params{"before": stored(before), "from": from, "id": fromID})).
			AndWhere(dbx.NewExp("student != ''")).
			AndWhere(dbx.NewExp("NOT EXISTS (SELECT 1 FROM reminders r WHERE r.[[key]] = "+acceptedKey+")")).
			OrderBy("windowsStart", "id").Limit(batchRows).WithContext(ctx).All(&batch)
		if err != nil {
			return nil, err
		}
		for _, work := range batch {
			start, err := types.ParseDateTime(work.WindowsStart)
			if err != nil {
				continue // written by SQL
			}
			policy, err := terms.PolicyOf(work.ID, work.Policy)
			if err != nil {
				app.Logger().Error("nobody is reminded of an assignment", "error", err)
				continue
			}
			order := domain.Order{Words: cmp.Or(work.Words, work.DeliveredWords), DeliveredAt: start.Time()}
			at := order.AcceptsItselfAt(policy)
			if now.After(at) || now.Before(at.Add(-24*time.Hour)) {
				continue
			}
			work.Until, work.From, work.FromID = Time(domain.FormatTime(at)), work.WindowsStart, work.ID
			if found = append(found, work.DueWork); len(found) == limit {
				return found, nil
			}
		}
		if len(batch) < batchRows {
			return found, nil
		}
		last := batch[len(batch)-1]
		from, fromID = last.WindowsStart, last.ID
	}
}
