// Package domain contains the business rules that need no server: which input is
// valid, the messages for invalid input, and how statuses and figures are
// derived. It imports only the standard library and the forms of Unicode, and never
// reads the clock: callers pass in the time. docs/product.md describes the rules. The
// cases in testdata test both this package and the interface.
package domain

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code is the kind of a Problem. The API derives the HTTP status from it.
type Code string

// The kinds of problems.
const (
	Required Code = "required"
	Invalid  Code = "invalid"
	TooShort Code = "too_short"
	TooLong  Code = "too_long"
	Taken    Code = "taken"     // somebody else already uses the value
	TooLarge Code = "too_large" // the file exceeds the size limit
	FileType Code = "file_type" // files of this type are not accepted
	Missing  Code = "missing"   // the record does not exist, or no longer exists
	OwnCase  Code = "own_case"  // an admin would decide in their own case
	Changed  Code = "changed"   // somebody else has changed the record in the meantime
)

// Problem is one thing that is wrong with a request: the field by its JSON name,
// and the message that the user sees.
type Problem struct {
	Field   string `json:"field"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Problems lists the problems of a request in the order of the form, at most one
// per field. It is nil if there are none.
type Problems []Problem

// Error joins the messages, so that Problems can be returned as an error.
func (p Problems) Error() string {
	messages := make([]string, len(p))
	for i, problem := range p {
		messages[i] = problem.Message
	}
	return strings.Join(messages, ", ")
}

// check collects problems. Each of its methods adds at most one for a field.
type check struct{ problems Problems }

func (c *check) add(field string, code Code, message string) {
	c.problems = append(c.problems, Problem{Field: field, Code: code, Message: message})
}

// text checks a required text with a limit in characters.
func (c *check) text(field, label, value string, limit int) {
	if IsBlank(value) {
		c.add(field, Required, label+" is required")
		return
	}
	c.length(field, label, value, limit)
}

// length checks the limit of an optional text, in characters. It ignores
// surrounding white space.
func (c *check) length(field, label, value string, limit int) {
	if utf8.RuneCountInString(strings.TrimSpace(value)) > limit {
		c.add(field, TooLong, label+" is too long (at most "+Thousands(limit)+" characters)")
	}
}

// IsBlank reports whether a text is empty apart from white space.
func IsBlank(value string) bool { return strings.TrimSpace(value) == "" }

// OneLine replaces each control character and line break with a space and trims
// the result, as a single-line field requires.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text))
}

// Visible removes the characters of a text that cannot be seen, such as a change of
// direction, spaces without width, and Braille without dots.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800' {
			return -1
		}
		return r
	}, text)
}

// Thousands formats a number with thousands separators: 20,000.
func Thousands(n int) string {
	digits := strconv.Itoa(n)
	if n < 1000 {
		return digits
	}
	return Thousands(n/1000) + "," + digits[len(digits)-3:]
}
