package domain

import (
	"regexp"
	"strings"
)

// summaryLimit is the number of characters that search engines show of a description.
const summaryLimit = 160

// ServiceTitle returns the page title of a service (docs/product.md, section
// 4.14). Several services share a title, so a title that does not contain the
// name of the service is prefixed with it.
func ServiceTitle(name, title string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(name)) {
		return title
	}
	return name + ": " + title
}

// Summary collapses a text to one line and shortens it to at most 160
// characters, between words.
func Summary(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	runes := []rune(line)
	if len(runes) <= summaryLimit {
		return line
	}
	short := string(runes[:summaryLimit-1])
	if space := strings.LastIndex(short, " "); space > 0 && runes[summaryLimit-1] != ' ' {
		short = short[:space]
	}
	return strings.TrimRight(short, " ,;:.–-") + "…"
}

var analyticsID = regexp.MustCompile(`^G-[A-Z0-9]{4,20}$`)

// CheckAnalyticsID returns the problems of the id of the operator's analytics
// tag, which may be empty (docs/product.md, section 4.15).
func CheckAnalyticsID(id string) Problems {
	if id == "" || analyticsID.MatchString(id) {
		return nil
	}
	return Problems{{"analyticsId", Invalid, "Analytics id must look like G-XXXXXXXXXX"}}
}
