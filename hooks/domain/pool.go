package domain

import (
	"slices"
	"time"
)

// Refusals of the pool.
const (
	NotPaid      = "This assignment has not been paid for"
	HasTutor     = "This assignment already has a tutor"
	TakenByOther = "Somebody else has taken this assignment"
	TakenByYou   = "You have already taken this assignment"
)

// RefusePool returns why an assignment cannot be offered to all tutors, or no longer be
// offered to them; "" if it can. Asking for what is already the case is no mistake.
func (o Order) RefusePool(open bool, now time.Time, policy Policy, settings OrderSettings) string {
	stage := o.Stage(now, policy)
	switch {
	case stage == StageCancelled || stage == StageAccepted:
		return Closed
	case !open || stage == StagePool:
		return ""
	case stage == StageDelivered:
		return Closed
	case o.Tutor != "":
		return HasTutor
	case stage != StageUnassigned:
		return Closed
	case settings.RequirePayment && o.DueCents() > 0:
		return NotPaid
	}
	return ""
}

// RefuseTaking returns why a tutor cannot take an assignment that was offered to all
// tutors; "" if they can.
func (o Order) RefuseTaking(tutor Caller, now time.Time, policy Policy, settings OrderSettings) string {
	switch {
	case o.Tutor != "" && o.Tutor == tutor.ID:
		return TakenByYou
	case o.Tutor != "":
		return TakenByOther
	}
	if refusal := o.Refuse(ActionTake, tutor, now, policy, settings); refusal != nil {
		return refusal.Message
	}
	return ""
}

// PutInPool is the request to offer several assignments to all tutors, or no longer.
type PutInPool struct {
	IDs  []string `json:"ids"`
	Open *bool    `json:"open"`
}

// OpenRequired is the problem of a request that does not say whether to open or to close.
var OpenRequired = Problem{Field: "open", Code: Invalid, Message: "Open must be true or false"}

// Check returns the problems of the request.
func (p PutInPool) Check() Problems {
	var c check
	c.bulk(p.IDs)
	if p.Open == nil {
		c.problems = append(c.problems, OpenRequired)
	}
	return c.problems
}

// PoolDays returns within how many days the work that a filter of the pool finds is due.
func PoolDays(filter string) (days int, ok bool) {
	days, ok = map[string]int{"3d": 3, "7d": 7, "30d": 30}[filter]
	return days, ok
}

// PoolWords returns the lengths of work that a filter of the pool finds, in words: at least one
// number, and at most the other.
func PoolWords(filter string) (least, most int, ok bool) {
	switch filter {
	case "short":
		return 1, 1000, true
	case "medium":
		return 1001, 6000, true
	case "long":
		return 6001, 1 << 53, true
	}
	return 0, 0, false
}

// poolEarnings are the amounts by which tutors can filter the pool.
var poolEarnings = []string{"50", "100", "250"}

// PoolEarnings returns the least that work must earn for a filter of the pool to find it, in cents.
func PoolEarnings(filter string) (cents int, ok bool) {
	if !slices.Contains(poolEarnings, filter) {
		return 0, false
	}
	for _, digit := range filter {
		cents = cents*10 + int(digit-'0')
	}
	return cents * 100, true
}
