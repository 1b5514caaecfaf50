package demo

import (
	"fmt"
	"time"
)

// claimed is a refund request or a dispute of the sample. Without an amount, a refund is for
// all that was paid.
type claimed struct {
	id, order, opener, kind, reason string
	amount                          float64
}

func (b *builder) openClaim(c *claimed) error {
	input := body{"kind": c.kind, "reason": c.reason}
	if c.amount > 0 {
		input["amount"] = c.amount
	}
	var opened struct {
		ID string `json:"_id"`
	}
	err := b.call(c.opener, "POST", "/assignments/"+c.order+"/claims", input, &opened)
	c.id = opened.ID
	return err
}

// decide opens a claim, which an admin decides the next day. An approved refund is for what
// was asked for.
func (b *builder) decide(c claimed, decision, outcome string) error {
	if err := b.openClaim(&c); err != nil {
		return err
	}
	b.past.advance(22 * time.Hour)
	return b.decideOpen(c, decision, outcome)
}

func (b *builder) decideOpen(c claimed, decision, outcome string) error {
	input := body{"decision": decision, "outcome": outcome}
	if c.amount > 0 && decision == "approve" {
		input["amount"] = c.amount
	}
	return b.call("ada", "PATCH", "/claims/"+c.id, input, nil)
}

// refund opens a refund request, approves it, and records that it was paid.
func (b *builder) refund(c claimed, outcome string) error {
	if err := b.openClaim(&c); err != nil {
		return err
	}
	b.past.advance(22 * time.Hour)
	if err := b.decideOpen(c, "approve", outcome); err != nil {
		return err
	}
	b.past.advance(12 * 24 * time.Hour)
	return b.payRefund(c.id)
}

func (b *builder) payRefund(claim string) error {
	return b.call("ada", "POST", "/claims/"+claim+"/pay", body{"method": "Bank transfer", "reference": "RF-" + b.past.at().Format("060102-1504")}, nil)
}

// cancelAndRefund cancels paid work, and returns the money within the days of the policy.
func (b *builder) cancelAndRefund(id string, s sale) error {
	claim, err := b.cancel(id, s)
	if err != nil {
		return err
	}
	b.past.advance(12 * 24 * time.Hour)
	return b.payRefund(claim)
}

// cancel cancels work in progress as an admin, and returns the refund that comes with it.
func (b *builder) cancel(id string, s sale) (claim string, err error) {
	b.past.advance(11 * time.Hour)
	if err := b.call("ada", "POST", "/assignments/"+id+"/cancel", body{"reason": "The student has left the course."}, nil); err != nil {
		return "", err
	}
	var claims []struct {
		ID string `json:"_id"`
	}
	if err := b.call("ada", "GET", "/assignments/"+id+"/claims", nil, &claims); err != nil {
		return "", err
	}
	if len(claims) != 1 {
		return "", fmt.Errorf("cancelling the order of %s left %d claims", s.student, len(claims))
	}
	return claims[0].ID, nil
}
