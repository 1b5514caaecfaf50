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

const (
	dueJob  = "tellWhatIsDueSoon"
	weekJob = "sendWeeklySummary"
)

func TestATutorIsRemindedOnceOfEachDueDate(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	due := time.Date(2031, 12, 1, 10, 0, 0, 0, time.UTC)
	robin, kim, lou := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim"), app.Person(t, domain.RoleTutor, "Lou")
	id := app.HandIn(t, robin.Token, map[string]string{"dueDate": due.Format(time.RFC3339)})
	app.HandIn(t, robin.Token, map[string]string{"dueDate": due.Format(time.RFC3339)}) // has no tutor
	change := func(values map[string]any) {
		t.Helper()
		assignment, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		assignment.Load(values)
		app.MustSave(t, assignment)
		told(t, app)
	}
	change(map[string]any{store.Tutor: kim.Id, store.Status: domain.StatusInProgress})
	for _, step := range []struct {
		name   string
		change map[string]any
		at     time.Time
		person string // who is reminded, if anybody
	}{
		{"more than a day before", nil, due.Add(-24*time.Hour - time.Second), ""},
		{"a day before", nil, due.Add(-24 * time.Hour), "kim"},
		{"a minute later", nil, due.Add(-24*time.Hour + time.Minute), ""},
		{"with another tutor", map[string]any{store.Tutor: lou.Id}, due.Add(-2 * time.Hour), "lou"},
		{"with a later due date", map[string]any{store.DueDate: due.Add(time.Hour)}, due.Add(-time.Hour), "lou"},
		{"once it is finished", map[string]any{store.Status: domain.StatusCompleted, store.DueDate: due.Add(2 * time.Hour)}, due.Add(-time.Hour), ""},
		{"after the due date", map[string]any{store.Status: domain.StatusRevision}, due.Add(3 * time.Hour), ""},
	} {
		clock.Set(app, step.at)
		if step.change != nil {
			change(step.change)
		}
		app.RunJob(t, dueJob)
		var want []string
		if step.person != "" {
			want = both(step.person, "work.due")
		}
		if got := told(t, app); !slices.Equal(got, want) {
			t.Errorf("%s: told %q", step.name, got)
		}
	}
}

func TestADueDateInAnotherFormatIsToldOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, kim := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim")
	id := app.HandIn(t, robin.Token, nil)
	const count = 60
	clock.Set(app, time.Date(2031, 12, 1, 0, 0, 0, 0, time.UTC))
	app.CopyRows(t, store.Assignments, id, count, map[string]any{store.Tutor: kim.Id, store.DueDate: "2031-12-01 10:00:00Z"})
	told(t, app)
	app.RunJob(t, dueJob)
	if got := told(t, app); len(got) != 2*count {
		t.Errorf("%d messages, want %d", len(got), 2*count)
	}
	app.RunJob(t, dueJob)
	if got := told(t, app); len(got) != 0 {
		t.Errorf("%d messages a minute later", len(got))
	}
}

func TestManyRemindersAreToldInSmallTransactions(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, kim := app.Person(t, domain.RoleStudent, "Robin"), app.Person(t, domain.RoleTutor, "Kim")
	id := app.HandIn(t, robin.Token, nil)
	const count = 200
	clock.Set(app, time.Date(2031, 12, 1, 0, 0, 0, 0, time.UTC))
	app.CopyRows(t, store.Assignments, id, count, map[string]any{store.Tutor: kim.Id})
	told(t, app)
	app.DoesNotBlockWriters(t, func() { app.RunJob(t, dueJob) })
	if got := told(t, app); len(got) != 2*count {
		t.Errorf("%d messages, want %d", len(got), 2*count)
	}
}

func TestAdminsGetOneSummaryAWeek(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	monday := time.Date(2031, 11, 17, 0, 0, 0, 0, time.UTC)
	clock.Set(app, monday.Add(time.Hour))
	ada := app.Person(t, domain.RoleAdmin, "Ada")
	robin := app.Person(t, domain.RoleStudent, "Robin")
	app.RunJob(t, weekJob)
	told(t, app)
	app.HandIn(t, robin.Token, nil)
	app.HandIn(t, robin.Token, nil)
	app.AskForQuote(t)
	told(t, app)
	next := monday.AddDate(0, 0, 7)
	for _, step := range []struct {
		name string
		at   time.Time
		told bool
	}{
		{"on Sunday", next.Add(-time.Hour), true}, // of the week before, at 8 on Monday: the program was off
		{"on Monday before 8", next.Add(8*time.Hour - time.Second), false},
		{"on Monday at 8", next.Add(8 * time.Hour), true},
		{"on Tuesday", next.Add(26 * time.Hour), false},
		{"three weeks later", next.AddDate(0, 0, 23), true},
		{"a minute after that", next.AddDate(0, 0, 23).Add(time.Minute), false},
	} {
		clock.Set(app, step.at)
		app.RunJob(t, weekJob)
		if step.name == "on Monday at 8" {
			notices := read(t, app, ada, "")
			if len(notices) != 1 || !strings.Contains(notices[0].Body, "17 Nov 2031: 2 new assignments, 0 finished, 1 quote request.") {
				t.Errorf("the summary is %+v", notices)
			}
		}
		var want []string
		if step.told {
			want = both("ada", "week")
		}
		if got := told(t, app); !slices.Equal(got, want) {
			t.Errorf("%s: told %q", step.name, got)
		}
	}
}

func TestTheFirstSummaryIsAboutTheFirstFullWeek(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleAdmin, "Ada")
	reminders, err := app.FindCollectionByNameOrId(store.Reminders)
	if err != nil {
		t.Fatal(err)
	}
	migrated := reminders.Created.Time()
	first := domain.Monday(migrated).AddDate(0, 0, 14).Add(8 * time.Hour)
	for _, step := range []struct {
		at   time.Time
		want []string
	}{{migrated, nil}, {first.AddDate(0, 0, -7), nil}, {first.Add(-time.Second), nil}, {first, both("ada", "week")}} {
		clock.Set(app, step.at)
		app.RunJob(t, weekJob)
		if got := told(t, app); !slices.Equal(got, step.want) {
			t.Errorf("at %v: told %q", step.at, got)
		}
	}
}
