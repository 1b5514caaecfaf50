package mail

import (
	"context"
	"errors"
	"net/textproto"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"
	"github.com/pocketbase/pocketbase/tools/routine"

	"deskmate/internal/clock"
	"deskmate/records"
)

// retries are the waits after the first, second, ... failed attempt. After the last
// one, a mail has failed.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// sendLimit is how long the server may take over one mail.
var sendLimit = time.Minute

// shutdownLimit is how long the program waits for a mail that is being sent when it
// stops.
const shutdownLimit = 5 * time.Second

// Failures that do not come from the server.
const (
	errStalled = interruption("The mail server did not answer in time")
	errStopped = interruption("The program was stopped while the mail was being sent")
	errBusy    = interruption("The mail server has not ended earlier attempts")
)

// interruption is why an attempt has no outcome.
type interruption string

func (i interruption) Error() string { return string(i) }

// interrupt is called at points where a test stops a run, as a crash would.
var interrupt = func(app core.App, point string) {}

// attempt is an attempt to send a mail, and its outcome.
type attempt struct {
	mail    records.ClaimedMail
	outcome records.MailOutcome
	isLost  bool // the connection failed
	pauses  bool // it makes no sense to go on right now
}

// try sends a mail, and decides what becomes of it.
func (s *sender) try(ctx context.Context, claimed records.ClaimedMail) *attempt {
	message, err := s.compose(ctx, claimed)
	a := &attempt{mail: claimed, outcome: records.MailOutcome{To: claimed.To}}
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
	case errors.Is(err, errStopped), errors.Is(err, errBusy):
		// The server may or may not have taken it, or was not asked.
		a.outcome.Status, a.outcome.NextAt, a.outcome.Attempt, a.pauses = queued, now.Add(retries[0]), false, true
	case claimed.Attempts >= len(retries):
		a.outcome.Status = failed
	default:
		a.outcome.Status, a.outcome.NextAt, a.outcome.Attempt = queued, now.Add(retries[claimed.Attempts]), true
	}
	var reply *textproto.Error
	a.isLost = a.outcome.Attempt && !errors.As(err, &reply)
	a.pauses = a.pauses || errors.Is(err, errStalled)
	a.outcome.Error = shorten(err.Error())
	return a
}

// compose composes a mail. A panic counts as a failure of this mail alone.
func (s *sender) compose(ctx context.Context, claimed records.ClaimedMail) (message *mailer.Message, err error) {
	err = routine.SafeWrap(func() (err error) {
		message, err = compose(context.WithoutCancel(ctx), s.app, claimed)
		return err
	})()
	return message, err
}

// deliver hands a mail to the server. The framework's mailer has no time limit, so an
// attempt that stalls is left behind; at most inFlight of them.
func (s *sender) deliver(ctx context.Context, message *mailer.Message) error {
	select {
	case s.slots <- struct{}{}:
	default:
		return errBusy
	}
	result := make(chan error, 1)
	go func() {
		defer func() { <-s.slots }()
		result <- routine.SafeWrap(func() error { return s.app.NewMailClient().Send(message) })()
	}()
	limit := time.NewTimer(sendLimit)
	defer limit.Stop()
	select {
	case err := <-result:
		return err
	case <-limit.C:
		return errStalled
	case <-ctx.Done():
	}
	limit.Reset(shutdownLimit)
	select {
	case err := <-result:
		return err
	case <-limit.C:
		return errStopped
	}
}

// isRefusal reports whether the server has refused a mail for good. Codes 530 to 539
// refuse the site's own sign-in, which an operator can correct.
func isRefusal(err error) bool {
	var reply *textproto.Error
	return errors.As(err, &reply) && reply.Code >= 500 && reply.Code < 600 && reply.Code/10 != 53
}

// errorLimit is the longest error that is stored, in characters.
const errorLimit = 500

func shorten(text string) string {
	if runes := []rune(text); len(runes) > errorLimit {
		return string(runes[:errorLimit-1]) + "…"
	}
	return text
}
