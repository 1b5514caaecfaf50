package store

import (
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

// Time is a stored time in the format of the API (domain.WireTime), or empty. Lists only
// pass their times on, and parsing each costs more than reading it.
type Time string

// storedTime is the layout of stored times. It differs from domain.WireTime in one
// character, at dateLength.
const (
	storedTime = types.DefaultDateLayout
	dateLength = len(time.DateOnly)
)

// Scan converts a stored time. Like the framework, it reads what is no time as empty:
// consoles and SQL can store anything, and one such row must not spoil a list.
func (t *Time) Scan(value any) error {
	if text, ok := value.(string); ok && isStored(text) {
		*t = Time(text[:dateLength] + "T" + text[dateLength+1:])
		return nil
	}
	parsed, err := types.ParseDateTime(value) // written by SQL in another format, or empty
	if err != nil {
		parsed = types.DateTime{}
	}
	*t = Time(domain.FormatTime(parsed.Time()))
	return nil
}

// isStored reports whether a text is certainly a time in the layout of storedTime. It
// says no to the last days of a month, which not every month has.
func isStored(text string) bool {
	if len(text) != len(storedTime) {
		return false
	}
	for i := range text {
		isDigit := text[i] >= '0' && text[i] <= '9'
		if shouldBeDigit := storedTime[i] >= '0' && storedTime[i] <= '9'; isDigit != shouldBeDigit || !isDigit && text[i] != storedTime[i] {
			return false
		}
	}
	month, day := text[5:7], text[8:10]
	return "01" <= month && month <= "12" && "01" <= day && day <= "28" && text[11:13] < "24" && text[14:16] < "60" && text[17:19] < "60"
}

// Time returns the time, in UTC; the zero time if it is empty.
func (t Time) Time() time.Time {
	parsed, _ := time.Parse(domain.WireTime, string(t)) // Scan has converted it
	return parsed
}
