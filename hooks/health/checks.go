package health

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/replica"
)

const (
	// checkedFor is how long findings are shown before the checks are made again.
	checkedFor = 20 * time.Second
	// checkLimit is how long the checks may take in all.
	checkLimit = 20 * time.Second
	// answerLimit is how long an answer waits for checks that are being made. Then it shows
	// what was found before.
	answerLimit = 3 * time.Second
)

// checks keeps what was found last, so that admins who look at the page do not have other
// servers asked each time.
type checks struct {
	ctx      context.Context // ends when the program shuts down
	mu       sync.Mutex
	started  time.Time
	isEnding bool
	findings []Finding
	at       time.Time     // of the findings; zero before the first
	running  chan struct{} // closed when the checks that are being made have ended; nil if none are
	copied   func() (replica.Report, bool)
}

const checksKey = "deskmateStatus"

func checksOf(app core.App) *checks {
	started := clock.Now(app) // not below: it needs the store, which is locked there
	return app.Store().GetOrSet(checksKey, func() any { return &checks{ctx: context.Background(), started: started} }).(*checks)
}

// Listen notes when the server starts, and ends the checks when the program shuts down. copied
// describes the copy of the database; it may be nil.
func Listen(app core.App, copied func() (replica.Report, bool)) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &checks{ctx: ctx, started: clock.Now(app), copied: copied}
	app.Store().Set(checksKey, c)
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		cancel()
		c.end()
		return e.Next()
	})
}

// end waits for the checks that are being made, and has no more made. Their context has ended,
// so they end soon.
func (c *checks) end() {
	c.mu.Lock()
	c.isEnding = true
	running := c.running
	c.mu.Unlock()
	if running != nil {
		<-running
	}
}

// read returns what was found, and when. It makes the checks again if that is too long ago.
func (c *checks) read(ctx context.Context, app core.App) (findings []Finding, at time.Time) {
	c.mu.Lock()
	if c.running == nil && !c.isEnding && (c.at.IsZero() || clock.Now(app).Sub(c.at).Abs() > checkedFor) {
		c.running = make(chan struct{})
		go c.check(app) // #nosec G118 -- the checks are for everybody who asks, so they outlive the request that began them
	}
	running := c.running
	c.mu.Unlock()
	if running != nil {
		waiting, cancel := context.WithTimeout(ctx, answerLimit)
		defer cancel()
		select {
		case <-running:
		case <-waiting.Done():
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.findings, c.at
}

func (c *checks) check(app core.App) {
	ctx, cancel := context.WithTimeout(c.ctx, checkLimit)
	defer cancel()
	findings := []Finding{{Level: Problem, Subject: "checks", Text: "they failed", Do: "look for the cause in the log of the console"}}
	defer func() {
		if cause := recover(); cause != nil {
			app.Logger().Error("the checks of the status panicked", "error", fmt.Sprint(cause), "stack", string(debug.Stack()))
		}
		for i := range findings {
			findings[i] = forAdmins(findings[i])
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.findings, c.at = findings, clock.Now(app)
		close(c.running)
		c.running = nil
	}()
	findings = append(Running(ctx, app), c.checkCopy()...)
}

// asking are the subjects whose problems are told in the words of another server or of the
// machine, which may name addresses and paths.
var asking = []string{"mail server", "files", "backups", "virus scanner"}

// forAdmins words a finding for an admin, who may not be the operator.
func forAdmins(finding Finding) Finding {
	if finding.Level == Problem && slices.Contains(asking, finding.Subject) {
		finding.Text = Redact(finding.Text)
		if finding.Subject == asking[0] {
			finding.Text = "it does not answer (" + finding.Text + ")"
		}
	}
	if finding.Do != "" && !strings.Contains(finding.Do, "admin dashboard") {
		finding.Do = "Ask whoever runs the server: " + finding.Do
	}
	return finding
}

func (c *checks) checkCopy() []Finding {
	const subject = "copy of the database"
	if c.copied == nil {
		return nil
	}
	report, isOn := c.copied()
	if !isOn {
		return []Finding{{Level: OK, Subject: subject, Text: "none is kept"}}
	}
	text := fmt.Sprintf("this machine serves the site (generation %d), and the store lacks the last %s", report.Generation, report.Lag.Round(time.Second))
	if !report.Failed.IsZero() {
		text += fmt.Sprintf("; copying last failed or was late %s ago", max(0, -clock.Left(report.Failed)).Round(time.Second))
	}
	if report.Lag > replica.Failing {
		return []Finding{{Level: Problem, Subject: subject, Text: text, Do: "check whether the store can be reached: deskmate replica status"}}
	}
	return []Finding{{Level: OK, Subject: subject, Text: text}}
}
