package store

import (
	"cmp"
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// Order returns the assignment as the rules of orders see it.
func (r AssignmentRow) Order() domain.Order {
	return domain.Order{
		Status:        r.Status,
		Student:       r.Student,
		Tutor:         r.Tutor,
		Guest:         r.GuestEmail,
		InPool:        r.InPool,
		Words:         cmp.Or(r.Words, r.DeliveredWords),
		EverDelivered: r.LastVersion > 0,
		OpenRevision:  r.OpenRevision,
		DeliveredAt:   r.WindowsStart.Time(),
		AcceptedAt:    r.AcceptedAt.Time(),
		Rated:         r.IsRated,
		FromOffer:     r.Quote != "",
		PriceCents:    r.PriceCents,
		ReceivedCents: r.ReceivedCents,
		ReturnedCents: r.ReturnedCents,
		RefundCents:   r.RefundCents,

		ClaimOpen:        r.ClaimOpen,
		RefundDeclinedAt: r.RefundDeclinedAt.Time(),
	}
}

// FinishedAt returns when the work was delivered last, or finished by hand; zero if it was
// not. Its windows may start later.
func (r AssignmentRow) FinishedAt() time.Time {
	start := r.WindowsStart.Time()
	if start.IsZero() {
		return start
	}
	return start.Add(-time.Duration(r.WindowsWaited) * time.Millisecond)
}

// LedgerWork returns the assignment as the books see it.
func (r AssignmentRow) LedgerWork() domain.LedgerWork {
	return domain.LedgerWork{
		Status:        r.Status,
		Tutor:         r.Tutor,
		PriceCents:    r.PriceCents,
		TutorShare:    r.TutorShare,
		ReceivedCents: r.ReceivedCents,
		ReturnedCents: r.ReturnedCents,
		RefundCents:   r.RefundCents,
	}
}

// OrderOf returns what an assignment's record says about its order, without what is stored
// elsewhere.
func OrderOf(assignment *core.Record) domain.Order {
	return domain.Order{
		Status:        assignment.GetString(Status),
		Student:       assignment.GetString(Student),
		Tutor:         assignment.GetString(Tutor),
		Guest:         assignment.GetString(GuestEmail),
		InPool:        assignment.GetBool(InPool),
		Words:         cmp.Or(assignment.GetInt(Words), assignment.GetInt(DeliveredWords)),
		EverDelivered: assignment.GetInt(LastVersion) > 0,
		DeliveredAt:   assignment.GetDateTime(WindowsStart).Time(),
		AcceptedAt:    assignment.GetDateTime(AcceptedAt).Time(),
		PriceCents:    assignment.GetInt(PriceCents),
		ReceivedCents: assignment.GetInt(ReceivedCents),
		ReturnedCents: assignment.GetInt(ReturnedCents),
		RefundCents:   assignment.GetInt(RefundCents),

		ClaimOpen:        assignment.GetBool(ClaimOpen),
		RefundDeclinedAt: assignment.GetDateTime(RefundDeclinedAt).Time(),
	}
}

// PartiesOf returns whom an assignment concerns, for domain.IsOwnCase.
func PartiesOf(assignment *core.Record) []string {
	return []string{assignment.GetString(Student), assignment.GetString(Tutor), assignment.GetString(GuestEmail)}
}

// OrderTerms are the numbers that decide what people can do to orders: those of each
// policy, and the settings of the site.
type OrderTerms struct {
	Versions map[string]string // the names of the policies, by their ids
	Settings domain.OrderSettings
	policies map[string]domain.Policy // by the same ids
}

// PolicyOf returns the numbers of the policy that is pinned to an assignment. Without it
// nobody can say when anything ends, so it is an error that it is missing.
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

// ShortestWindows returns how long the windows of any work are open at least, whatever its
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
