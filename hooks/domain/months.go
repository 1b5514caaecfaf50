package domain

import (
	"strings"
	"time"
)

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
