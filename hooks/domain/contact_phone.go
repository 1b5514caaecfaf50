package domain

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// digitRuns are runs of digits and of what may stand between the digits of a phone number.
var digitRuns = regexp.MustCompile(`[+(]{0,3}\d[\d +().\-/]*`)

// digitGroup is a group of digits in a plain text.
type digitGroup struct {
	start, end int
	digits     string
	before     string // what stands between it and the group before
}

// isTight reports whether the group is tied to the one before by a sign.
func (g digitGroup) isTight() bool {
	return g.before != "" && !strings.ContainsAny(g.before, " ()+")
}

// shortestPhone is the least number of digits in a phone number.
const shortestPhone = 7

// longestPhone is the largest number of groups in which a phone number is written.
const longestPhone = 6

// findPhones returns the phone numbers of a plain text outside of some of its parts.
func findPhones(text string, outside [][]int) (found []span) {
	for _, run := range digitRuns.FindAllStringIndex(text, -1) {
		for len(outside) > 0 && outside[0][1] <= run[0] {
			outside = outside[1:]
		}
		if len(outside) > 0 && outside[0][0] <= run[0] {
			continue
		}
		groups := groupsOf(text, run[0], run[1])
		for i := 0; i < len(groups); {
			if n := phoneAt(text, groups, i); n > 0 {
				start := groups[i].start
				for start > run[0] && strings.IndexByte("+(", text[start-1]) >= 0 {
					start--
				}
				found = append(found, span{start, groups[i+n-1].end})
				i += n
				continue
			}
			i++
		}
	}
	return found
}

// groupsOf splits a run of digits into its groups.
func groupsOf(text string, from, to int) (groups []digitGroup) {
	for at := from; at < to; {
		start := at
		for at < to && (text[at] < '0' || text[at] > '9') {
			at++
		}
		before := text[start:at]
		start = at
		for at < to && text[at] >= '0' && text[at] <= '9' {
			at++
		}
		if at > start {
			groups = append(groups, digitGroup{start, at, text[start:at], before})
		}
	}
	return groups
}

// phoneAt returns how many groups, from the one at i on, form a phone number; 0 if none do.
func phoneAt(text string, groups []digitGroup, i int) int {
	if i > 0 && groups[i].isTight() || followsLetter(text, groups[i].start) {
		return 0
	}
	if n := singleDigits(groups[i:]); n > 0 {
		return n
	}
	if !canBePhone(groups[i:]) {
		return 0
	}
	// Most numbers in a row of numbers follow no word, and looking for one takes long.
	followsWord := hasWordAtEnd(text[max(0, groups[i].start-30):groups[i].start])
	isCalled := followsWord && phoneWords.MatchString(text[max(0, groups[i].start-30):groups[i].start])
	isISBN := strings.Contains(text[max(0, groups[i].start-16):groups[i].start], "isbn")
	for n := min(longestPhone, len(groups)-i); n > 0; n-- {
		if i+n < len(groups) && groups[i+n].isTight() || precedesLetter(text, groups[i+n-1].end) {
			continue
		}
		some := groups[i : i+n]
		if !isCalled && (n == 1 && followsWord && isNumbered(text, groups[i].start) || isAmount(text, some)) {
			continue
		}
		if hasDate(some) || hasYearInBrackets(some) || isISBN && isBookNumber(some) {
			continue
		}
		if isPhone(some, isCalled) {
			return n
		}
	}
	return 0
}

// canBePhone reports whether the first groups have enough digits for a phone number.
func canBePhone(groups []digitGroup) bool {
	digits := 0
	for _, group := range groups[:min(longestPhone, len(groups))] {
		digits += len(group.digits)
	}
	return digits >= shortestPhone
}

// hasWordAtEnd reports whether there is a letter behind the last digit of a text.
func hasWordAtEnd(text string) bool {
	end := text[strings.LastIndexAny(text, "0123456789")+1:]
	return strings.ContainsFunc(end, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 })
}

// phoneWords announce a phone number, however short.
var phoneWords = regexp.MustCompile(`\b(?:phone|tel|telephone|call|mobile|mob|cell|handy|sms|text me|ring me|ring|whats ?app|telegram|viber|signal|imo|contact me|reach me|contact number|fax|ph)\b[^\n\d]{0,20}$`)

// numberWords announce the number of a thing.
var numberWords = regexp.MustCompile(`\b(?:order|invoice|receipt|ticket|case|grant|application|registration|accession|catalogue|patent|pmid|issn|population|total)(?: ?(?:no|number|id|ref))?[.:]? ?#?$`)

func isNumbered(text string, start int) bool {
	return numberWords.MatchString(text[max(0, start-30):start])
}

// isAmount reports whether a whole number, or groups that could be a number of the 1300 and
// 1800 kind, count something: 1800 345 678 cells.
func isAmount(text string, groups []digitGroup) bool {
	end := groups[len(groups)-1].end
	isWhole := len(groups) == 1 && !strings.Contains(groups[0].before, "+") && groups[0].digits[0] != '0'
	isFollowed := end+1 < len(text) && text[end] == ' ' && isWordByte(text[end+1])
	return isFollowed && (isWhole || len(groups) == 3 && len(groups[0].digits) == 4) && amountOf.MatchString(text[end:min(len(text), end+30)])
}

// amountOf begins with what is counted.
var amountOf = regexp.MustCompile(`^ (?:cells|people|units|participants|records|samples|rows|words|items|users|particles|molecules|neurons|base|bytes|years|km|kg|m|s)\b`)

