package records

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// Order returns the assignment as the rules of orders see it.
func (r AssignmentRow) Order() rules.Order {
	return rules.Order{
		Status:        r.Status,
		Student:       r.Student,
		Tutor:         r.Tutor,
		InPool:        r.InPool,
		Words:         r.Words,
		DeliveredAt:   r.WindowsStart.Time(),
		AcceptedAt:    r.AcceptedAt.Time(),
		Rated:         r.IsRated,
		FromOffer:     r.Quote != "",
		PriceCents:    r.PriceCents,
		ReceivedCents: r.ReceivedCents,
		ReturnedCents: r.ReturnedCents,
		RefundCents:   r.RefundCents,
	}
}

// OrderOf returns the clocks of an assignment's record, without what is stored elsewhere.
func OrderOf(assignment *core.Record) rules.Order {
	return rules.Order{
		Status:      assignment.GetString(Status),
		Words:       assignment.GetInt(Words),
		DeliveredAt: assignment.GetDateTime(WindowsStart).Time(),
		AcceptedAt:  assignment.GetDateTime(AcceptedAt).Time(),
	}
}

// OrderTerms are the numbers that decide what people can do to orders: those of each
// policy by its id, and the settings of the site.
type OrderTerms struct {
	Policies map[string]rules.Policy
	Settings rules.OrderSettings
}

// ReadOrderTerms reads the terms of all orders. There are few policies.
func ReadOrderTerms(ctx context.Context, app core.App) (OrderTerms, error) {
	terms := OrderTerms{Policies: map[string]rules.Policy{}}
	var policies []struct {
		ID                string `db:"id"`
		RevisionDays      int    `db:"revisionDays"`
		LongRevisionDays  int    `db:"longRevisionDays"`
		LongRevisionWords int    `db:"longRevisionWords"`
		RefundRequestDays int    `db:"refundRequestDays"`
		DisputeHours      int    `db:"disputeHours"`
	}
	err := constant(app, "SELECT id, revisionDays, longRevisionDays, longRevisionWords, refundRequestDays, disputeHours FROM policies").
		WithContext(ctx).All(&policies)
	if err != nil {
		return terms, err
	}
	for _, p := range policies {
		terms.Policies[p.ID] = rules.Policy{
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
	for _, policy := range t.Policies {
		if windows := policy.ShortestWindows(); isFirst || windows < shortest {
			shortest, isFirst = windows, false
		}
	}
	return shortest
}
