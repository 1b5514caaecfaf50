package messages_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestAMailIsSentOnlyIfItStillApplies(t *testing.T) {
	t.Parallel()
	const (
		role     = "The reader no longer has the role for this email"
		notTheir = "This is no longer the reader's work"
		untrue   = "It is no longer true"
	)
	due := time.Date(2031, 12, 1, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		kind, reason string // an empty reason means that it is sent
		before       string // the status when it is written
		change       func(s *scene)
	}{
		{"work.given", "", "in_progress", func(*scene) {}},
		{"work.given", notTheir, "in_progress", func(s *scene) { s.patch(map[string]any{"tutor": s.lou.Id}) }},
		{"work.given", role, "in_progress", func(s *scene) { s.set(s.kim.Record, store.Role, domain.RoleStudent) }},
		{"work.taken", "", "in_progress", func(s *scene) { s.patch(map[string]any{"tutor": s.lou.Id}) }},
		{"work.taken", "This is the reader's work again", "in_progress", func(s *scene) {
			s.patch(map[string]any{"tutor": nil})
			s.patch(map[string]any{"tutor": s.kim.Id})
		}},
		{"work.due", "", "in_progress", func(*scene) {}},
		{"work.due", "The work is finished", "in_progress", func(s *scene) { s.patch(map[string]any{"status": "completed"}) }},
		{"work.due", "The work is not due soon", "in_progress", func(s *scene) { s.set(s.assignment(), store.DueDate, due.AddDate(0, 1, 0)) }},
		{"work.due", "The work is not due soon", "in_progress", func(s *scene) { clock.Set(s.app, due) }},
		{"work.due", notTheir, "in_progress", func(s *scene) { s.patch(map[string]any{"tutor": s.lou.Id}) }},
		{"assignment.received", notTheir, "in_progress", func(s *scene) { s.set(s.assignment(), store.Student, s.lou.Id) }},
		{"assignment.tutor", untrue, "in_progress", func(s *scene) { s.patch(map[string]any{"tutor": nil}) }},
		{"assignment.delivered", "", "completed", func(s *scene) { s.patch(map[string]any{"status": "graded"}) }},
		{"assignment.delivered", untrue, "completed", func(s *scene) { s.patch(map[string]any{"status": "revision"}) }},
		{"assignment.graded", untrue, "graded", func(s *scene) { s.patch(map[string]any{"status": "in_progress"}) }},
		{"assignment.graded", "The account is inactive", "graded", func(s *scene) { s.set(s.robin.Record, store.DeletingAt, due) }},
		{"assignment.feedback", untrue, "completed", func(s *scene) { s.patch(map[string]any{"feedback": ""}) }},
		{"assignment.new", "", "in_progress", func(*scene) {}},
		{"assignment.new", role, "in_progress", func(s *scene) { s.set(s.bo.Record, store.Role, domain.RoleStudent) }},
		{"assignment.new", "It is about something that has been deleted", "in_progress", func(s *scene) { s.set(s.robin.Record, store.DeletingAt, due) }},
		{"quote.new", role, "in_progress", func(s *scene) { s.set(s.bo.Record, store.Role, domain.RoleTutor) }},
		{"quote.received", "It is about something that no longer has this address", "in_progress", func(s *scene) { s.set(s.quote, store.Email, "other@example.com") }},
	} {
		t.Run(c.kind+" "+c.reason, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			s := &scene{t: t, app: app, ada: app.Person(t, domain.RoleAdmin, "Ada"), bo: app.Person(t, domain.RoleAdmin, "Bo"),
				robin: app.Person(t, domain.RoleStudent, "Robin"), kim: app.Person(t, domain.RoleTutor, "Kim"), lou: app.Person(t, domain.RoleTutor, "Lou")}
			clock.Set(app, due.Add(-time.Hour))
			s.quote = app.AskForQuote(t)
			s.id = app.HandIn(t, s.robin.Token, nil)
			s.patch(map[string]any{"tutor": s.kim.Id, "status": "in_progress"})
			app.RunJob(t, "tellWhatIsDueSoon")
			s.patch(map[string]any{"status": c.before})
			if c.kind == "assignment.feedback" {
				s.patch(map[string]any{"feedback": "Well argued."})
			}
			c.change(s)
			clock.Advance(app, 10*time.Minute) // what is gathered for the desk is due
			app.UseMailbox(t)
			app.RunJob(t, sendJob)
			readers := map[string]string{"assignment.new": s.bo.Email(), "quote.new": s.bo.Email(), "quote.received": "visitor@example.com",
				"work.given": s.kim.Email(), "work.taken": s.kim.Email(), "work.due": s.kim.Email()}
			to, found := cmp.Or(readers[c.kind], s.robin.Email()), false
			for _, mail := range outbox(t, app) {
				if mail.GetString(store.Kind) != c.kind || mail.GetString(store.To) != to {
					continue
				}
				// Of several, the oldest is the one that the change concerns.
				if found {
					break
				}
				found = true
				want := "sent"
				if c.reason != "" {
					want = "skipped"
				}
				if mail.GetString(store.Status) != want || mail.GetString(store.Error) != c.reason {
					t.Errorf("the mail is %s: %q", mail.GetString(store.Status), mail.GetString(store.Error))
				}
			}
			if !found {
				t.Error("there is no such mail")
			}
		})
	}
}

// scene is an assignment with everybody who hears of it.
type scene struct {
	t                        *testing.T
	app                      *testkit.App
	ada, bo, robin, kim, lou testkit.Person
	quote                    *core.Record
	id                       string
}

func (s *scene) patch(change map[string]any) {
	s.t.Helper()
	s.app.Call(s.t, "PATCH", "/api/assignments/"+s.id, s.ada.Token, change).Granted(s.t, 200, nil)
}

func (s *scene) assignment() *core.Record {
	s.t.Helper()
	found, err := s.app.FindRecordById(store.Assignments, s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// set changes one field, as a tool outside the program does.
func (s *scene) set(record *core.Record, field string, value any) {
	s.t.Helper()
	if moment, ok := value.(time.Time); ok {
		value = moment.UTC().Format(types.DefaultDateLayout)
	}
	_, err := s.app.NonconcurrentDB().Update(record.Collection().Name, dbx.Params{field: value}, dbx.HashExp{store.ID: record.Id}).Execute()
	if err != nil {
		s.t.Fatal(err)
	}
}
