// Package rules holds what is true of Deskmate without a server: what a person
// may send, the words for what is wrong with it, and how states and numbers
// follow from each other. It uses the standard library alone; the time is
// always passed in. The rules are told in docs/product.md; the cases in
// testdata run here and in the interface.
package rules

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code says what kind of refusal a Problem is. The edge chooses the HTTP status by it.
type Code string

// The kinds of refusal.
const (
	Required Code = "required"
	Invalid  Code = "invalid"
	TooShort Code = "too_short"
	TooLong  Code = "too_long"
	Taken    Code = "taken"     // somebody else has it already
	TooLarge Code = "too_large" // a file over the limit
	FileType Code = "file_type" // a file of a kind that is not taken
	Missing  Code = "missing"   // there is no such thing, or not any more
	Changed  Code = "changed"   // somebody has changed it meanwhile
)

// Problem is one thing that is wrong with what was sent: the field as the wire
// names it and the sentence that a person reads.
type Problem struct {
	Field   string `json:"field"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Problems lists what is wrong, in the order of the form: at most one a field.
// Nothing wrong is nil.
type Problems []Problem

// Error joins the sentences, so that Problems can travel as an error.
func (p Problems) Error() string {
	sentences := make([]string, len(p))
	for i, problem := range p {
		sentences[i] = problem.Message
	}
	return strings.Join(sentences, ", ")
}

// check collects the first problem of one field at a time.
type check struct{ problems Problems }

func (c *check) add(field string, code Code, message string) {
	c.problems = append(c.problems, Problem{Field: field, Code: code, Message: message})
}

// text checks a text that must be there and has a limit in characters.
func (c *check) text(field, label, value string, limit int) {
	if IsBlank(value) {
		c.add(field, Required, label+" is required")
		return
	}
	c.length(field, label, value, limit)
}

// length checks the limit of a text that may be empty, in characters without
// the white space around it.
func (c *check) length(field, label, value string, limit int) {
	if utf8.RuneCountInString(strings.TrimSpace(value)) > limit {
		c.add(field, TooLong, label+" is too long (at most "+Thousands(limit)+" characters)")
	}
}

// IsBlank tells whether a text counts as empty: white space does not fill a field.
func IsBlank(value string) bool { return strings.TrimSpace(value) == "" }

// OneLine is a text as a field of one line holds it: a space for each control
// character or break of a line, and none around it.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(letter rune) rune {
		if unicode.IsControl(letter) || letter == '\u2028' || letter == '\u2029' {
			return ' '
		}
		return letter
	}, text))
}

// Thousands writes 20000 as people read it: 20,000.
func Thousands(n int) string {
	digits := strconv.Itoa(n)
	if n < 1000 {
		return digits
	}
	return Thousands(n/1000) + "," + digits[len(digits)-3:]
}
