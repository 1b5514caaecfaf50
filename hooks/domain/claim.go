package domain

import (
	"slices"
	"strings"
	"time"
)

// Kinds of claims.
const (
	ClaimRefund  = "refund"
	ClaimDispute = "dispute"
)

// ClaimKinds lists the kinds of claims.
var ClaimKinds = []string{ClaimRefund, ClaimDispute}

// Statuses of a claim.
const (
	ClaimStatusOpen = "open"
	ClaimApproved   = "approved"
	ClaimDeclined   = "declined"
	ClaimWithdrawn  = "withdrawn"
	ClaimPaid       = "paid"
)

// ClaimStatuses lists the statuses of a claim.
var ClaimStatuses = []string{ClaimStatusOpen, ClaimApproved, ClaimDeclined, ClaimWithdrawn, ClaimPaid}

// The parts in an order of those who open claims. Cancelling an order as an admin opens
// one too.
const (
	OpenedAsStudent = "student"
	OpenedAsTutor   = "tutor"
	OpenedAsAdmin   = "admin"
)

// The actions on a claim.
const (
	ActionDecide    Action = "decide"
	ActionPayRefund Action = "pay-refund"
	ActionWithdraw  Action = "withdraw"
)

// OutcomeLimit is the maximum length of the outcome of a claim, in characters.
var OutcomeLimit = limits["outcome"]

const (
	claimDecided = "This claim has been decided"
	moreThanPaid = "Amount is more than was paid"
)

// ParseClaimKind parses a kind of claim.
func ParseClaimKind(text string) (string, bool) { return parseOneOf(ClaimKinds, text) }

// ParseClaimStatus parses the status of a claim.
func ParseClaimStatus(text string) (string, bool) { return parseOneOf(ClaimStatuses, text) }

// parseOneOf finds a text among known ones, ignoring case and surrounding white space.
func parseOneOf(known []string, text string) (string, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	return text, slices.Contains(known, text)
}

// Claim is what the rules need to know about a refund request or a dispute. OpenedBy is
// the id of an account, empty once that is deleted.
type Claim struct {
	Status      string
	OpenedBy    string
	OpenedAs    string
	AmountCents int
	Parties     []string // whom the order of the claim concerns
}

// claimRule is one row of the table of what people can do to a claim.
type claimRule struct {
	action Action
	may    func(Claim, Reader) bool
	why    func(Claim) string // the refusal in the claim's present state; empty if there is none
}

var claimRules = []claimRule{
	{action: ActionDecide, may: isAdmin, why: refuseDecided},
	{action: ActionPayRefund, may: isAdmin, why: func(c Claim) string {
		switch {
		case c.Status == ClaimPaid:
			return "This refund has been paid"
		case c.Status != ClaimApproved:
			return "This claim has not been approved"
		case c.AmountCents == 0:
			return "There is nothing to pay"
		}
		return ""
	}},
	{action: ActionWithdraw, may: func(c Claim, reader Reader) bool { return reader.ID == c.OpenedBy }, why: refuseDecided},
}

func isAdmin(c Claim, reader Reader) bool {
	return reader.Role == RoleAdmin && !IsOwnCase(reader, c.Parties...)
}

func refuseDecided(c Claim) string {
	if c.Status != ClaimStatusOpen {
		return claimDecided
	}
	return ""
}

func (rule claimRule) refuse(claim Claim, reader Reader) *Refusal {
	if reader.ID == "" || !rule.may(claim, reader) {
		isForAdmins := reader.Role == RoleAdmin && rule.action != ActionWithdraw
		return &Refusal{WrongRole: true, OwnCase: isForAdmins && IsOwnCase(reader, claim.Parties...)}
	}
	if message := rule.why(claim); message != "" {
		return &Refusal{Message: message}
	}
	return nil
}

// Refuse returns why the reader cannot take an action on the claim, or nil if they can.
// The reader must be somebody who may read the order.
func (c Claim) Refuse(action Action, reader Reader) *Refusal {
	for _, rule := range claimRules {
		if rule.action == action {
			return rule.refuse(c, reader)
		}
	}
	return &Refusal{WrongRole: true}
}

// Actions returns the actions that the reader can take on the claim. No clock runs for
// any of them: a claim that is late is still decided and paid.
func (c Claim) Actions(reader Reader) []Action {
	open := []Action{}
	for _, rule := range claimRules {
		if rule.refuse(c, reader) == nil {
			open = append(open, rule.action)
		}
	}
	return open
}

