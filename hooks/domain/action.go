package domain

import (
	"slices"
	"strconv"
	"time"
)

// Action is something that a person can do to an order (docs/product.md, section 10.3).
type Action string

// The actions.
const (
	ActionOpenPool         Action = "open-pool"
	ActionClosePool        Action = "close-pool"
	ActionTake             Action = "claim-work"
	ActionAssign           Action = "assign"
	ActionStart            Action = "start"
	ActionHandBack         Action = "hand-back"
	ActionDeliver          Action = "deliver"
	ActionRequestRevision  Action = "request-revision"
	ActionWithdrawRevision Action = "withdraw-revision"
	ActionAccept           Action = "accept"
	ActionRequestRefund    Action = "request-refund"
	ActionOpenDispute      Action = "open-dispute"
	ActionCancel           Action = "cancel"
	ActionRate             Action = "rate"
	ActionDelete           Action = "delete"
	ActionRecordPayment    Action = "record-payment"
)

// Refusals of actions.
const (
	WasCancelled    = "This assignment was cancelled"
	AlreadyAccepted = "This assignment is already accepted"
	RevisionOpen    = "A revision is already open"
	RevisionClosed  = "This revision is closed"
	ClaimIsOpen     = "A claim is open on this assignment"
	Closed          = "This assignment is closed"
	NotDelivered    = "Nothing has been delivered yet"
	MustBeKept      = "This assignment has been paid for or delivered. Cancel it instead"
	MoreThanDue     = "Amount is more than is due"
)

// Refusal says why somebody cannot do something to an order. WrongRole means that the
// caller may never do it; Message is empty then.
type Refusal struct {
	WrongRole bool
	OwnCase   bool // the caller may not do it only because it is their own case
	Message   string
}

// OpenAction is an action that the caller can take now. Until is the last instant at
// which it can be taken, zero if no clock runs.
type OpenAction struct {
	Action Action
	Until  time.Time
}

// situation is everything that decides whether an action is possible.
type situation struct {
	Order
	stage    Stage
	caller   Caller
	now      time.Time
	policy   Policy
	settings OrderSettings
}

// actionRule is one row of the table of actions. The checks run in the order of the
// fields, and the first refusal wins: the role, an open claim, the stage, the window,
// and then everything else.
type actionRule struct {
	action Action
	who    []party
	claim  string  // the refusal while a claim is open; empty if a claim does not matter
	from   []Stage // empty if every stage will do
	// closed and accepted replace what every action answers about cancelled and about
	// accepted work; other is the answer about all other stages.
	closed, accepted, revision, other string
	until                             func(Order, Policy) time.Time // the end of the window
	late                              string                        // the refusal after it
	more                              func(situation) string        // the last refusal; empty if there is none
}

// party is the part that the caller plays in an order.
type party int

const (
	itsStudent party = iota
	itsTutor
	anyTutor
	anyAdmin
)

func (p party) is(s situation) bool {
	switch p {
	case itsStudent:
		return s.caller.ID == s.Student
	case itsTutor:
		return s.caller.ID == s.Tutor && s.caller.Role == RoleTutor
	case anyTutor:
		return s.caller.Role == RoleTutor
	default:
		return s.caller.Role == RoleAdmin && !s.IsOwnCase(s.caller.Reader)
	}
}

