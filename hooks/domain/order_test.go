package domain_test

import (
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
)

var usualPolicy = domain.Policy{RevisionDays: 2, LongRevisionDays: 3, LongRevisionWords: 6000, RefundRequestDays: 3, DisputeHours: 72}

// orderCase is a case of testdata/order_actions.json. A refusal of null means that the
// caller has the wrong role.
type orderCase struct {
	Name   string
	Order  domain.Order
	Caller struct {
		ID, Role       string
		OpenWork       int
		RequirePayment bool
	}
	Now     time.Time
	Stage   domain.Stage
	Actions []struct {
		Action domain.Action
		Until  *time.Time
	}
	Refusals map[domain.Action]*string
	Later    []struct {
		At      time.Time
		Actions []domain.Action
	}
}

func (c orderCase) caller() domain.Caller {
	return domain.Caller{Reader: domain.Reader{ID: c.Caller.ID, Role: c.Caller.Role}, OpenWork: c.Caller.OpenWork}
}

func (c orderCase) settings() domain.OrderSettings {
	return domain.OrderSettings{RequirePayment: c.Caller.RequirePayment, MaxOpenAssignments: 5}
}

func TestWhoCanDoWhatToAnOrderAndUntilWhen(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[orderCase](t, "order_actions.json") {
		t.Run(c.Name, func(t *testing.T) {
			if stage := c.Order.Stage(c.Now, usualPolicy); stage != c.Stage {
				t.Errorf("the stage is %s, want %s", stage, c.Stage)
			}
			want := make([]domain.OpenAction, len(c.Actions))
			for i, action := range c.Actions {
				want[i].Action = action.Action
				if action.Until != nil {
					want[i].Until = *action.Until
				}
			}
			if got := c.Order.Actions(c.caller(), c.Now, usualPolicy, c.settings()); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			for action, message := range c.Refusals {
				refusal := c.Order.Refuse(action, c.caller(), c.Now, usualPolicy, c.settings())
				switch {
				case refusal == nil:
					t.Errorf("%s is allowed", action)
				case message == nil && !refusal.WrongRole:
					t.Errorf("%s is refused with %q, not for the wrong role", action, refusal.Message)
				case message != nil && refusal.Message != *message:
					t.Errorf("%s is refused with %q, want %q", action, refusal.Message, *message)
				}
			}
			for _, later := range c.Later {
				if got := names(c.Order.Actions(c.caller(), later.At, usualPolicy, c.settings())); !slices.Equal(got, later.Actions) {
					t.Errorf("at %s: got %v, want %v", later.At, got, later.Actions)
				}
			}
		})
	}
}

func names(open []domain.OpenAction) []domain.Action {
	actions := []domain.Action{}
	for _, action := range open {
		actions = append(actions, action.Action)
	}
	return actions
}

func TestGuestOrdersAllowNothingWithoutAnAccount(t *testing.T) {
	t.Parallel()
	guests := domain.Order{Status: domain.StatusSubmitted}
	if open := guests.Actions(domain.Caller{}, time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC), usualPolicy, domain.OrderSettings{}); len(open) > 0 {
		t.Errorf("open to nobody: %v", open)
	}
}

func TestAmountsOfAnOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                  string
		order                 domain.Order
		paid, due, refundable int
	}{
		{"nothing paid", domain.Order{PriceCents: 10000}, 0, 10000, 0},
		{"paid in part", domain.Order{PriceCents: 10000, ReceivedCents: 4000}, 4000, 6000, 4000},
		{"paid in full", domain.Order{PriceCents: 10000, ReceivedCents: 10000}, 10000, 0, 10000},
		{"a refund approved", domain.Order{PriceCents: 10000, ReceivedCents: 10000, RefundCents: 4000}, 10000, 0, 6000},
		{"a refund paid", domain.Order{PriceCents: 10000, ReceivedCents: 10000, RefundCents: 4000, ReturnedCents: 4000}, 6000, 0, 6000},
		{"a refund approved of work paid in part", domain.Order{PriceCents: 10000, ReceivedCents: 5000, RefundCents: 2000}, 5000, 3000, 3000},
		{"the price fell below what was paid", domain.Order{PriceCents: 3000, ReceivedCents: 5000}, 5000, 0, 5000},
		{"cancelled", domain.Order{Status: domain.StatusCancelled, PriceCents: 10000, ReceivedCents: 5000, RefundCents: 5000}, 5000, 0, 0},
	} {
		if c.order.PaidCents() != c.paid || c.order.DueCents() != c.due || c.order.RefundableCents() != c.refundable {
			t.Errorf("%s: paid %d, due %d, refundable %d", c.name, c.order.PaidCents(), c.order.DueCents(), c.order.RefundableCents())
		}
	}
}
