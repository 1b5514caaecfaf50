package messages_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// both are the mail and the notice about a kind to a person.
func both(person, kind string) []string {
	return []string{"mail " + person + ": " + kind, "notice " + person + ": " + kind}
}

func TestEachEventIsToldToThoseWhomItConcerns(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, admin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleAdmin, "Bo")
	robin := app.Person(t, domain.RoleStudent, "Robin")
	kim, lou := app.Person(t, domain.RoleTutor, "Kim"), app.Person(t, domain.RoleTutor, "Lou")
	gone := app.Person(t, domain.RoleAdmin, "Gone")
	gone.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, gone.Record)
	told(t, app)

	var id, guests string
	patch := func(id string, change map[string]any) func() {
		return func() {
			app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, change).Granted(t, 200, nil)
		}
	}
	cancel := func(id string, by testkit.Person) func() {
		return func() {
			app.Call(t, "POST", "/api/assignments/"+id+"/cancel", by.Token, map[string]string{"reason": "Asked for twice"}).Granted(t, 200, nil)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
		want [][]string
	}{
		{"a student hands in", func() { id = app.HandIn(t, robin.Token, nil) },
			[][]string{both("robin", "assignment.received"), both("ada", "assignment.new"), both("bo", "assignment.new")}},
		{"an admin hands in", func() { app.HandIn(t, admin.Token, nil) },
			[][]string{both("bo", "assignment.received"), both("ada", "assignment.new")}},
		{"a guest hands in", func() { guests = app.HandIn(t, "", map[string]string{"email": "visitor@example.com"}) },
			[][]string{{"mail visitor: assignment.received"}, both("ada", "assignment.new"), both("bo", "assignment.new")}},
		{"a guest without an address hands in", func() { app.HandIn(t, "", nil) },
			[][]string{both("ada", "assignment.new"), both("bo", "assignment.new")}},
		{"a visitor asks for a quote", func() { app.AskForQuote(t) },
			[][]string{{"mail visitor: quote.received"}, both("ada", "quote.new"), both("bo", "quote.new")}},
		{"a tutor is assigned", func() { patch(id, map[string]any{"tutor": kim.Id})() },
			[][]string{both("robin", "assignment.tutor"), both("kim", "work.given")}},
		{"the tutor stays", func() { patch(id, map[string]any{"tutor": kim.Id, "status": "in_progress"})() }, nil},
		{"another tutor is assigned", func() { patch(id, map[string]any{"tutor": lou.Id})() },
			[][]string{both("robin", "assignment.tutor"), both("lou", "work.given"), both("kim", "work.taken")}},
		{"the tutor is taken off", func() { patch(id, map[string]any{"tutor": nil})() }, [][]string{both("lou", "work.taken")}},
		{"work is completed", func() { patch(id, map[string]any{"status": "completed"})() }, [][]string{both("robin", "assignment.delivered")}},
		{"it stays completed", func() { patch(id, map[string]any{"status": "completed", "price": 10})() }, nil},
		{"feedback comes first", func() { patch(id, map[string]any{"feedback": "Well argued."})() }, [][]string{both("robin", "assignment.feedback")}},
		{"work is graded", func() { patch(id, map[string]any{"status": "graded", "grade": "A", "feedback": "Good."})() },
			[][]string{both("robin", "assignment.graded")}},
		{"the grade changes", func() { patch(id, map[string]any{"grade": "B"})() }, [][]string{both("robin", "assignment.graded")}},
		{"the feedback changes", func() { patch(id, map[string]any{"feedback": "Very good."})() }, [][]string{both("robin", "assignment.feedback")}},
		{"the feedback is removed", func() { patch(id, map[string]any{"feedback": ""})() }, nil},
		{"the price changes", func() { patch(id, map[string]any{"price": 12})() }, nil},
		{"a guest's work gets a tutor", func() { patch(guests, map[string]any{"tutor": kim.Id})() }, [][]string{both("kim", "work.given")}},
		{"a guest's work is completed", func() { patch(guests, map[string]any{"status": "completed"})() }, nil},
		{"a guest's work is graded", func() {
			app.Call(t, "PATCH", "/api/assignments", ada.Token, domain.UpdateAssignments{IDs: []string{guests}, Status: "graded"}).Granted(t, 200, nil)
		}, [][]string{{"mail visitor: assignment.graded"}}},
		{"graded work is deleted", func() {
			app.Call(t, "DELETE", "/api/assignments/"+guests, ada.Token, nil).Granted(t, 200, nil)
		}, nil},
		{"a student hands in again", func() { id = app.HandIn(t, robin.Token, nil) },
			[][]string{both("robin", "assignment.received"), both("ada", "assignment.new"), both("bo", "assignment.new")}},
		{"the student cancels", func() { cancel(id, robin)() }, [][]string{both("ada", "student.cancelled"), both("bo", "student.cancelled")}},
		{"work is cancelled by an admin", func() {
			patch(id, map[string]any{"status": "submitted"})()
			cancel(id, ada)()
		}, [][]string{both("robin", "assignment.cancelled")}},
	} {
		step.do()
		want := slices.Concat(step.want...)
		slices.Sort(want)
		if got := told(t, app); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", step.name, got, want)
		}
	}
}