// actionRules is the table of what people can do to an order.
var actionRules = []actionRule{
	{
		action: ActionOpenPool, who: []party{anyAdmin}, from: []Stage{StageUnassigned}, closed: Closed, accepted: Closed, other: Closed,
		more: situation.unpaid,
	},
	{action: ActionClosePool, who: []party{anyAdmin}, from: []Stage{StagePool}, closed: Closed, accepted: Closed, other: Closed},
	{action: ActionTake, who: []party{anyTutor}, from: []Stage{StagePool}, closed: notAvailable, accepted: notAvailable, other: notAvailable, more: cannotTake},
	{
		action: ActionAssign, who: []party{anyAdmin}, closed: Closed, accepted: Closed,
		from: []Stage{StageUnassigned, StagePool, StageAssigned, StageInProgress, StageRevision, StageDelivered},
	},
	{action: ActionStart, who: []party{itsTutor}, from: []Stage{StageAssigned}, other: "This assignment cannot be started"},
	{
		action: ActionHandBack, who: []party{itsTutor}, from: []Stage{StageAssigned, StageInProgress}, other: cannotHandBack,
		more: func(s situation) string {
			if s.EverDelivered {
				return cannotHandBack
			}
			return ""
		},
	},
	{
		action: ActionDeliver, who: []party{itsTutor}, claim: ClaimIsOpen, from: []Stage{StageInProgress, StageRevision},
		other: "This assignment is not in progress",
	},
	{
		action: ActionRequestRevision, who: []party{itsStudent}, claim: ClaimIsOpen, from: []Stage{StageDelivered}, revision: RevisionOpen, other: NotDelivered,
		until: Order.RevisionUntil, late: "The revision window has closed",
	},
	{
		action: ActionWithdrawRevision, who: []party{itsStudent}, from: []Stage{StageRevision}, accepted: RevisionClosed, other: RevisionClosed,
		more: func(s situation) string {
			if s.OpenRevision == 0 {
				return RevisionClosed
			}
			return ""
		},
	},
	{
		action: ActionAccept, who: []party{itsStudent}, claim: ClaimIsOpen, from: []Stage{StageDelivered}, revision: RevisionOpen, other: NotDelivered,
		until: Order.AcceptsItselfAt, late: AlreadyAccepted,
	},
	{
		action: ActionRequestRefund, who: []party{itsStudent}, claim: claimAlreadyOpen, from: []Stage{StageDelivered, StageAccepted, StageRevision}, other: NotDelivered,
		until: Order.RefundUntil, late: "The refund window has closed",
		more: func(s situation) string {
			switch {
			case s.ReceivedCents == 0:
				return "Nothing has been paid yet"
			case s.RefundableCents() == 0:
				return "Everything paid has been returned"
			}
			return ""
		},
	},
	{
		action: ActionOpenDispute, who: []party{itsStudent, itsTutor}, claim: claimAlreadyOpen, from: []Stage{StageDelivered, StageAccepted, StageRevision}, other: NotDelivered,
		until: Order.DisputeUntil, late: "The dispute window has closed",
	},
	{
		action: ActionCancel, who: []party{itsStudent, anyAdmin}, claim: ClaimIsOpen, accepted: "Accepted work cannot be cancelled",
		from: []Stage{StageUnassigned, StagePool, StageAssigned, StageInProgress, StageRevision, StageDelivered},
		more: func(s situation) string {
			hasStarted := s.EverDelivered || !slices.Contains([]Stage{StageUnassigned, StagePool, StageAssigned}, s.stage)
			if hasStarted && !anyAdmin.is(s) {
				return "Work has already started. Ask us to cancel it"
			}
			return ""
		},
	},
	{
		action: ActionRate, who: []party{itsStudent}, from: []Stage{StageDelivered, StageAccepted},
		closed: cannotRate, other: cannotRate,
		more: func(s situation) string {
			if s.Rated {
				return "You have already rated this assignment"
			}
			return ""
		},
	},
	{
		action: ActionDelete, who: []party{itsStudent, anyAdmin}, from: Stages,
		more: func(s situation) string {
			if s.ReceivedCents > 0 || s.EverDelivered || s.FromOffer {
				return MustBeKept
			}
			return ""
		},
	},
	{
		action: ActionRecordPayment, who: []party{anyAdmin},
		from: []Stage{StageUnassigned, StagePool, StageAssigned, StageInProgress, StageRevision, StageDelivered, StageAccepted},
		more: func(s situation) string {
			switch {
			case s.PriceCents == 0:
				return "This assignment has no price"
			case s.DueCents() == 0:
				return MoreThanDue
			}
			return ""
		},
	},
}

