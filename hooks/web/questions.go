package web

import (
	_ "embed"
	"regexp"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// questions.json holds the questions and answers of the front page. The
// interface shows the same text that search engines get (docs/product.md,
// section 4.10).
//
//go:embed questions.json
var questionsJSON []byte

// faq is a question with its answer. An answer may contain numbers from the
// policy as {disputeHours} or {revisionDays days}, and links as [text](/path).
type faq struct {
	Question string `json:"ask"`
	Answer   string `json:"answer"`
}

var faqs = mustUnmarshal[[]faq](questionsJSON)

var (
	placeholder  = regexp.MustCompile(`\{(\w+)( days)?\}`)
	markdownLink = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
)

// plainAnswer returns the answer as plain text, with the numbers of a policy
// filled in and links reduced to their text.
func (f faq) plainAnswer(policy *core.Record) string {
	filled := placeholder.ReplaceAllStringFunc(f.Answer, func(match string) string {
		groups := placeholder.FindStringSubmatch(match)
		value := policy.GetInt(groups[1])
		switch {
		case groups[2] == "":
			return domain.Thousands(value)
		case value == 1:
			return "1 day"
		default:
			return strconv.Itoa(value) + " days"
		}
	})
	return markdownLink.ReplaceAllString(filled, "$1")
}
