package web

import (
	_ "embed"
	"regexp"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// questions.json holds what the front page answers, for people and for search
// engines in the same words (docs/product.md, section 4.10).
//
//go:embed questions.json
var questionsFile []byte

// question is one of them. Its answer names numbers of the policy in braces,
// {disputeHours} or {revisionDays days}, and links as [words](/address).
type question struct {
	Ask    string `json:"ask"`
	Answer string `json:"answer"`
}

var questions = mustRead[[]question](questionsFile)

var (
	number = regexp.MustCompile(`\{(\w+)( days)?\}`)
	link   = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
)

// plain is the answer as a text without links, with the numbers of a policy.
func (q question) plain(policy *core.Record) string {
	filled := number.ReplaceAllStringFunc(q.Answer, func(named string) string {
		parts := number.FindStringSubmatch(named)
		count := policy.GetInt(parts[1])
		switch {
		case parts[2] == "":
			return rules.Thousands(count)
		case count == 1:
			return "1 day"
		default:
			return strconv.Itoa(count) + " days"
		}
	})
	return link.ReplaceAllString(filled, "$1")
}
