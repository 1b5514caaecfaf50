package domain

import (
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
