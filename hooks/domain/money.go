package domain

import "math"

// MaxCents is the maximum price or amount. Anything larger is probably a typo,
// and the limit keeps sums exact.
const MaxCents = 100_000_000

// money checks an optional amount in units of the site's currency.
func (c *check) money(field, label string, units *float64) {
	switch {
	case units == nil:
	case math.IsNaN(*units) || *units < 0:
		c.add(field, Invalid, label+" must be zero or more")
	case *units > MaxCents/100:
		c.add(field, Invalid, label+" must be at most "+Thousands(MaxCents/100))
	default:
		c.wholeCents(field, label, *units)
	}
}

// wholeCents refuses an amount with a fraction of a cent, which nobody can pay.
func (c *check) wholeCents(field, label string, units float64) {
	// Sums such as 0.1 + 0.2 are not exact.
	if cents := units * 100; math.Abs(cents-math.Round(cents)) > 1e-12*max(1, math.Abs(cents)) {
		c.add(field, Invalid, label+" must have at most two decimals")
	}
}

// Cents converts units of the currency to cents, rounding half a cent up.
func Cents(units float64) int { return int(math.Round(units * 100)) }

// Units converts cents to units of the currency.
func Units(cents int) float64 { return float64(cents) / 100 }

// Share returns a share of an amount, in per cent, rounding half a cent up.
func Share(cents, percent int) int { return (cents*percent + 50) / 100 }
