package messages_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const acceptsJob = "tellWhatAcceptsItselfSoon"

func TestAStudentIsToldOnceThatWorkWillBeAccepted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	start := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(app, start)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin")
	id := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"status": domain.StatusCompleted}).Granted(t, 200, nil)
	told(t, app)
	closing := start.Add(3 * 24 * time.Hour) // of the refund window, which is the longer one
	for _, step := range []struct {
		name   string
		at     time.Time
		isTold bool
	}{
		{"more than a day before", closing.Add(-24*time.Hour - time.Millisecond), false},
		{"a day before", closing.Add(-24 * time.Hour), true},
		{"a minute later", closing.Add(-24*time.Hour + time.Minute), false},
	} {
		clock.Set(app, step.at)
		var want []string
		if step.isTold {
			want = both("robin", "assignment.accepts_itself")
		}
		app.RunJob(t, acceptsJob)
		if got := told(t, app); !slices.Equal(got, want) {
			t.Errorf("%s: told are %q", step.name, got)
		}
	}
	// What was told is not even read again.
	for _, query := range app.RecordQueries(func() { app.RunJob(t, acceptsJob) }) {
		if strings.Contains(query, "windowsStart") && !strings.Contains(query, "NOT EXISTS") || strings.HasPrefix(query, "SELECT `assignments`.*") {
			t.Errorf("the job runs %s", query)
		}
	}
}

func TestAcceptanceWarningsAreMailedOnlyWhileTheyHold(t *testing.T) {
	t.Parallel()
	start := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	closing := start.Add(3 * 24 * time.Hour)
	for name, c := range map[string]struct {
		at     time.Time
		change map[string]any
		status string
	}{
		"nothing has changed":      {closing, nil, "sent"},
		"its windows have closed":  {closing.Add(time.Millisecond), nil, "skipped"},
		"the student has accepted": {start.Add(50 * time.Hour), map[string]any{store.AcceptedAt: start.Add(50 * time.Hour)}, "skipped"},
		"a claim is open":          {start.Add(50 * time.Hour), map[string]any{store.ClaimOpen: true}, "skipped"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			clock.Set(app, start)
			admin, robin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin")
			id := app.HandIn(t, robin.Token, nil)
			app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"status": domain.StatusCompleted}).Granted(t, 200, nil)
			told(t, app)
			clock.Set(app, start.Add(2*24*time.Hour+time.Hour))
			app.RunJob(t, acceptsJob)
			if notices := read(t, app, robin, ""); len(notices) != 1 ||
				notices[0].Body != "This work will be accepted automatically in less than 24 hours. If something is wrong with it, tell us before then." {
				t.Errorf("got %+v", notices)
			}
			clock.Set(app, c.at)
			assignment, err := app.FindRecordById(store.Assignments, id)
			if err != nil {
				t.Fatal(err)
			}
			assignment.Load(c.change)
			app.MustSave(t, assignment)
			app.UseMailbox(t)
			app.RunJob(t, "sendMails")
			mail, err := app.FindFirstRecordByData(store.Outbox, store.Kind, "assignment.accepts_itself")
			if err != nil {
				t.Fatal(err)
			}
			if status := mail.GetString(store.Status); status != c.status {
				t.Errorf("the mail is %s: %s", status, mail.GetString(store.Error))
			}
		})
	}
}
