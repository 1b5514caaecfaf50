package domain

import "slices"

// The statuses of a text that was found to have contact details (docs/product.md, section
// 10.8): an admin still has to read it, has passed it on, or has removed it.
const (
	TextHeld     = "held"
	TextReleased = "released"
	TextRemoved  = "removed"
)

// ParseTextStatus parses a status of held texts to filter by.
func ParseTextStatus(text string) (status string, ok bool) {
	return text, slices.Contains([]string{TextHeld, TextReleased, TextRemoved}, text)
}

// DecideText is an admin's decision about a held text: release or remove.
type DecideText struct {
	Decision string `json:"decision"`
}

// Status returns the status that the decision gives a text, "" if there is no such
// decision.
func (d DecideText) Status() string {
	return map[string]string{"release": TextReleased, "remove": TextRemoved}[d.Decision]
}

// Check returns the problems of the decision.
func (d DecideText) Check() Problems {
	var c check
	if d.Status() == "" {
		c.add("decision", Invalid, "Invalid decision")
	}
	return c.problems
}
