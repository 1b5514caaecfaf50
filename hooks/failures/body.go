package failures

import (
	"math"
	"strconv"

	"deskmate/hooks/domain"
)

// Body is the JSON body of every failure (docs/product.md, section 7).
type Body struct {
	Status  int               `json:"status"`
	Message string            `json:"message"`
	Msg     string            `json:"msg"`
	Error   string            `json:"error"`
	Errors  []string          `json:"errors"`
	Data    map[string]Detail `json:"data"`
}

// Detail describes what is wrong with one field.
type Detail struct {
	Code    domain.Code `json:"code"`
	Message string      `json:"message"`
}

// Body returns the JSON body of the failure.
func (f *Failure) Body() Body {
	first := f.Problems[0].Message
	body := Body{Status: f.Status, Message: first, Msg: first, Error: first, Data: map[string]Detail{}}
	for _, problem := range f.Problems {
		body.Errors = append(body.Errors, problem.Message)
		if problem.Field != "" {
			body.Data[problem.Field] = Detail{problem.Code, problem.Message}
		}
	}
	return body
}

// RetryAfterHeader returns the value of the Retry-After header in whole seconds, at
// least one. It is empty if the failure does not say how long to wait.
func (f *Failure) RetryAfterHeader() string {
	if f.RetryAfter <= 0 {
		return ""
	}
	return strconv.Itoa(max(1, int(math.Ceil(f.RetryAfter.Seconds()))))
}
