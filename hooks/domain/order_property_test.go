package domain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/chance"
)

// allActions lists every action of the table.
var allActions = []domain.Action{
	domain.ActionOpenPool, domain.ActionClosePool, domain.ActionTake, domain.ActionAssign, domain.ActionStart, domain.ActionHandBack,
	domain.ActionDeliver, domain.ActionRequestRevision, domain.ActionWithdrawRevision, domain.ActionAccept, domain.ActionRequestRefund,
	domain.ActionOpenDispute, domain.ActionCancel, domain.ActionRate, domain.ActionDelete, domain.ActionRecordPayment,
}

const (
	cancelled   = "This assignment was cancelled"
	accepted    = "This assignment is already accepted"
	closed      = "This assignment is closed"
	claimOpen   = "A claim is open on this assignment"
	undelivered = "Nothing has been delivered yet"
)

// promisedRefusals lists the sentences that each action may be refused with.
var promisedRefusals = map[domain.Action][]string{
	domain.ActionOpenPool:  {closed, "This assignment has not been paid for"},
	domain.ActionClosePool: {closed},
	domain.ActionTake: {"This assignment has not been paid for",
		"This assignment is no longer available", "A tutor cannot work on their own assignment",
		"You already have 1 assignment in progress", "You already have 5 assignments in progress",
	},
	domain.ActionAssign:           {closed},
	domain.ActionStart:            {"This assignment cannot be started", cancelled, accepted},
	domain.ActionHandBack:         {"Delivered work cannot be handed back", cancelled, accepted},
	domain.ActionDeliver:          {"This assignment is not in progress", claimOpen, cancelled, accepted},
	domain.ActionRequestRevision:  {undelivered, "The revision window has closed", "A revision is already open", claimOpen, cancelled, accepted},
	domain.ActionWithdrawRevision: {"This revision is closed", cancelled},
	domain.ActionAccept:           {undelivered, "A revision is already open", claimOpen, cancelled, accepted},
	domain.ActionRequestRefund: {
		undelivered, "The refund window has closed", "Nothing has been paid yet", "Everything paid has been returned", "A claim is already open", cancelled,
	},
	domain.ActionOpenDispute:   {undelivered, "The dispute window has closed", "A claim is already open", cancelled},
	domain.ActionCancel:        {"Work has already started. Ask us to cancel it", "Accepted work cannot be cancelled", claimOpen, cancelled},
	domain.ActionRate:          {"This assignment cannot be rated yet", "You have already rated this assignment"},
	domain.ActionDelete:        {"This assignment has been paid for or delivered. Cancel it instead"},
	domain.ActionRecordPayment: {"This assignment has no price", "Amount is more than is due", cancelled},
}

// mayEver reports whether a caller may take an action at some stage of an order.
func mayEver(action domain.Action, order domain.Order, caller domain.Caller) bool {
	isAdmin, isTutor := caller.Role == domain.RoleAdmin, caller.Role == domain.RoleTutor
	owns, worksOnIt := caller.ID == order.Student, isTutor && caller.ID == order.Tutor
	isParty := owns || caller.ID == order.Tutor
	switch action {
	case domain.ActionOpenPool, domain.ActionClosePool, domain.ActionAssign, domain.ActionRecordPayment:
		return isAdmin && !isParty
	case domain.ActionTake:
		return isTutor
	case domain.ActionStart, domain.ActionHandBack, domain.ActionDeliver:
		return worksOnIt
	case domain.ActionOpenDispute:
		return owns || worksOnIt
	case domain.ActionCancel, domain.ActionDelete:
		return owns || isAdmin && !isParty
	default:
		return owns
	}
}

// situation is a random order, with somebody who looks at it at some time.
type situation struct {
	order    domain.Order
	caller   domain.Caller
	now      time.Time
	policy   domain.Policy
	settings domain.OrderSettings
}

func (s situation) refuse(action domain.Action) *domain.Refusal {
	return s.order.Refuse(action, s.caller, s.now, s.policy, s.settings)
}

// at returns the same situation at another time.
func (s situation) at(now time.Time) situation {
	s.now = now
	return s
}

