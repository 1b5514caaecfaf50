package domain

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Statuses of an offer, as those who hold its link read them.
const (
	OfferOpen      = "open"
	OfferAccepted  = "accepted"
	OfferDeclined  = "declined"
	OfferWithdrawn = "withdrawn"
	OfferExpired   = "expired"
)

// QuoteExpired is the status of a quote request whose offer has run out. It is never stored.
const QuoteExpired = OfferExpired

// OfferRefusals says why an offer with a status cannot be answered.
var OfferRefusals = map[string]string{
	OfferExpired:   "This offer has expired",
	OfferAccepted:  "This offer has already been accepted",
	OfferDeclined:  "This offer was declined",
	OfferWithdrawn: "This offer is no longer available",
}

// OfferStatus returns the status of an offer at a time. An offer is valid up to and
// including its last instant.
func OfferStatus(stored string, validUntil, now time.Time) string {
	if stored == OfferOpen && now.After(validUntil) {
		return OfferExpired
	}
	return stored
}

// QuoteStatus returns the status of a quote request at a time.
func QuoteStatus(stored string, validUntil, now time.Time) string {
	if stored == QuoteQuoted && !validUntil.IsZero() && now.After(validUntil) {
		return QuoteExpired
	}
	return stored
}

// CheckPricing returns the problems of what is about to be offered: a price in cents,
// nil if nobody has named one, and the last instant at which it holds.
func CheckPricing(cents *int, validUntil, now time.Time) Problems {
	var c check
	switch {
	case cents == nil:
		c.add("amount", Required, "Amount is required")
	case *cents <= 0:
		c.add("amount", Invalid, "Amount must be more than zero")
	}
	switch {
	case validUntil.IsZero():
		c.add("validUntil", Required, "Valid until is required")
	case !validUntil.After(now):
		c.add("validUntil", Invalid, "Valid until must be in the future")
	}
	return c.problems
}

// ParseValidUntil parses the end of an offer's validity as the API accepts it. A day
// without a time means its last instant in the site's time zone.
func ParseValidUntil(text string, zone *time.Location) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return ParseTime(text)
	}
	if _, ok := ParseTime(text); !ok {
		return time.Time{}, false
	}
	end := endOfDay(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, zone))
	if end.Year() > 9999 { // the last day of all, west of Greenwich
		end = time.Date(9999, 12, 31, 23, 59, 59, 999_000_000, time.UTC)
	}
	return end, true
}

// AcceptOffer is the request to accept an offer. Name and Password open an account, if
// the address of the offer has none.
type AcceptOffer struct {
	Version     int    `json:"version"`
	AcceptTerms bool   `json:"acceptTerms"`
	Name        string `json:"name"`
	Password    string `json:"password"`
}

// Check returns the problems of the request apart from those of a new account.
func (a AcceptOffer) Check() Problems {
	var c check
	if !a.AcceptTerms {
		c.add("acceptTerms", Required, "Terms must be accepted")
	}
	if a.Version < 1 {
		c.add("version", Required, "Version is required")
	}
	return c.problems
}

// CheckDeclineReason returns the problems of the optional reason for declining.
func CheckDeclineReason(reason string) Problems {
	var c check
	c.length("reason", "Reason", reason, ReasonLimit)
	return c.problems
}

// MaskEmail hides the middle of an address from those who hold a link but may not be its
// owner: r•••n@example.com.
func MaskEmail(email string) string {
	at := strings.LastIndex(email, "@")
	if at < 0 {
		return ""
	}
	local := []rune(email[:at])
	switch {
	case len(local) == 0:
		return "•••" + email[at:]
	case utf8.RuneCountInString(email[:at]) <= 2:
		return string(local[0]) + "•••" + email[at:]
	default:
		return string(local[0]) + "•••" + string(local[len(local)-1]) + email[at:]
	}
}

// OrderTitle returns the title of an order that began as a quote request. The service
// has no name if it is not one of ours.
func OrderTitle(serviceName, subject string) string {
	if serviceName == "" {
		return subject
	}
	return truncate(serviceName+": "+subject, TitleLimit)
}

// OrderType returns the type of an order for a service. A service may have a longer name.
func OrderType(serviceName string) string { return truncate(serviceName, TypeLimit) }

// truncate cuts a text to a number of characters.
func truncate(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit])
	}
	return text
}