const (
	notAvailable     = "This assignment is no longer available"
	cannotHandBack   = "Delivered work cannot be handed back"
	cannotRate       = "This assignment cannot be rated yet"
	claimAlreadyOpen = "A claim is already open"
)

// unpaid refuses work that must be paid for first. What is due can rise after the work was
// offered to tutors.
func (s situation) unpaid() string {
	if s.settings.RequirePayment && s.DueCents() > 0 {
		return NotPaid
	}
	return ""
}

// cannotTake refuses unpaid work, and tutors who would work for themselves or have enough
// to do.
func cannotTake(s situation) string {
	switch {
	case s.unpaid() != "":
		return s.unpaid()
	case s.caller.OpenWork >= s.settings.MaxOpenAssignments:
		return "You already have " + plural(s.settings.MaxOpenAssignments, "assignment") + " in progress"
	case s.caller.ID == s.Student:
		return "A tutor cannot work on their own assignment"
	}
	return ""
}

// Refuse returns why the caller cannot take an action now, or nil if they can. The
// caller must be somebody who may read the order.
func (o Order) Refuse(action Action, caller Caller, now time.Time, policy Policy, settings OrderSettings) *Refusal {
	s := situation{Order: o, stage: o.Stage(now, policy), caller: caller, now: now, policy: policy, settings: settings}
	i := slices.IndexFunc(actionRules, func(rule actionRule) bool { return rule.action == action })
	return actionRules[i].refuse(s)
}

// Actions returns the actions that the caller can take now, in the order of the table.
func (o Order) Actions(caller Caller, now time.Time, policy Policy, settings OrderSettings) []OpenAction {
	s := situation{Order: o, stage: o.Stage(now, policy), caller: caller, now: now, policy: policy, settings: settings}
	open := []OpenAction{}
	for _, rule := range actionRules {
		if rule.refuse(s) != nil {
			continue
		}
		action := OpenAction{Action: rule.action}
		if rule.until != nil {
			action.Until = rule.until(o, policy)
		}
		open = append(open, action)
	}
	return open
}

func (rule actionRule) refuse(s situation) *Refusal {
	isParty := func(p party) bool { return s.caller.ID != "" && p.is(s) }
	switch {
	case !slices.ContainsFunc(rule.who, isParty):
		isForAdmins := s.caller.Role == RoleAdmin && slices.Contains(rule.who, anyAdmin)
		return &Refusal{WrongRole: true, OwnCase: isForAdmins && s.IsOwnCase(s.caller.Reader)}
	case rule.claim != "" && s.ClaimOpen:
		return &Refusal{Message: rule.claim}
	case !slices.Contains(rule.from, s.stage):
		return &Refusal{Message: rule.wrongStage(s.stage)}
	case rule.until != nil && s.now.After(rule.until(s.Order, s.policy)):
		return &Refusal{Message: rule.tooLate(s)}
	case rule.more != nil:
		if message := rule.more(s); message != "" {
			return &Refusal{Message: message}
		}
	}
	return nil
}

// tooLate returns the refusal after the window, or where it never began: an admin set the
// work to revision before anything was delivered.
func (rule actionRule) tooLate(s situation) string {
	if s.stage == StageRevision && !s.EverDelivered && s.DeliveredAt.IsZero() {
		return NotDelivered
	}
	return rule.late
}

// wrongStage returns the refusal at a stage from which the action is impossible.
func (rule actionRule) wrongStage(stage Stage) string {
	switch {
	case stage == StageCancelled:
		return either(rule.closed, WasCancelled)
	case stage == StageAccepted:
		return either(rule.accepted, AlreadyAccepted)
	case stage == StageRevision:
		return either(rule.revision, rule.other)
	default:
		return rule.other
	}
}

func either(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

// plural formats a number with its noun: 1 assignment, 5 assignments.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// ReasonLimit is the maximum length of the reason of an action, in characters.
var ReasonLimit = limits["reason"]

// CheckReason returns the problems of the reason that an action requires.
func CheckReason(reason string) Problems {
	var c check
	c.text("reason", "Reason", reason, ReasonLimit)
	return c.problems
}
