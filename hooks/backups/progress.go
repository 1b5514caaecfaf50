package backups

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"deskmate/internal/clock"
)

// reporter receives the progress of a backup.
type reporter func(step)

type reporterKey struct{}

func withReporter(ctx context.Context, report reporter) context.Context {
	return context.WithValue(ctx, reporterKey{}, report)
}

// reporterOf returns the reporter that the command put into the context. Backups
// from the console and the schedule have none.
func reporterOf(ctx context.Context) reporter {
	if report, ok := ctx.Value(reporterKey{}).(reporter); ok {
		return report
	}
	return func(step) {}
}

// step is one part of a backup. Its total is 0 where it is not known beforehand.
type step struct {
	title       string
	done, total int64
	ended       bool
	report      reporter
}

func (report reporter) begin(title string, total int64) *step {
	s := &step{title: title, total: total, report: report}
	report(*s)
	return s
}

func (s *step) reached(done int64) {
	s.done = done
	s.report(*s)
}

func (s *step) end() {
	s.ended = true
	s.report(*s)
}

// String describes the step: "Packing data.db: 12 MB of 48 MB (25%)".
func (s step) String() string {
	done := humanize.Bytes(uint64(s.done)) // #nosec G115 -- a number of bytes that were written
	if s.ended || s.total == 0 {
		return fmt.Sprintf("%s: %s", s.title, done)
	}
	return fmt.Sprintf("%s: %s of %s (%d%%)", s.title, done, humanize.Bytes(uint64(s.total)), 100*s.done/s.total) // #nosec G115 -- the sum of sizes of files
}

// read counts what is read towards the step, and stops when ctx is cancelled.
func (s *step) read(ctx context.Context, from io.Reader) io.Reader {
	return readFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := from.Read(p)
		s.reached(s.done + int64(n))
		return n, err
	})
}

type readFunc func(p []byte) (int, error)

// Read calls the function.
func (read readFunc) Read(p []byte) (int, error) { return read(p) }

// redrawEvery limits how often the line on a terminal is redrawn.
const redrawEvery = 100 * time.Millisecond

// printTo prints steps: on a terminal as a line that is redrawn, elsewhere as one
// line at the end of each step.
func printTo(out io.Writer, terminal bool) reporter {
	var sinceDrawn func() time.Duration
	return func(s step) {
		switch {
		case terminal && s.ended:
			fmt.Fprintf(out, "\r\x1b[K%s\n", s)
		case terminal && (sinceDrawn == nil || sinceDrawn() >= redrawEvery):
			sinceDrawn = clock.Stopwatch()
			fmt.Fprintf(out, "\r\x1b[K%s", s)
		case !terminal && s.ended:
			fmt.Fprintln(out, s)
		}
	}
}
