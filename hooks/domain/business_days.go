package domain

import (
	"slices"
	"time"
)

// RefundDates returns from when and until when an approved refund is paid: from the
// start of the business day number first after the approval, until the end of number
// last. Days are those of a time zone. Saturdays, Sundays, holidays (YYYY-MM-DD) and the
// day of the approval do not count (docs/product.md, section 10.2).
func RefundDates(approved time.Time, zone *time.Location, holidays []string, first, last int) (from, by time.Time) {
	// Noon exists on every day, midnight does not.
	year, month, day := approved.In(zone).Date()
	noon := func() time.Time { return time.Date(year, month, day, 12, 0, 0, 0, zone) }
	for counted := 0; counted < last; {
		day++
		if !isBusinessDay(noon(), holidays) {
			continue
		}
		if counted++; counted == first {
			from = startOfDay(noon())
		}
	}
	return from.UTC(), endOfDay(noon())
}

func isBusinessDay(day time.Time, holidays []string) bool {
	return day.Weekday() != time.Saturday && day.Weekday() != time.Sunday && !slices.Contains(holidays, day.Format(time.DateOnly))
}

// startOfDay returns the first instant of the day of t. Where clocks are set forward at
// midnight, that is not midnight.
func startOfDay(t time.Time) time.Time {
	year, month, day := t.Date()
	start := time.Date(year, month, day, 0, 0, 0, 0, t.Location())
	for start.Day() != day { // the zone skips midnight, and Go took the time before
		start = start.Add(15 * time.Minute)
	}
	return start
}

// endOfDay returns the last millisecond of the day of t, in UTC.
func endOfDay(t time.Time) time.Time {
	year, month, day := t.Date()
	return startOfDay(time.Date(year, month, day+1, 12, 0, 0, 0, t.Location())).Add(-time.Millisecond).UTC()
}
