package orders_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestATutorStartsWorkAndHandsItBack(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, otto := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Otto Lind")
	id := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id
	post := func(person testkit.Person, action string, body any) testkit.Answer {
		return app.Call(t, "POST", path+"/"+action, person.Token, body)
	}
	reason := map[string]string{"reason": "  Not my field  "}
	post(kim, "start", nil).Refused(t, 404, "Assignment not found")
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	for _, action := range []string{"start", "hand-back"} {
		post(otto, action, reason).Refused(t, 404, "Assignment not found")
		for _, person := range []testkit.Person{robin, admin} {
			if got := post(person, action, reason); got.Status != 403 {
				t.Errorf("%s: got %d %s", action, got.Status, got.Body)
			}
		}
	}
	var started struct{ Status string }
	post(kim, "start", nil).Granted(t, 200, &started)
	if started.Status != domain.StatusInProgress {
		t.Errorf("started: %+v", started)
	}
	post(kim, "start", nil).Refused(t, 409, "This assignment cannot be started")
	post(kim, "hand-back", nil).Refused(t, 400, "Reason is required")
	post(kim, "hand-back", map[string]string{"reason": strings.Repeat("x", 2001)}).Refused(t, 400, "Reason is too long (at most 2,000 characters)")
	var answer struct{ Message string }
	post(kim, "hand-back", reason).Granted(t, 200, &answer)
	if answer.Message != "Assignment handed back" {
		t.Errorf("handed back: %+v", answer)
	}
	post(kim, "hand-back", reason).Refused(t, 404, "Assignment not found")

	read := func(person testkit.Person) (got struct {
		Status, Stage  string
		Tutor          any
		HandBackReason *string
	}, hasReason bool) {
		t.Helper()
		answer := app.Call(t, "GET", path, person.Token, nil)
		answer.Granted(t, 200, &got)
		return got, strings.Contains(string(answer.Body), "handBackReason")
	}
	got, hasReason := read(admin)
	if got.Status != domain.StatusSubmitted || got.Stage != "unassigned" || got.Tutor != nil || !hasReason || got.HandBackReason == nil || *got.HandBackReason != "Not my field" {
		t.Errorf("the admin reads %+v", got)
	}
	if _, hasReason := read(robin); hasReason {
		t.Error("the student reads why it was handed back")
	}
	var notices []struct{ Title string }
	app.Call(t, "GET", "/api/notices", admin.Token, nil).Granted(t, 200, &notices)
	if !slices.Contains(notices, struct{ Title string }{"Handed back: Essay on tides"}) {
		t.Errorf("the admin was told %v", notices)
	}
	for _, kind := range []string{"work.taken"} {
		if count, err := app.CountRecords(store.Notices, dbx.HashExp{store.UserField: kim.Id, store.Kind: kind}); err != nil || count > 0 {
			t.Errorf("who handed the work back was told %d times, %v", count, err)
		}
	}
	patch(t, app, admin, id, map[string]any{"tutor": otto.Id})
	if got, _ := read(admin); got.HandBackReason != nil {
		t.Errorf("with another tutor, the admin reads %q", *got.HandBackReason)
	}
	patch(t, app, admin, id, map[string]any{"status": "completed"})
	post(otto, "hand-back", reason).Refused(t, 409, "Delivered work cannot be handed back")
}

// A list that is sorted by a title that is not shown would tell it apart letter by letter.
func TestTutorsSortByWhatTheyRead(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, text := range []string{"Zoe [hidden]", "zoe@home.example: two", "Zeal"} {
		id := app.HandIn(t, robin.Token, map[string]string{"title": text, "subject": text})
		patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "type": "Essay for robin@home.example"})
	}
	want := []string{"[hidden]: two", "Zeal", "Zoe [hidden]"}
	for _, sort := range []string{"title", "subject"} {
		for _, paging := range []string{"", "&page=1&perPage=10"} {
			var found []struct{ Title, Subject, Type string }
			app.Call(t, "GET", "/api/assignments?sort="+sort+paging, kim.Token, nil).Granted(t, 200, &found)
			var titles []string
			for _, f := range found {
				titles = append(titles, f.Title)
				if f.Type != "Essay for [hidden]" || f.Subject != f.Title {
					t.Errorf("the tutor reads %+v", f)
				}
			}
			if !slices.Equal(titles, want) {
				t.Errorf("by %s: %q", sort, titles)
			}
		}
	}
}

