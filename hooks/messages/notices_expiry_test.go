package messages_test

import (
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const (
	forgetJob = "forgetNotices"
	day       = 24 * time.Hour
)

func TestOldNoticesAreForgotten(t *testing.T) {
	t.Parallel()
	const count = 1200
	for name, c := range map[string]struct {
		life time.Duration
		read bool
	}{"read": {180 * day, true}, "unread": {365 * day, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			robin := app.Person(t, domain.RoleStudent, "Robin")
			clock.Set(app, clock.Now(app))
			app.HandIn(t, robin.Token, nil)
			app.CopyRows(t, store.Notices, read(t, app, robin, "")[0].ID, count-1, nil)
			if c.read {
				app.Call(t, "POST", "/api/notices/read-all", robin.Token, nil).Granted(t, 200, nil)
			}
			for _, step := range []struct {
				later time.Duration
				want  int64
			}{{c.life - time.Minute, count}, {2 * time.Minute, 0}} {
				clock.Advance(app, step.later)
				app.RunJob(t, forgetJob)
				if got, err := app.CountRecords(store.Notices); got != step.want || err != nil {
					t.Errorf("%d notices are left, want %d; %v", got, step.want, err)
				}
			}
		})
	}
}

func TestKeysOfRemindersAreKeptAsLongAsTheyMatter(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	monday := time.Date(2031, 11, 17, 8, 0, 0, 0, time.UTC)
	clock.Set(app, monday)
	app.Person(t, domain.RoleAdmin, "Ada")
	app.RunJob(t, weekJob)
	for _, step := range []struct {
		at   time.Time
		want int64
	}{{monday.Add(7*day - time.Second), 1}, {monday.Add(37 * day), 1}, {monday.Add(37*day + time.Second), 0}} {
		clock.Set(app, step.at)
		app.RunJob(t, forgetJob)
		if got, err := app.CountRecords(store.Reminders); got != step.want || err != nil {
			t.Errorf("at %v: %d keys, want %d; %v", step.at, got, step.want, err)
		}
	}
}
