package domain

import "math"

// MemoLimit is the maximum length of the memo of an adjustment, in characters.
const MemoLimit = 500

// NewAdjustment is a change that an admin makes to what a tutor is owed. Amount is in
// units of the site's currency; if it is positive, it favours the tutor.
type NewAdjustment struct {
	Tutor  string   `json:"tutor"`
	Amount *float64 `json:"amount"`
	Memo   string   `json:"memo"`
}

// Check returns the problems of an adjustment.
func (n NewAdjustment) Check() Problems {
	var c check
	c.text("memo", "Memo", OneLine(n.Memo), MemoLimit)
	switch {
	case n.Amount == nil:
		c.add("amount", Required, "Amount is required")
	case math.Abs(*n.Amount) > MaxCents/100:
		c.add("amount", Invalid, "Amount must be between -"+Thousands(MaxCents/100)+" and "+Thousands(MaxCents/100))
	case *n.Amount == 0:
		c.add("amount", Invalid, "Amount must not be zero")
	default:
		c.wholeCents("amount", "Amount", *n.Amount)
	}
	return c.problems
}
