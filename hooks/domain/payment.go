package domain

import (
	"strings"
	"time"
)

// Limits of a payment, in characters (docs/product.md, section 6).
const (
	MethodLimit           = 60
	PaymentReferenceLimit = 120
)

// NewPayment is a payment that an admin records. Amount is in units of the site's
// currency. ReceivedOn is a day (YYYY-MM-DD), today if it is blank.
type NewPayment struct {
	Amount     *float64 `json:"amount"`
	Method     string   `json:"method"`
	Reference  string   `json:"reference"`
	ReceivedOn string   `json:"receivedOn"`
}

// Check returns the problems of a payment that is recorded on a day.
func (n NewPayment) Check(today time.Time) Problems {
	var c check
	c.positive("amount", "Amount", n.Amount)
	c.transfer(n.Method, n.Reference)
	if day, err := time.Parse(time.DateOnly, n.Day(today)); err != nil || day.Year() < 1970 || n.Day(today) > today.Format(time.DateOnly) {
		c.add("receivedOn", Invalid, "Received on is invalid")
	}
	return c.problems
}

// Day returns the day on which the payment was received.
func (n NewPayment) Day(today time.Time) string {
	if IsBlank(n.ReceivedOn) {
		return today.Format(time.DateOnly)
	}
	return strings.TrimSpace(n.ReceivedOn)
}

// RefundPayment records how an approved refund was paid.
type RefundPayment struct {
	Method    string `json:"method"`
	Reference string `json:"reference"`
}

// Check returns the problems of the payment of a refund.
func (p RefundPayment) Check() Problems {
	var c check
	c.transfer(p.Method, p.Reference)
	return c.problems
}

// transfer checks how money was passed on.
func (c *check) transfer(method, reference string) {
	c.text("method", "Method", OneLine(method), MethodLimit)
	if IsBlank(Visible(reference)) {
		reference = ""
	}
	c.text("reference", "Reference", OneLine(reference), PaymentReferenceLimit)
}

// positive checks a required amount in units of the site's currency that must not
// round to zero.
func (c *check) positive(field, label string, units *float64) {
	switch {
	case units == nil:
		c.add(field, Required, label+" is required")
	case !(*units > 0) || Cents(min(*units, MaxCents)) == 0: // the negation also catches NaN
		c.add(field, Invalid, label+" must be more than zero")
	default:
		c.money(field, label, units)
	}
}
