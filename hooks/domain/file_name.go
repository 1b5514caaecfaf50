package domain

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// CheckDeliveredNames returns the problem of delivered files whose names contain contact
// details. What was delivered is never changed, so such a name cannot be hidden later.
func CheckDeliveredNames(names []string) Problems {
	var c check
	if slices.ContainsFunc(names, namesAContact) {
		c.add("files", Invalid, "Names of files must not contain contact details. Please rename the file")
	}
	return c.problems
}

// namesAContact reports whether the name of a file has contact details. Names have lines
// below words where texts have spaces, and are short, so the rule is stricter than that of
// texts (docs/product.md, section 10.9).
func namesAContact(name string) bool {
	return nameHasContact(strings.TrimSuffix(name, path.Ext(name)))
}

// nameHasContact reports the same of a short text that is a name, such as what a tutor
// specializes in.
func nameHasContact(name string) bool {
	spaced := strings.ReplaceAll(name, "_", " ")
	plain := strings.ReplaceAll(plainly(name).text, "_", " ")
	return HasContact(name) || HasContact(spaced) || hasPhoneDigits(plain) || mailHost.MatchString(plain) || isNetworkAndName(plain)
}

// mailHost is the host of a mailbox.
var mailHost = regexp.MustCompile(`\b` + provider + `\.\p{L}{2,}`)

// harmlessNumbers are numbers in names of files that no phone number looks like: dates with
// or without a time, references, student numbers, the numbers of our documents and of books,
// amounts, years.
var harmlessNumbers = []*regexp.Regexp{
	regexp.MustCompile(`(^|\D)(?:19|20)\d\d[ .\-]?(?:0[1-9]|1[0-2])[ .\-]?(?:0[1-9]|[12]\d|3[01])(?:[ t\-]{0,3}(?:[01]\d|2[0-3])[ .\-]?[0-5]\d(?:[ .\-]?[0-5]\d)?)?($|\D)`),
	regexp.MustCompile(`(^|\D)(?:0[1-9]|[12]\d|3[01])[ .\-]?(?:0[1-9]|1[0-2])[ .\-]?(?:19|20)\d\d($|\D)`),
	regexp.MustCompile(`\b(order|invoice|receipt|ticket|case|application|registration|student|assignment|ref|reference|id)(?: ?(?:no|number|id|ref))?[ .:#\-]{0,3}[1-9]\d{0,7}($|\D)`),
	regexp.MustCompile(`\b(rec|inv|pay)[ \-]?(?:19|20)\d\d[ \-]?\d{4}($|\D)`),
	regexp.MustCompile(`(^|[^\p{L}\p{N}])[a-z][1-9]\d{6,7}($|[^\p{L}\p{N}])`),
	regexp.MustCompile(`(^|\D)97[89](?:[ \-]?\d){10}($|\D)`),
	regexp.MustCompile(`(^|\D)\d{1,3}(?:,\d{3})+($|\D)`),
	regexp.MustCompile(`(^|\D)(?:19|20)\d\d($|\D)`),
}

// hasPhoneDigits reports whether a plain name has the digits of a phone number with no word
// of two letters between them, besides those of harmless numbers.
func hasPhoneDigits(plain string) bool {
	for _, number := range harmlessNumbers {
		// Twice, because neighbours share what stands between them.
		plain = number.ReplaceAllString(number.ReplaceAllString(plain, "$1 xx $2"), "$1 xx $2")
	}
	digits, letters := 0, 0
	for _, r := range plain {
		switch {
		case r >= '0' && r <= '9':
			letters = 0
			if digits++; digits >= shortestPhone {
				return true
			}
		case unicode.IsLetter(r):
			if letters++; letters >= 2 {
				digits = 0
			}
		default:
			letters = 0
		}
	}
	return false
}

// fileWords say what a file is, not what it is about.
var fileWords = []string{"copy", "corrected", "draft", "essay", "file", "final", "new", "old", "part", "report", "revised", "task", "version", "work"}

// isNetworkAndName reports whether a plain name is that of a network and one more word that
// can be somebody's name there: telegram kimmarsh.
func isNetworkAndName(plain string) bool {
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(word string) bool { return slices.Contains(fileWords, word) || isVersion.MatchString(word) })
	if len(words) < 2 || !hasNetworkBesideWord(strings.Join(words, " ")) {
		return false
	}
	others := strings.Fields(nobodysName.ReplaceAllString(strings.Join(words, " "), " "))
	return len(others) == 1 && !isTopic(others[0])
}

// isVersion matches the number of a version, or a number alone.
var isVersion = regexp.MustCompile(`^v?\d+$`)
