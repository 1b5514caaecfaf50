package messages_test

import (
	"testing"
	"time"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestOldMailsAreForgotten(t *testing.T) {
	t.Parallel()
	const day, count = 24 * time.Hour, 1200
	for status, life := range map[string]time.Duration{"sent": 90 * day, "skipped": 90 * day, "failed": 365 * day} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			ada := admin(t, app)
			clock.Set(app, clock.Now(app))
			mail := queue(t, app, "visitor@example.com")
			mail.Set(store.Status, status)
			app.MustSave(t, mail)
			app.CopyRows(t, store.Outbox, mail.Id, count-1, nil)
			for _, step := range []struct {
				later time.Duration
				want  int
			}{{life - time.Minute, count}, {2 * time.Minute, 0}} {
				clock.Advance(app, step.later)
				app.RunJob(t, "forgetMails")
				if got := list(t, app, ada, "?status="+status); len(got) != step.want {
					t.Errorf("%d mails are left, want %d", len(got), step.want)
				}
			}
		})
	}
}

func TestMailsThatWaitAreNotForgotten(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	mail := queue(t, app, "visitor@example.com")
	clock.Set(app, clock.Now(app).AddDate(10, 0, 0))
	app.RunJob(t, "forgetMails")
	reload(t, app, mail)
}
