package health

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// Level says how grave a finding is.
type Level string

// The levels of findings.
const (
	OK      Level = "ok"
	Note    Level = "note"
	Problem Level = "problem"
)

// Finding is what one check found. Do says what to do about it; it is empty if there is
// nothing to do. At is when it was found, if that was before the check, as RFC 3339 in UTC:
// whoever shows it knows the reader's time zone.
type Finding struct {
	Level   Level  `json:"level"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
	Do      string `json:"do"`
	At      string `json:"at,omitempty"`
}

// report passes findings on as they come.
type report struct{ found func(Finding) }

func (r *report) ok(subject, text string) { r.found(Finding{Level: OK, Subject: subject, Text: text}) }

func (r *report) note(subject, text, do string) {
	r.found(Finding{Level: Note, Subject: subject, Text: text, Do: do})
}

func (r *report) problem(subject, text, do string) {
	r.found(Finding{Level: Problem, Subject: subject, Text: text, Do: do})
}

// Running makes the checks that cost a running server little, and tell nothing about the
// machine that admins should not know. Each server that is asked has 5 seconds.
func Running(ctx context.Context, app core.App) (findings []Finding) {
	r := &report{found: func(f Finding) { findings = append(findings, f) }}
	r.clock(app)
	r.space(app.DataDir(), false) // a walk through all files would cost too much
	r.damage(app)
	r.address(app)
	r.people(ctx, app)
	r.mail(ctx, app)
	r.files(ctx, app)
	r.scanner(ctx, app, false)
	r.backups(ctx, app)
	return findings
}
