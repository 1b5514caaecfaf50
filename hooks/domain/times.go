package domain

import (
	"math"
	"slices"
	"strings"
	"time"
)

// WireTime is the layout of times in the API: RFC 3339 in UTC with milliseconds.
const WireTime = "2006-01-02T15:04:05.000Z"

// timeLayouts are the accepted layouts. Times without a zone are in UTC.
var timeLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05",
	"2006-01-02T15:04",
	"2006-01-02",
}

// ParseTime parses a time as the API accepts it (docs/product.md, section 7). The
// result is in UTC and truncated to milliseconds, the stored precision. Years
// before 1970 or after 9999 are rejected: they are probably typos.
func ParseTime(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range timeLayouts {
		parsed, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		parsed = parsed.UTC().Truncate(time.Millisecond)
		return parsed, parsed.Year() >= 1970 && parsed.Year() <= 9999
	}
	return time.Time{}, false
}

// FormatTime formats a time for the API. The zero time becomes an empty string.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(WireTime)
}

// Monday returns the start of the week of a time: Monday at midnight in UTC.
func Monday(t time.Time) time.Time {
	day := t.UTC().Truncate(24 * time.Hour)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

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

// MonthLimit is how many months the figures of the desk may cover at once.
const MonthLimit = 120

// usualMonths is how many months they cover if nobody asks for more or fewer.
const usualMonths = 12

// Month is a calendar month, or the part of one that a period covers: From is in it,
// Before is not.
type Month struct {
	Name   string // such as 2026-11
	From   time.Time
	Before time.Time
}

// ParseMoment parses a time as the API accepts it. A day without a time is its first
// instant in a time zone.
func ParseMoment(text string, zone *time.Location) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return ParseTime(text)
	}
	year, month, number := day.Date()
	return startOfDay(time.Date(year, month, number, 12, 0, 0, 0, zone)).UTC(), year >= 1970
}

// MonthsBetween returns the calendar months of a time zone that lie between two times,
// and the parts of the first and the last one. A zero time stands for the usual one: the
// period ends with the current month, and covers twelve months. The problem is a sentence,
// or empty.
func MonthsBetween(from, before, now time.Time, zone *time.Location) (months []Month, problem string) {
	if before.IsZero() {
		before = startOfMonth(now.In(zone), 1)
	}
	last := before.Add(-time.Millisecond).In(zone)
	if from.IsZero() {
		from = startOfMonth(last, 1-usualMonths)
	}
	if !from.Before(before) {
		return nil, "The period must end after it begins"
	}
	first := from.In(zone)
	count := (last.Year()-first.Year())*12 + int(last.Month()-first.Month()) + 1
	if count > MonthLimit {
		return nil, "The period can be at most 120 months"
	}
	for i := range count {
		start, end := startOfMonth(first, i), startOfMonth(first, i+1)
		month := Month{start.Format("2006-01"), start, end}
		if i == 0 {
			month.From = from
		}
		if i == count-1 {
			month.Before = before
		}
		months = append(months, month)
	}
	return months, ""
}

// startOfMonth returns the first instant of the month that is some months after that of t,
// in the time zone of t.
func startOfMonth(t time.Time, after int) time.Time {
	return startOfDay(time.Date(t.Year(), t.Month()+time.Month(after), 1, 12, 0, 0, 0, t.Location()))
}

// TrendPeriod is the length of each of the two periods that a trend compares.
const TrendPeriod = 30 * 24 * time.Hour

// Trend returns the change since the previous period in per cent, rounded to one
// decimal place, or nil if there is nothing to compare with (docs/product.md,
// section 3.7).
func Trend(before, now int) *float64 {
	if before == 0 {
		return nil
	}
	change := math.Round(float64(now-before)/float64(before)*1000) / 10
	return &change
}

// MeanRating returns the mean of ratings, or 0 if there are none.
func MeanRating(sum, count int) float64 {
	if count == 0 {
		return 0
	}
	return float64(sum) / float64(count)
}
