package rules

import (
	"regexp"
	"strings"
)

// summaryLimit is how many characters of a text search engines show.
const summaryLimit = 160

// ServiceTitle titles the page of a service (docs/product.md, section 4.14):
// several services share a title, so its name stands before one that does not
// say it.
func ServiceTitle(name, title string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(name)) {
		return title
	}
	return name + ": " + title
}

// Summary is the beginning of a text on one line, cut between words to at most
// 160 characters.
func Summary(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	characters := []rune(line)
	if len(characters) <= summaryLimit {
		return line
	}
	short := string(characters[:summaryLimit-1])
	if space := strings.LastIndex(short, " "); space > 0 && characters[summaryLimit-1] != ' ' {
		short = short[:space]
	}
	return strings.TrimRight(short, " ,;:.–-") + "…"
}

var analyticsID = regexp.MustCompile(`^G-[A-Z0-9]{4,20}$`)

// CheckAnalyticsID checks the name of the operator's analytics tag; none is
// fine (docs/product.md, section 4.15).
func CheckAnalyticsID(id string) Problems {
	if id == "" || analyticsID.MatchString(id) {
		return nil
	}
	return Problems{{"analyticsId", Invalid, "Analytics id must look like G-XXXXXXXXXX"}}
}
