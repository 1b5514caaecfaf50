package domain

import (
	"crypto/sha256"
	"encoding/base32"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxCents is the maximum price or amount. Anything larger is probably a typo,
// and the limit keeps sums exact.
var MaxCents = 100 * limits["amount"]

// money checks an optional amount in units of the site's currency.
func (c *check) money(field, label string, units *float64) {
	switch {
	case units == nil:
	case math.IsNaN(*units) || *units < 0:
		c.add(field, Invalid, label+" must be zero or more")
	case *units > float64(MaxCents/100):
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

// Limits of a payment, in characters (docs/product.md, section 6).
var (
	MethodLimit           = limits["paymentMethod"]
	PaymentReferenceLimit = limits["paymentReference"]
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
	case !(*units > 0) || Cents(min(*units, float64(MaxCents))) == 0: // the negation also catches NaN
		c.add(field, Invalid, label+" must be more than zero")
	default:
		c.money(field, label, units)
	}
}

// MemoLimit is the maximum length of the memo of an adjustment, in characters.
var MemoLimit = limits["memo"]

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
	case math.Abs(*n.Amount) > float64(MaxCents/100):
		c.add("amount", Invalid, "Amount must be between -"+Thousands(MaxCents/100)+" and "+Thousands(MaxCents/100))
	case *n.Amount == 0:
		c.add("amount", Invalid, "Amount must not be zero")
	default:
		c.wholeCents("amount", "Amount", *n.Amount)
	}
	return c.problems
}

// NewPayout is a run that pays tutors what they are owed: those named, or all.
type NewPayout struct {
	Tutors    []string `json:"tutors"`
	All       bool     `json:"all"`
	Method    string   `json:"method"`
	Reference string   `json:"reference"`
	// Expected is the total that was reviewed, in units of the site's currency; nil if
	// nobody reviewed one.
	Expected *float64 `json:"expected"`
}

// Check returns the problems of a payout.
func (n NewPayout) Check() Problems {
	var c check
	if n.All == (n.Tutors != nil) || !n.All && len(n.Tutors) == 0 { // an empty list pays nobody
		c.add("tutors", Required, "Choose the tutors to pay, or all of them")
	}
	c.transfer(n.Method, n.Reference)
	return c.problems
}

// WasReviewed reports whether a total is the one that was reviewed. Any total is, if nobody says
// which one it was.
func (n NewPayout) WasReviewed(totalCents int) bool {
	// Compared as it came: a number that is too large for cents is no total.
	return n.Expected == nil || math.Round(*n.Expected*100) == float64(totalCents)
}

// payoutIDBytes is how much of a hash the id of a payout holds.
const payoutIDBytes = 16

// PayoutID returns the id of a payout, which is derived from what the payout says. The entries
// of the ledger carry it, so that nobody can change the payout without being found out.
func PayoutID(number, method, reference string, totalCents int) string {
	hash := sha256.Sum256([]byte(strings.Join([]string{number, method, reference, strconv.Itoa(totalCents)}, "\n")))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(hash[:payoutIDBytes]))
}

// IsPayoutID reports whether an id can be one of PayoutID. The earliest payouts have
// shorter ones, which say nothing.
func IsPayoutID(id string) bool {
	return len(id) == base32.StdEncoding.WithPadding(base32.NoPadding).EncodedLen(payoutIDBytes)
}

// Open is what the ledger says is payable to a tutor for an assignment, or as adjustments
// if there is none. It is negative if the tutor was paid too much.
type Open struct {
	Tutor      string `db:"tutor"`
	Assignment string `db:"assignment"`
	Reference  string `db:"reference"`
	Cents      int    `db:"cents"`
}

// Payable returns the entries that pay tutors what is open, which is sorted by tutor.
// Whoever got too much for one thing gets as much less for the last of the others, and
// nothing at all if no more than that is open: it is carried forward.
func Payable(open []Open) (entries []LedgerEntry) {
	for len(open) > 0 {
		end := slices.IndexFunc(open, func(o Open) bool { return o.Tutor != open[0].Tutor })
		if end < 0 {
			end = len(open)
		}
		left := 0
		for _, o := range open[:end] {
			left += o.Cents
		}
		for _, o := range open[:end] {
			cents := min(o.Cents, left)
			if cents <= 0 {
				continue
			}
			left -= cents
			entry := PaidEntry(o.Tutor, cents)
			entry.Assignment, entry.Memo = o.Assignment, o.Reference
			entries = append(entries, entry)
		}
		open = open[end:]
	}
	return entries
}

// TotalPaid adds up what entries pay to tutors, in cents.
func TotalPaid(entries []LedgerEntry) (cents int) {
	for _, entry := range entries {
		cents += entry.Tutors
	}
	return cents
}
