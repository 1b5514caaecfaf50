package domain

import (
	"crypto/sha256"
	"encoding/base32"
	"math"
	"slices"
	"strconv"
	"strings"
)

// NewPayout is a run that pays tutors what they are owed: those named, or all.
type NewPayout struct {
	Tutors    []string `json:"tutors"`
	All       bool     `json:"all"`
	Method    string   `json:"method"`
	Reference string   `json:"reference"`
	// Expected is the total that was reviewed, in units of the site's currency; nil if
	// nobody did.
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

// WasReviewed reports whether a total is the one that was reviewed. Any is if nobody says
// which one it was.
func (n NewPayout) WasReviewed(totalCents int) bool {
	// Compared as it came: a number that is too large for cents is no total.
	return n.Expected == nil || math.Round(*n.Expected*100) == float64(totalCents)
}

// payoutIDBytes is how much of a hash the id of a payout holds.
const payoutIDBytes = 16

// PayoutID returns the id of a payout, which is made of what the payout says. The entries
// of the ledger carry it, so that nobody can change the payout without being found out.
func PayoutID(number, method, reference string, totalCents int) string {
	hash := sha256.Sum256([]byte(strings.Join([]string{number, method, reference, strconv.Itoa(totalCents)}, "\n")))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(hash[:payoutIDBytes]))
}

// IsPayoutID reports whether an id can be one of PayoutID. Payouts of the first days have
// shorter ones, which say nothing.
func IsPayoutID(id string) bool {
	return len(id) == base32.StdEncoding.WithPadding(base32.NoPadding).EncodedLen(payoutIDBytes)
}

// Open is what the ledger says is payable to a tutor for an assignment, or as adjustments
// if there is none. It is negative if the tutor has got too much.
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
