package rules

import "math"

// MaxCents is the highest price or amount: a slip of the finger beyond it is
// refused, and sums stay exact.
const MaxCents = 100_000_000

// money checks units of the site's currency that may be left out.
func (c *check) money(field, label string, units *float64) {
	switch {
	case units == nil:
	case math.IsNaN(*units) || *units < 0:
		c.add(field, Invalid, label+" must be zero or more")
	case *units > MaxCents/100:
		c.add(field, Invalid, label+" must be at most "+Thousands(MaxCents/100))
	}
}

// Cents turns units of the currency into whole cents, half a cent upwards.
func Cents(units float64) int { return int(math.Round(units * 100)) }

// Units turns whole cents into units of the currency, with at most two decimals.
func Units(cents int) float64 { return float64(cents) / 100 }
