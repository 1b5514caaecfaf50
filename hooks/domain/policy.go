package domain

import (
	"math"
	"time"
)

// Limits of the numbers of the policies (docs/product.md, section 13).
const (
	policyLimit      = 3650      // days, hours, years, words per page
	policyWordsLimit = 1_000_000 // words above which work counts as long
	youngestAge      = 13
)

// policyGrace is how far in the past a version may begin: the form was filled in earlier.
const policyGrace = time.Minute

// policyYears is how many years ahead a version may begin. A later start is probably a typo.
const policyYears = 5

// NewPolicy is a new version of the policies. Nil means that a number is missing.
type NewPolicy struct {
	EffectiveFrom         string   `json:"effectiveFrom"`
	RevisionDays          *float64 `json:"revisionDays"`
	LongRevisionDays      *float64 `json:"longRevisionDays"`
	LongRevisionWords     *float64 `json:"longRevisionWords"`
	RefundRequestDays     *float64 `json:"refundRequestDays"`
	RefundMinBusinessDays *float64 `json:"refundMinBusinessDays"`
	RefundMaxBusinessDays *float64 `json:"refundMaxBusinessDays"`
	DisputeHours          *float64 `json:"disputeHours"`
	RetentionDays         *float64 `json:"retentionDays"`
	QuoteRetentionDays    *float64 `json:"quoteRetentionDays"`
	MinimumAge            *float64 `json:"minimumAge"`
	WordsPerPage          *float64 `json:"wordsPerPage"`
}

// PolicyNumber is one number of a version of the policies. Value is nil if it is missing.
type PolicyNumber struct {
	Field, Label string
	Least, Most  int
	Value        *float64
}

// Numbers lists the numbers of the version in the order of the form.
func (n NewPolicy) Numbers() []PolicyNumber {
	return []PolicyNumber{
		{"revisionDays", "Revision days", 1, policyLimit, n.RevisionDays},
		{"longRevisionDays", "Long revision days", 1, policyLimit, n.LongRevisionDays},
		{"longRevisionWords", "Long revision words", 1, policyWordsLimit, n.LongRevisionWords},
		{"refundRequestDays", "Refund request days", 1, policyLimit, n.RefundRequestDays},
		{"refundMinBusinessDays", "Refund minimum business days", 1, policyLimit, n.RefundMinBusinessDays},
		{"refundMaxBusinessDays", "Refund maximum business days", 1, policyLimit, n.RefundMaxBusinessDays},
		{"disputeHours", "Dispute hours", 1, policyLimit, n.DisputeHours},
		{"retentionDays", "Retention days", 1, policyLimit, n.RetentionDays},
		{"quoteRetentionDays", "Days to keep files of quote requests", 1, policyLimit, n.QuoteRetentionDays},
		{"minimumAge", "Minimum age", youngestAge, policyLimit, n.MinimumAge},
		{"wordsPerPage", "Words per page", 1, policyLimit, n.WordsPerPage},
	}
}

// Check returns the problems of a version that is added at a time.
func (n NewPolicy) Check(now time.Time) Problems {
	var c check
	switch from, ok := ParseTime(n.EffectiveFrom); {
	case IsBlank(n.EffectiveFrom):
		c.add("effectiveFrom", Required, "Effective from is required")
	case !ok:
		c.add("effectiveFrom", Invalid, "Effective from is invalid")
	case from.Before(now.Add(-policyGrace)):
		c.add("effectiveFrom", Invalid, "Effective from must not be in the past")
	case from.After(now.UTC().AddDate(policyYears, 0, 0)):
		c.add("effectiveFrom", Invalid, "Effective from must be within 5 years")
	}
	return append(c.problems, n.CheckNumbers()...)
}

// CheckNumbers returns the problems of the numbers alone.
func (n NewPolicy) CheckNumbers() Problems {
	var c check
	for _, number := range n.Numbers() {
		c.policyNumber(number)
	}
	isWrong := func(field string) bool {
		for _, problem := range c.problems {
			if problem.Field == field {
				return true
			}
		}
		return false
	}
	if !isWrong("revisionDays") && !isWrong("longRevisionDays") && *n.LongRevisionDays < *n.RevisionDays {
		c.add("longRevisionDays", Invalid, "Long revision days must not be fewer than revision days")
	}
	if !isWrong("refundMinBusinessDays") && !isWrong("refundMaxBusinessDays") && *n.RefundMaxBusinessDays < *n.RefundMinBusinessDays {
		c.add("refundMaxBusinessDays", Invalid, "Refund days must not end before they begin")
	}
	return c.problems
}

func (c *check) policyNumber(number PolicyNumber) {
	least := number.Label + " must be a whole number of at least " + Thousands(number.Least)
	switch value := number.Value; {
	case value == nil:
		c.add(number.Field, Required, least)
	case *value != math.Trunc(*value) || !(*value >= float64(number.Least)): // NaN is not even equal to itself
		c.add(number.Field, Invalid, least)
	case *value > float64(number.Most):
		c.add(number.Field, Invalid, number.Label+" must be at most "+Thousands(number.Most))
	}
}

// PurgeNotice is how long before their files are deleted people are told.
const PurgeNotice = 14 * 24 * time.Hour

// Times around a stop of the program.
const (
	// LongStop is how long the program stands still before it counts as stopped: a restart
	// keeps nobody from their files, and a machine that is off at night is never far away.
	LongStop = 36 * time.Hour
	// TimeAfterStop is the least time that people have to fetch their files after a stop.
	TimeAfterStop = 3 * 24 * time.Hour
	// uptimeStep is how precisely it is known when the program last ran.
	uptimeStep = time.Hour
)

// Uptime is since when the program has run without a long stop, and when it was last known
// to run. It is zero if nothing is known.
type Uptime struct{ RunsSince, SeenAt time.Time }

// At returns the uptime of a program that runs at a time, and whether it is worth storing. A
// clock that was set back starts it over.
func (u Uptime) At(now time.Time) (uptime Uptime, isNews bool) {
	switch {
	case now.Sub(u.SeenAt) > LongStop || u.RunsSince.After(now):
		return Uptime{now, now}, true
	case now.Sub(u.SeenAt) >= uptimeStep || u.SeenAt.After(now):
		return Uptime{u.RunsSince, now}, true
	}
	return u, false
}

// PurgeFrom returns the time before which no files are deleted: people could not fetch them while the
// program stood still.
func (u Uptime) PurgeFrom() time.Time { return u.RunsSince.Add(TimeAfterStop) }

// AnnounceSettledUntil returns until when an order must have been settled for its people to be
// told now that its files will be deleted. Its policy keeps files for some days.
func AnnounceSettledUntil(now time.Time, days int) time.Time {
	return now.Add(PurgeNotice - time.Duration(days)*24*time.Hour)
}

// PurgeAt returns when files may be deleted if people are told now: when their time is
// over, but not before the notice has run out.
func PurgeAt(settled time.Time, days int, now time.Time) time.Time {
	return later(settled.Add(time.Duration(days)*24*time.Hour), now.Add(PurgeNotice))
}

// PurgeDate formats the day on which files will be deleted, in the site's time zone.
func PurgeDate(at time.Time, zone *time.Location) string { return at.In(zone).Format("2 Jan 2006") }
