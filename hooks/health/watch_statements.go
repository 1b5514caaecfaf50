package health

import (
	"context"
	"regexp"
	"strings"

	"deskmate/internal/database"
	"deskmate/internal/requests"
)

// statementLimit is how much of the text of a statement is logged, in bytes.
const statementLimit = 2000

// statement hears of each statement that has ended.
func (w *watch) statement(ctx context.Context, ended database.Statement) {
	slow := w.config.Slow >= 0 && ended.Took >= w.config.Slow
	if w.metrics != nil {
		w.metrics.statement(ended, slow)
	}
	if !slow {
		return
	}
	request := requests.Of(ctx)
	w.app.Logger().Warn("slow statement", "request", requests.ID(ctx), "ms", milliseconds(ended.Took),
		"waited_ms", milliseconds(max(ended.Waited, request.Waited())), "statement", withoutValues(ended.Text))
}

// literals are the parts of a statement that hold values, or comments. Most values are
// parameters anyway. The last one may be cut off.
var literals = regexp.MustCompile(`'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|/\*(?s:.*?)\*/|\b[0-9][0-9a-zA-Z_.]*`)

var spaces = regexp.MustCompile(`\s+`)

// withoutValues returns the text of a statement with a question mark instead of each
// value.
func withoutValues(text string) string {
	if len(text) > statementLimit {
		text = text[:statementLimit] + " …"
	}
	text = literals.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasPrefix(found, "-") || strings.HasPrefix(found, "/") {
			return ""
		}
		return "?"
	})
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}
