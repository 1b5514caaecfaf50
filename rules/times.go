package rules

import (
	"strings"
	"time"
)

// WireTime is how times are sent: RFC 3339 in UTC with milliseconds.
const WireTime = "2006-01-02T15:04:05.000Z"

// timeLayouts are the spellings that are read. A time without a zone is UTC.
var timeLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05",
	"2006-01-02T15:04",
	"2006-01-02",
}

// ParseTime reads a time of the wire (docs/product.md, section 7). It answers
// in UTC, cut to the millisecond that is stored; a year before 1970 or
// after 9999 is a slip, not a time.
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

// FormatTime writes a time for the wire; no time at all is the empty text.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(WireTime)
}

// Monday is the beginning of a time's week, in UTC.
func Monday(t time.Time) time.Time {
	day := t.UTC().Truncate(24 * time.Hour)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}
