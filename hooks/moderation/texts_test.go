package moderation_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type text struct {
	ID         string `json:"_id"`
	Noun       string
	Thing      string `json:"id"`
	Text       string
	Status     string
	Writer     *struct{ Name string }
	Assignment *struct{ Reference, Title string }
}

type reading struct {
	Reason, Comment, Notice string
	Held                    bool
	Rating                  int
}

const (
	notice   = "Contact details are not passed on. Our team will review this text."
	reviewed = "This text is being reviewed."
	gone     = "This text was removed."
	reason   = "More sources. Write to robin@home.example"
	comment  = "Good. My telegram is robin_v"
)

// desk is an app with delivered work whose student has written contact details, in a
// revision and in a rating.
type desk struct {
	*testkit.App
	admin, robin, kim testkit.Person
	id, path          string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	app := testkit.New(t)
	d := &desk{
		App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"), robin: app.Person(t, domain.RoleStudent, "Robin Vale"), kim: app.Person(t, domain.RoleTutor, "Kim Marsh"),
	}
	d.id = app.HandIn(t, d.robin.Token, nil)
	d.path = "/api/assignments/" + d.id
	app.Call(t, "PATCH", d.path, d.admin.Token, map[string]any{"tutor": d.kim.Id, "status": "completed"}).Granted(t, 200, nil)
	for path, body := range map[string]any{"/rating": map[string]any{"rating": 4, "comment": comment}} {
		var rated reading
		app.Call(t, "POST", d.path+path, d.robin.Token, body).Granted(t, 201, &rated)
		if rated.Comment != comment || !rated.Held || rated.Notice != notice {
			t.Errorf("the writer of a comment reads %+v", rated)
		}
	}
	var asked reading
	app.Call(t, "POST", d.path+"/revisions", d.robin.Token, map[string]string{"reason": reason}).Granted(t, 201, &asked)
	if asked.Reason != reason || !asked.Held || asked.Notice != notice {
		t.Errorf("the writer of a reason reads %+v", asked)
	}
	return d
}

// read returns the reason and the comment as a person reads them.
func (d *desk) read(t *testing.T, person testkit.Person) (revision, rating reading) {
	t.Helper()
	var revisions []reading
	d.Call(t, "GET", d.path+"/revisions", person.Token, nil).Granted(t, 200, &revisions)
	d.Call(t, "GET", d.path+"/rating", person.Token, nil).Granted(t, 200, &rating)
	return revisions[0], rating
}

func (d *desk) held(t *testing.T) (found []text) {
	t.Helper()
	d.Call(t, "GET", "/api/texts?status=held", d.admin.Token, nil).Granted(t, 200, &found)
	return found
}

func TestContactDetailsWaitForAnAdmin(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	revision, rating := d.read(t, d.kim)
	if revision != (reading{Reason: reviewed}) || rating != (reading{Comment: reviewed, Rating: 4}) {
		t.Errorf("the tutor reads %+v and %+v", revision, rating)
	}
	revision, rating = d.read(t, d.robin)
	if revision != (reading{Reason: reason, Held: true, Notice: notice}) || rating.Comment != comment || !rating.Held {
		t.Errorf("the student reads %+v and %+v", revision, rating)
	}
	revision, rating = d.read(t, d.admin)
	if revision != (reading{Reason: reason, Held: true}) || rating.Comment != comment || !rating.Held {
		t.Errorf("the admin reads %+v and %+v", revision, rating)
	}
	held := d.held(t)
	if len(held) != 2 || held[0].Noun != "revisions" || held[0].Text != reason || held[1].Noun != "reviews" || held[0].Writer.Name != "Robin Vale" || held[0].Assignment.Title != "Essay on tides" {
		t.Fatalf("held are %+v", held)
	}
	decide := func(id, decision string) testkit.Answer {
		return d.Call(t, "PATCH", "/api/texts/"+id, d.admin.Token, map[string]string{"decision": decision})
	}
	decide("nothing", "release").Refused(t, 404, "Text not found")
	decide(held[0].ID, "burn").Refused(t, 400, "Invalid decision")
	var decided text
	decide(held[0].ID, "release").Granted(t, 200, &decided)
	if decided.Status != "released" {
		t.Errorf("decided: %+v", decided)
	}
	decide(held[0].ID, "burn").Refused(t, 409, "This text has been decided")
	decide(held[1].ID, "remove").Granted(t, 200, nil)
	decide(held[1].ID, "release").Refused(t, 409, "This text has been decided")
	for _, person := range []testkit.Person{d.kim, d.robin} {
		revision, rating = d.read(t, person)
		if revision != (reading{Reason: reason}) || rating != (reading{Comment: gone, Rating: 4}) {
			t.Errorf("%s reads %+v and %+v", person.Email(), revision, rating)
		}
	}
	if _, rating = d.read(t, d.admin); rating != (reading{Comment: comment, Rating: 4}) {
		t.Errorf("the admin reads %+v", rating)
	}
	if len(d.held(t)) > 0 {
		t.Error("something is still held")
	}
	d.Call(t, "GET", "/api/texts?status=any", d.admin.Token, nil).Refused(t, 400, "Invalid status filter")
}

func TestOrdinaryTextsAreNotHeld(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Call(t, "POST", d.path+"/revisions/1/withdraw", d.robin.Token, nil).Granted(t, 200, nil)
	ordinary := "Please see https://doi.org/10.1000/xyz123, pp. 123-145 (2019)."
	var asked reading
	d.Call(t, "POST", d.path+"/revisions", d.robin.Token, map[string]string{"reason": ordinary}).Granted(t, 201, &asked)
	if asked != (reading{Reason: ordinary}) || len(d.held(t)) != 2 {
		t.Errorf("the writer reads %+v", asked)
	}
}

func TestTheConsoleDecidesAboutTextsAndChangesNothingElse(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	operator, held := d.Superuser(t), d.held(t)
	address := "/api/collections/texts/records"
	change := func(change map[string]any) testkit.Answer {
		return d.Call(t, "PATCH", address+"/"+held[0].ID, operator, change)
	}
	for _, refused := range []map[string]any{{"text": "Nothing"}, {"thing": "other"}, {"writer": ""}} {
		if got := change(refused); got.Status != 409 {
			t.Errorf("%v: got %d %s", refused, got.Status, got.Body)
		}
	}
	change(map[string]any{"status": "removed"}).Granted(t, 200, nil)
	if got := change(map[string]any{"status": "released"}); got.Status != 409 {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
	if got := d.Call(t, "DELETE", address+"/"+held[1].ID, operator, nil); got.Status != 409 {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
	if got := d.Call(t, "POST", address, operator, map[string]any{"noun": "reviews", "thing": "x", "assignment": d.id, "status": "held"}); got.Status != 409 {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
}

func TestTextsAreErasedWithTheirOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.LastVersion, 1)
	d.MustSave(t, assignment)
	d.Call(t, "POST", d.path+"/cancel", d.admin.Token, map[string]string{"reason": "Enough"}).Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/users/delete-account", d.robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	for collection, field := range map[string]string{store.Texts: store.Text, store.Revisions: store.Reason, store.Reviews: store.Comment} {
		found, err := d.FindAllRecords(collection)
		if err != nil || len(found) == 0 {
			t.Errorf("nothing is left of %s, %v", collection, err)
		}
		for _, record := range found {
			if strings.TrimSpace(record.GetString(field)) != "" {
				t.Errorf("%s keeps %q", collection, record.GetString(field))
			}
		}
	}
	if held := d.held(t); len(held) > 0 {
		t.Errorf("somebody still has to read %+v", held)
	}
}