func TestARefusedChangeTellsNobody(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin")
	id := app.HandIn(t, robin.Token, nil)
	told(t, app)
	if _, err := app.NonconcurrentDB().NewQuery("CREATE TRIGGER refusal BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'refused'); END").Execute(); err != nil {
		t.Fatal(err)
	}
	if answer := app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"status": "graded"}); answer.Status != 500 {
		t.Fatalf("got %d %s", answer.Status, answer.Body)
	}
	if got := told(t, app); len(got) != 0 {
		t.Errorf("told %q", got)
	}
}

func TestWhatIsSwitchedOffIsNotTold(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin")
	choose := func(inApp, byMail bool) {
		body := map[string]any{"kinds": []map[string]any{{"kind": "assignment.received", "app": inApp, "mail": byMail}}}
		app.Call(t, "PUT", "/api/users/notice-settings", robin.Token, body).Granted(t, 200, nil)
	}
	for _, c := range []struct {
		inApp, byMail bool
		want          []string
	}{
		{true, false, []string{"notice robin: assignment.received"}},
		{false, true, []string{"mail robin: assignment.received"}},
		{false, false, nil},
		{true, true, both("robin", "assignment.received")},
	} {
		choose(c.inApp, c.byMail)
		told(t, app)
		app.HandIn(t, robin.Token, nil)
		if got := told(t, app); !slices.Equal(got, c.want) {
			t.Errorf("in the interface %v, by mail %v: told %q", c.inApp, c.byMail, got)
		}
	}
}

func TestAGuestsAddressGetsTenReceiptsADay(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada := app.Person(t, domain.RoleAdmin, "Ada")
	guests := app.HandIn(t, "", map[string]string{"email": "visitor@example.com"})
	for range 14 {
		app.AskForQuote(t)
	}
	app.Call(t, "PATCH", "/api/assignments/"+guests, ada.Token, map[string]string{"status": "graded"}).Granted(t, 200, nil)
	mails, err := app.FindAllRecords(store.Outbox, dbx.HashExp{store.To: "visitor@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, mail := range mails {
		got[mail.GetString(store.Kind)+" "+mail.GetString(store.Status)+" "+mail.GetString(store.Error)]++
	}
	want := map[string]int{
		"assignment.received queued ": 1, "quote.received queued ": 9, "assignment.graded queued ": 1,
		"quote.received skipped Too many emails were sent to this address today": 5,
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestNobodyIsToldWhenAStubLosesItsTutor(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin")
	kim := app.Person(t, domain.RoleTutor, "Kim")
	id := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id, "status": "graded"}).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/assignments/"+id, ada.Token, nil).Granted(t, 200, nil)
	told(t, app)
	stub, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	stub.Set(store.Tutor, "")
	if err := app.SaveNoValidate(stub); err != nil {
		t.Fatal(err)
	}
	if got := told(t, app); len(got) != 0 {
		t.Errorf("told %q", got)
	}
}

func TestNothingThatWasToldSurvivesItsSubject(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(t *testing.T, app *testkit.App, ada, robin testkit.Person, id string){
		"a deleted assignment": func(t *testing.T, app *testkit.App, _, robin testkit.Person, id string) {
			app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
		},
		"an assignment of which a stub stays": func(t *testing.T, app *testkit.App, ada, _ testkit.Person, id string) {
			kim := app.Person(t, domain.RoleTutor, "Kim")
			app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id, "status": "graded"}).Granted(t, 200, nil)
			app.Call(t, "DELETE", "/api/assignments/"+id, ada.Token, nil).Granted(t, 200, nil)
		},
		"a deleted account": func(t *testing.T, app *testkit.App, _, robin testkit.Person, _ string) {
			app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			ada, robin := app.Person(t, domain.RoleAdmin, "Ada"), app.Person(t, domain.RoleStudent, "Robin")
			id := app.HandIn(t, robin.Token, nil)
			remove(t, app, ada, robin, id)
			if got := told(t, app); len(got) != 0 {
				t.Errorf("this stays: %q", got)
			}
		})
	}
}
