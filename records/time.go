package records

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/rules"
)

// Time is a stored time in the format of the API (rules.WireTime), or empty. Lists only
// pass their times on, and parsing each costs more than reading it.
type Time string

// storedTime is the layout of stored times. It differs from rules.WireTime in one
// character, at dateLength.
const (
	storedTime = types.DefaultDateLayout
	dateLength = len(time.DateOnly)
)

// Scan converts a stored time.
func (t *Time) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("a stored time is a %T", value)
	}
	if len(text) == len(storedTime) && text[dateLength] == ' ' {
		*t = Time(text[:dateLength] + "T" + text[dateLength+1:])
		return nil
	}
	parsed, err := types.ParseDateTime(text) // written by SQL in another format, or empty
	if err != nil {
		return err
	}
	*t = Time(rules.FormatTime(parsed.Time()))
	return nil
}

// Time returns the time, in UTC; the zero time if it is empty.
func (t Time) Time() time.Time {
	parsed, _ := time.Parse(rules.WireTime, string(t)) // Scan has converted it
	return parsed
}