func randomSituation(random *rand.Rand) situation {
	start := time.Date(2026, 11, 10, 10, 0, 0, 0, time.UTC)
	near := func() time.Time { return start.Add(time.Duration(random.IntN(12*24*3600_000)) * time.Millisecond) }
	sometimes := func(t time.Time) time.Time {
		if random.IntN(2) == 0 {
			return time.Time{}
		}
		return t
	}
	cents := func() int { return []int{0, 0, 1, 5000, 10000, 12000}[random.IntN(6)] }
	flip := func() bool { return random.IntN(2) == 0 }
	s := situation{
		order: domain.Order{
			Status:  pick(random, append([]string{domain.StatusCancelled}, domain.AssignmentStatuses...)),
			Student: pick(random, []string{"", "robin", "ada", "kim"}), Tutor: pick(random, []string{"", "kim", "noor"}), InPool: flip(),
			Words: pick(random, []int{0, 6000, 6001, 9000}), EverDelivered: flip(), DeliveredAt: near(), AcceptedAt: sometimes(near()),
			OpenRevision: random.IntN(2), Rated: flip(), FromOffer: flip(),
			PriceCents: cents(), ReceivedCents: cents(), ReturnedCents: cents(), RefundCents: cents(),
			ClaimOpen: random.IntN(4) == 0, RefundDeclinedAt: sometimes(near()),
		},
		caller: domain.Caller{
			Reader:   domain.Reader{ID: pick(random, []string{"", "robin", "ada", "kim", "noor"}), Role: pick(random, domain.Roles)},
			OpenWork: random.IntN(7),
		},
		now:      near(),
		policy:   pick(random, []domain.Policy{usualPolicy, {RevisionDays: 3, LongRevisionDays: 5, LongRevisionWords: 6000, RefundRequestDays: 1, DisputeHours: 1}}),
		settings: domain.OrderSettings{RequirePayment: flip(), MaxOpenAssignments: pick(random, []int{1, 5})},
	}
	if !domain.IsFinished(s.order.Status) {
		s.order.AcceptedAt = time.Time{} // it is cleared when work stops being finished
		s.order.DeliveredAt = sometimes(s.order.DeliveredAt)
	}
	return s
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

func TestTheListedActionsAreExactlyThoseThatAreAllowed(t *testing.T) {
	t.Parallel()
	seed := chance.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	allowed, refused := map[domain.Action]int{}, map[string]int{}
	for range chance.Rounds(20_000, 60_000) {
		s := randomSituation(random)
		listed := s.order.Actions(s.caller, s.now, s.policy, s.settings)
		for _, action := range allActions {
			refusal := s.refuse(action)
			i := slices.IndexFunc(listed, func(open domain.OpenAction) bool { return open.Action == action })
			if (refusal == nil) != (i >= 0) {
				t.Errorf("%s is listed: %t, but the refusal is %v", action, i >= 0, refusal)
			}
			may := s.caller.ID != "" && mayEver(action, s.order, s.caller)
			switch {
			case refusal == nil && !may:
				t.Errorf("%s is allowed for the wrong role", action)
			case refusal == nil:
				allowed[action]++
				if i >= 0 {
					checkUntil(t, s, listed[i])
				}
			case refusal.WrongRole != !may || refusal.WrongRole != (refusal.Message == ""):
				t.Errorf("%s: the caller may do it at some time: %t, but the refusal is %+v", action, may, refusal)
			case !refusal.WrongRole && !slices.Contains(promisedRefusals[action], refusal.Message):
				t.Errorf("%s is refused with %q, which nothing promises", action, refusal.Message)
			default:
				refused[fmt.Sprint(action, ": ", refusal.Message)]++
			}
			checkStageRefusal(t, s, action, refusal)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, s)
		}
	}
	for _, action := range allActions {
		if allowed[action] == 0 {
			t.Errorf("seed %d: %s was never allowed", seed, action)
		}
		for _, sentence := range promisedRefusals[action] {
			if refused[fmt.Sprint(action, ": ", sentence)] == 0 {
				t.Errorf("seed %d: %s was never refused with %q", seed, action, sentence)
			}
		}
	}
}

// checkUntil checks that an action is possible up to and including the instant that is
// listed, and no longer.
func checkUntil(t *testing.T, s situation, open domain.OpenAction) {
	t.Helper()
	if open.Until.IsZero() {
		// No clock runs, but the work may accept itself before then, which ends what is possible.
		later := s.at(s.now.Add(1000 * time.Hour))
		if refusal := later.refuse(open.Action); refusal != nil && later.order.Stage(later.now, s.policy) != domain.StageAccepted {
			t.Errorf("%s ends by itself with %q, but no time is listed", open.Action, refusal.Message)
		}
		return
	}
	if s.now.After(open.Until) {
		t.Errorf("%s is listed, but ended at %v", open.Action, open.Until)
	}
	if refusal := s.at(open.Until).refuse(open.Action); refusal != nil {
		t.Errorf("%s is refused with %q at the last instant, %v", open.Action, refusal.Message, open.Until)
	}
	if refusal := s.at(open.Until.Add(time.Millisecond)).refuse(open.Action); refusal == nil || refusal.WrongRole {
		t.Errorf("%s is possible after %v", open.Action, open.Until)
	}
}

// checkStageRefusal checks the sentences that a stage gives to all actions, apart from
// those that have their own.
func checkStageRefusal(t *testing.T, s situation, action domain.Action, refusal *domain.Refusal) {
	t.Helper()
	if refusal == nil || refusal.WrongRole || s.order.ClaimOpen {
		return
	}
	want := ""
	switch stage := s.order.Stage(s.now, s.policy); {
	case stage == domain.StageCancelled && !slices.Contains([]domain.Action{
		domain.ActionOpenPool, domain.ActionClosePool, domain.ActionTake, domain.ActionAssign, domain.ActionRate, domain.ActionDelete}, action):
		want = cancelled
	case stage == domain.StageAccepted && slices.Contains([]domain.Action{
		domain.ActionStart, domain.ActionHandBack, domain.ActionDeliver, domain.ActionRequestRevision, domain.ActionAccept}, action):
		want = accepted
	case stage == domain.StageAccepted && action == domain.ActionCancel:
		want = "Accepted work cannot be cancelled"
	case stage == domain.StageRevision && (action == domain.ActionRequestRevision || action == domain.ActionAccept):
		want = "A revision is already open"
	}
	if want != "" && refusal.Message != want {
		t.Errorf("%s is refused with %q, want %q", action, refusal.Message, want)
	}
}