// What a student writes into a brief so that the tutor can write back does not reach the
// tutor, wherever they read of the work.
func TestTutorsReadNoContactDetailsInABrief(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, map[string]string{
		"title": "Tides, call 0491 570 006", "subject": "Ocean, robin@home.example", "description": "Write to robin@home.example", "dueDate": "2031-12-01",
	})
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	app.Call(t, "POST", "/api/assignments/"+id+"/start", kim.Token, nil).Granted(t, 200, nil)
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", kim.Token, nil).Granted(t, 201, &calendar)
	_, address, _ := strings.Cut(calendar.URL, "example.com")
	for _, path := range []string{
		"/api/assignments", "/api/assignments/" + id, "/api/assignments/tutor-assignments", "/api/notices", "/api/users/recent-activity",
		"/api/assignments/" + id + "/story", "/api/assignments?search=tides", "/api/assignments?search=ocean", "/api/assignments/stats", address,
		"/api/assignments?subject=Ocean,%20[hidden]&sort=-subject&page=1&perPage=5",
	} {
		answer := app.Call(t, "GET", path, kim.Token, nil)
		body := string(answer.Body)
		if answer.Status != 200 || strings.Contains(body, "0491") || strings.Contains(body, "robin@home") {
			t.Errorf("%s: %d %s", path, answer.Status, body)
		}
		if !strings.Contains(path, "story") && !strings.Contains(body, "[hidden]") {
			t.Errorf("%s does not say that something is hidden: %s", path, body)
		}
	}
	var found []struct{ Title string }
	for _, query := range []string{"search=0491", "search=robin@home", "subject=Ocean,%20robin@home.example"} {
		app.Call(t, "GET", "/api/assignments?"+query, kim.Token, nil).Granted(t, 200, &found)
		if len(found) > 0 {
			t.Errorf("the tutor found %v by what is hidden: %s", found, query)
		}
	}
	for _, person := range []testkit.Person{robin, admin} {
		if got := read(t, app, person.Token, id); got.Title != "Tides, call 0491 570 006" || got.Description != "Write to robin@home.example" {
			t.Errorf("others read %+v", got)
		}
	}
	app.Call(t, "GET", "/api/assignments?search=0491", robin.Token, nil).Granted(t, 200, &found)
	if len(found) != 1 {
		t.Errorf("the student found %v", found)
	}
}

func TestDeliveredWorkIsNeverDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil)
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.LastVersion, 1)
	assignment.Set(store.Status, domain.StatusCompleted)
	app.MustSave(t, assignment)
	for _, person := range []testkit.Person{admin, robin} {
		app.Call(t, "DELETE", "/api/assignments/"+id, person.Token, nil).Refused(t, 409, domain.MustBeKept)
	}
	if err := app.Delete(assignment); err == nil || !strings.Contains(err.Error(), domain.MustBeKept) {
		t.Errorf("the console deleted it: %v", err)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Refused(t, 409, "Finish or cancel your open orders first")
	app.Call(t, "POST", "/api/assignments/"+id+"/accept", robin.Token, nil).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	stub, err := app.FindRecordById(store.Assignments, id)
	if err != nil || stub.GetString(store.Title) != "" || stub.GetString(store.Student) != "" || stub.GetInt(store.LastVersion) != 1 {
		t.Errorf("what is left is %v, %v", stub, err)
	}
}
