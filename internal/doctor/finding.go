package doctor

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
// nothing to do.
type Finding struct {
	Level   Level  `json:"level"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
	Do      string `json:"do"`
}

// report passes findings on as they come.
type report struct{ found func(Finding) }

func (r *report) ok(subject, text string) { r.found(Finding{OK, subject, text, ""}) }

func (r *report) note(subject, text, do string) { r.found(Finding{Note, subject, text, do}) }

func (r *report) problem(subject, text, do string) { r.found(Finding{Problem, subject, text, do}) }

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