// isPhone reports whether groups of digits are a phone number.
func isPhone(groups []digitGroup, isCalled bool) bool {
	first, digits, sizes, slashes := groups[0], "", "", 0
	for i, group := range groups {
		digits += group.digits
		sizes += strconv.Itoa(len(group.digits)) + " "
		if i > 0 {
			slashes += strings.Count(group.before, "/")
			if len(group.before) > 3 {
				return false
			}
		}
	}
	n := len(digits)
	if n > 15 || slashes > 1 || isDecimal(groups) {
		return false
	}
	switch {
	case strings.Contains(first.before, "+"):
		return n >= 8 && first.digits[0] != '0'
	case isCalled:
		return n >= shortestPhone
	case strings.HasPrefix(first.digits, "00"):
		return n >= 11 && n <= 15 && len(groups) > 1 || n >= 12
	case first.digits[0] == '0' && len(first.digits) > 1:
		return n >= 9 && n <= 12
	}
	area := first.digits[0] >= '2'
	switch strings.TrimSpace(sizes) {
	case "3 3 4":
		return area && groups[1].digits[0] >= '2'
	case "1 3 3 4":
		return first.digits == "1"
	case "3 4 4":
		return first.digits[0] == '1'
	case "5 5":
		return first.digits[0] >= '6'
	case "4 3 3":
		return first.digits == "1300" || first.digits == "1800"
	case "2 3 3 3", "2 4 3 3", "2 1 4 4", "2 5 5", "2 3 3 4", "2 4 6":
		return slices.Contains(countryCodes, first.digits)
	case "9": // an Australian mobile number without its zero
		return first.digits[0] == '4' && !strings.HasSuffix(digits, "000")
	case "10":
		return area && !strings.HasSuffix(digits, "000")
	case "11", "12":
		return !strings.HasSuffix(digits, "000") && (n == 11 && digits[0] == '1' || slices.Contains(countryCodes, digits[:2]))
	}
	return false
}

// countryCodes are calling codes of two digits that people write without a plus.
var countryCodes = []string{"61", "44", "91", "92", "86", "49", "33", "39", "34", "64", "65", "60", "62", "63", "27", "20", "90", "81", "82", "84"}

// isDecimal reports whether groups are one decimal number: 3.14159265.
func isDecimal(groups []digitGroup) bool {
	return len(groups) == 2 && groups[1].before == "." && len(groups[0].digits) < 3
}

// hasDate reports whether some of the groups are a date: 05.12.2026, 2026-12-05.
func hasDate(groups []digitGroup) bool {
	for i := 0; i+2 < len(groups); i++ {
		a, b, c := groups[i], groups[i+1], groups[i+2]
		if b.before != c.before || !strings.Contains("./-", b.before) {
			continue
		}
		if isYear(c.digits) && isSmall(a.digits) && isSmall(b.digits) || isYear(a.digits) && isSmall(b.digits) && isSmall(c.digits) {
			return true
		}
	}
	return false
}

// hasYearInBrackets reports whether some of the groups belong to a reference:
// (2019) 93 345, or 45(3) 123-145.
func hasYearInBrackets(groups []digitGroup) bool {
	for i, group := range groups {
		isOpen := strings.HasSuffix(group.before, "(")
		if isOpen && isYear(group.digits) || i > 0 && group.before == "(" {
			return true
		}
	}
	return false
}

func isYear(digits string) bool { return len(digits) == 4 && digits >= "1400" && digits <= "2199" }

func isSmall(digits string) bool { return len(digits) <= 2 && digits <= "31" || len(digits) == 1 }

// isBookNumber reports whether groups are a valid ISBN.
func isBookNumber(groups []digitGroup) bool {
	digits := ""
	for _, group := range groups {
		digits += group.digits
	}
	sum := 0
	switch len(digits) {
	case 9: // the check digit is an X
		return true
	case 10:
		for i, digit := range digits {
			sum += (10 - i) * int(digit-'0')
		}
		return sum%11 == 0
	case 13:
		for i, digit := range digits {
			sum += []int{1, 3}[i%2] * int(digit-'0')
		}
		return sum%10 == 0
	}
	return false
}

// singleDigits returns how many groups are a phone number whose digits stand apart; 0 if
// they are none.
func singleDigits(groups []digitGroup) int {
	n, isCounting := 0, true
	if groups[0].digits != "0" && !strings.Contains(groups[0].before, "+") {
		return 0
	}
	for n < len(groups) && n < 15 && len(groups[n].digits) == 1 && len(groups[n].before) <= 3 {
		if n > 0 && groups[n].digits[0] != groups[n-1].digits[0]+1 {
			isCounting = false
		}
		n++
	}
	if n < 9 || isCounting || isBinary(groups[:n]) {
		return 0
	}
	return n
}

// isBinary reports whether groups have two different digits at most, as in a matrix.
func isBinary(groups []digitGroup) bool {
	seen := map[rune]bool{}
	for _, group := range groups {
		for _, digit := range group.digits {
			seen[digit] = true
		}
	}
	return len(seen) <= 2
}

// followsLetter reports whether digits belong to a word: n10, COVID19.
func followsLetter(text string, start int) bool { return start > 0 && isWordByte(text[start-1]) }

func precedesLetter(text string, end int) bool { return end < len(text) && isWordByte(text[end]) }

func isWordByte(b byte) bool { return b >= 'a' && b <= 'z' || b == '_' || b >= 0x80 }