// ShowsDetails reports whether the reader, who may read the order of the claim, also reads
// its reason and amount: those who opened it do, and admins unless it is their own case; the
// other side does not. A student also reads why the desk returns their money.
func (c Claim) ShowsDetails(reader Reader, student string) bool {
	return isAdmin(c, reader) || reader.ID != "" && (reader.ID == c.OpenedBy || reader.ID == student && c.OpenedAs == OpenedAsAdmin)
}

// StoodStill returns how long a clock that began to run at a time has stood still because of
// a claim. A clock that began while the claim was open has not run yet.
func StoodStill(began, opened, closed time.Time) time.Duration {
	return max(0, closed.Sub(later(began, opened)))
}

// OpenedAs returns the part in which somebody who may open a claim opens it.
func (o Order) OpenedAs(reader Reader) string {
	switch {
	case reader.ID == o.Student:
		return OpenedAsStudent
	case itsTutor.is(situation{Order: o, caller: Caller{Reader: reader}}):
		return OpenedAsTutor
	default:
		return OpenedAsAdmin
	}
}

// NewClaim is a claim that a student or a tutor opens. Amount is in units of the site's
// currency. Without it, a refund request is for everything that can still be returned.
type NewClaim struct {
	Kind   string   `json:"kind"`
	Reason string   `json:"reason"`
	Amount *float64 `json:"amount"`
}

// Action returns the action that opens the claim. A claim of no known kind counts as a
// dispute: whoever cannot open one now can open no claim at all.
func (n NewClaim) Action() Action {
	if kind, _ := ParseClaimKind(n.Kind); kind == ClaimRefund {
		return ActionRequestRefund
	}
	return ActionOpenDispute
}

// Check returns the problems of a claim on an order. A tutor does not know what was paid,
// so their amount is ignored.
func (n NewClaim) Check(order Order, openedAs string) Problems {
	var c check
	if _, ok := ParseClaimKind(n.Kind); !ok {
		c.add("kind", Invalid, "Invalid claim kind")
	}
	c.text("reason", "Reason", n.Reason, ReasonLimit)
	if openedAs != OpenedAsTutor {
		c.refund(n.Amount, order)
	}
	return c.problems
}

// Cents returns the amount of a valid claim in cents, 0 if it names none.
func (n NewClaim) Cents(order Order, openedAs string) int {
	switch {
	case openedAs == OpenedAsTutor:
		return 0
	case n.Amount != nil:
		return Cents(*n.Amount)
	case n.Action() == ActionRequestRefund:
		return order.RefundableCents()
	default:
		return 0
	}
}

// refund checks an optional amount that is to be returned: some of what was paid and is
// neither returned nor approved for return.
func (c *check) refund(units *float64, order Order) {
	switch {
	case units == nil:
	case !(*units > 0) || Cents(min(*units, float64(MaxCents))) == 0: // the negation also catches NaN
		c.add("amount", Invalid, "Amount must be more than zero")
	case Cents(min(*units, float64(MaxCents))) > order.RefundableCents():
		c.add("amount", Invalid, moreThanPaid)
	default:
		c.wholeCents("amount", "Amount", *units)
	}
}

// Decisions about a claim.
const (
	DecisionApprove = "approve"
	DecisionDecline = "decline"
)

// ClaimDecision is an admin's decision about an open claim. Amount is in units of the
// site's currency, and counts only if the claim is approved.
type ClaimDecision struct {
	Decision string   `json:"decision"`
	Outcome  string   `json:"outcome"`
	Amount   *float64 `json:"amount"`
}

// Approves reports whether a valid decision approves the claim.
func (d ClaimDecision) Approves() bool {
	_, ok := parseOneOf([]string{DecisionApprove}, d.Decision)
	return ok
}

// Check returns the problems of a decision about a claim of a kind. A refund is approved
// with an amount; a dispute can be approved with nothing to pay.
func (d ClaimDecision) Check(kind string, order Order) Problems {
	var c check
	if _, ok := parseOneOf([]string{DecisionApprove, DecisionDecline}, d.Decision); !ok {
		c.add("decision", Invalid, "Invalid decision")
	}
	c.text("outcome", "Outcome", d.Outcome, OutcomeLimit)
	switch {
	case !d.Approves():
	case d.Amount == nil && kind == ClaimRefund:
		c.add("amount", Required, "Amount is required")
	default:
		c.refund(d.Amount, order)
	}
	return c.problems
}

// Cents returns the amount of a valid approval in cents, 0 if there is nothing to pay.
func (d ClaimDecision) Cents() int {
	if d.Amount == nil {
		return 0
	}
	return Cents(*d.Amount)
}

// ClaimDueAt returns when a claim that is opened now must be decided.
func (p Policy) ClaimDueAt(opened time.Time) time.Time {
	return opened.Add(time.Duration(p.DisputeHours) * time.Hour)
}
