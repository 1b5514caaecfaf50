package domain

import (
	"strings"
	"unicode"
)

// plainNameLimit is the longest name that a mail shows, in characters.
const plainNameLimit = 60

// PlainName returns a name as a mail may show it: on one line, short, and without
// anything that a mail program would turn into a link. Anybody can choose any name.
func PlainName(name string) string {
	var out strings.Builder
	for _, r := range OneLine(name) {
		switch {
		case unicode.Is(unicode.Cf, r): // invisible, such as a change of direction
		case strings.ContainsRune(":/\\@<>", r):
			out.WriteRune(' ')
		case strings.ContainsRune(".\u3002\uff0e\uff61", r): // dots that end the parts of a domain
			out.WriteString(". ")
		default:
			out.WriteRune(r)
		}
	}
	plain := []rune(strings.Join(strings.Fields(out.String()), " "))
	if len(plain) > plainNameLimit {
		return strings.TrimSpace(string(plain[:plainNameLimit-1])) + "…"
	}
	return string(plain)
}

// FirstWord returns the first word of a person's plain name, which is all that a tutor
// reads of a student's. A name without any words is Student.
func FirstWord(name string) string {
	words := strings.Fields(strings.ReplaceAll(PlainName(name), ".", " "))
	if len(words) == 0 {
		return "Student"
	}
	return words[0]
}
