package domain

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// CheckPersonName returns the problem of a person's name, or a part of one, in which others
// would read how to reach somebody. What is harmless in a text, such as @, many digits or
// a web address, is no name. Parts that are judged together are given as one name.
func CheckPersonName(field, label, name string) Problems {
	var c check
	plain := plainly(name).text
	isReach := HasContact(name) || strings.Contains(plain, "@") || len(strings.Map(onlyDigits, plain)) >= shortestPhone ||
		isWebAddress(name) || hasNetworkBesideWord(plain)
	if isReach {
		c.add(field, Invalid, label+" must not contain contact details")
	}
	return c.problems
}

// webAddress is what only a web address has, dottedWord two words joined by a dot.
var (
	webAddress = regexp.MustCompile(`://|\bwww\.|[\p{L}\p{N}][\p{L}\p{N}\-]+\.` + domain)
	dottedWord = regexp.MustCompile(`(\p{L}[\p{L}\p{N}]+)\.\p{Ll}{2,}`)
)

// titles are abbreviations that people write before a name without a space: st.john.
var titles = []string{"abd", "dr", "jr", "ma", "md", "mohd", "mr", "mrs", "ms", "mst", "mt", "prof", "shri", "smt", "sr", "sri", "st", "ste"}

// isWebAddress reports whether a name has a web address, or a word such as kim.marsh.
// Initials and a capital behind the dot are parts of names: J.R.R. Tolkien, Md.Kamal.
func isWebAddress(name string) bool {
	return webAddress.MatchString(plainly(name).text) ||
		slices.ContainsFunc(dottedWord.FindAllStringSubmatch(norm.NFKC.String(Visible(name)), -1), func(match []string) bool {
			return !slices.Contains(titles, strings.ToLower(match[1]))
		})
}

// nobodysName matches networks that nobody is named after. Weixin and Messenger are real names.
var nobodysName = regexp.MustCompile(`(?:^|[^\p{L}\p{N}])(?:whats ?app|telegram|we ?chat|discord|instagram|insta|facebook|fb|snap ?chat|viber|skype|linked ?in|twitter|tik ?tok)(?:$|[^\p{L}\p{N}])`)

// hasNetworkBesideWord reports whether a plain text has the name of a network and another word.
func hasNetworkBesideWord(plain string) bool {
	where := nobodysName.FindStringIndex(plain)
	return where != nil && strings.ContainsFunc(plain[:where[0]]+plain[where[1]:], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

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
