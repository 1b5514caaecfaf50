package messages

import (
	"context"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"
	"github.com/pocketbase/pocketbase/tools/routine"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// retries are the waits after the first, second, ... failed attempt. After the last
// one, a mail has failed.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// sendLimit is how long the server may take over one mail.
var sendLimit = func(core.App) time.Duration { return time.Minute }

// shutdownLimit is how long the program waits for a mail that is being sent when it
// stops.
const shutdownLimit = 5 * time.Second

// Failures that do not come from the server.
const (
	errStalled = interruption("The mail server did not answer in time")
	errStopped = interruption("The program was stopped while the email was being sent")
)

// interruption is why an attempt has no outcome.
type interruption string

func (i interruption) Error() string { return string(i) }

// interrupt is called at points where a test stops a run, as a crash would.
var interrupt = func(app core.App, point string) {}

// attempt is an attempt to send a mail, and its outcome.
type attempt struct {
	mail    store.TakenMail
	outcome store.MailOutcome
	isLost  bool // the failure concerns every mail, not only this one
	pauses  bool // it makes no sense to go on right now
}

// try sends a mail, and decides what becomes of it.
func (s *sender) try(ctx context.Context, taken store.TakenMail) *attempt {
	message, err := s.compose(ctx, taken)
	a := &attempt{mail: taken, outcome: store.MailOutcome{To: taken.To}}
	if err == nil {
		a.outcome.To = message.To[0].Address
		a.outcome.Attempt = true
		err = s.deliver(ctx, message)
	}
	now := clock.Now(s.app)
	var (
		no    unwanted
		never permanent
	)
	switch {
	case err == nil:
		a.outcome.Status, a.outcome.SentAt = sent, now
		return a
	case errors.As(err, &no):
		a.outcome.Status = skipped
	case errors.As(err, &never), isRefusal(err):
		a.outcome.Status = failed
	case errors.Is(err, errStopped):
		// The server may or may not have taken it.
		a.outcome.Status, a.outcome.NextAt, a.outcome.Attempt, a.pauses = queued, now.Add(retries[0]), false, true
	case taken.Attempts >= len(retries):
		a.outcome.Status = failed
	default:
		a.outcome.Status, a.outcome.NextAt, a.outcome.Attempt = queued, now.Add(retries[taken.Attempts]), true
	}
	_, isAnswered := serverAnswer(err)
	a.isLost = a.outcome.Attempt && !isAnswered
	a.pauses = a.pauses || errors.Is(err, errStalled)
	a.outcome.Error = shorten(err.Error())
	return a
}

// compose composes a mail. A panic counts as a failure of this mail alone.
func (s *sender) compose(ctx context.Context, taken store.TakenMail) (message *mailer.Message, err error) {
	err = routine.SafeWrap(func() (err error) {
		message, err = composeMail(context.WithoutCancel(ctx), s.app, taken)
		return err
	})()
	return message, err
}

// deliver hands a mail to the server. It closes the connection when the server has
// taken too long.
func (s *sender) deliver(ctx context.Context, message *mailer.Message) error {
	sending, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	defer time.AfterFunc(sendLimit(s.app), func() { end(errStalled) }).Stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(shutdownLimit, func() { end(errStopped) }) })()
	err := routine.SafeWrap(func() error { return transmit(sending, s.app.Settings().SMTP, message) })()
	if cause := context.Cause(sending); err != nil && cause != nil {
		return cause
	}
	return err
}

// errorLimit is the longest error that is stored, in characters.
const errorLimit = 500

func shorten(text string) string {
	if runes := []rune(text); len(runes) > errorLimit {
		return string(runes[:errorLimit-1]) + "…"
	}
	return text
}
