package assignments_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

type tutorDesk struct {
	TotalAssignments, CompletedAssignments, PendingAssignments int
	TotalEarnings, AverageRating                               float64
	RecentAssignments                                          []assignment
}

func tutorDeskOf(t *testing.T, app *testkit.App, tutor testkit.Person) (got tutorDesk) {
	t.Helper()
	app.Call(t, "GET", "/api/assignments/tutor-assignments", tutor.Token, nil).Granted(t, 200, &got)
	return got
}

func TestATutorsDeskShowsTheirWorkAndWhatItEarned(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	kim, lou := app.Person(t, rules.RoleTutor, "Kim Marsh"), app.Person(t, rules.RoleTutor, "Lou Reed")
	if body := string(app.Call(t, "GET", "/api/assignments/tutor-assignments", kim.Token, nil).Body); !strings.Contains(body, `"recentAssignments":[]`) {
		t.Errorf("a new tutor reads %s", body)
	}
	titles := []string{}
	for i := range 12 {
		title := fmt.Sprint("Work ", i)
		id := app.HandIn(t, robin.Token, map[string]string{"title": title}, pdf("essay.pdf"))
		patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": rules.AssignmentStatuses[i%6], "price": 0.1 + float64(i), "type": "Essay"})
		titles = append([]string{title}, titles...)
		if i == 5 || i == 11 {
			app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]int{"rating": 4 + i/11}).Granted(t, 201, nil)
		}
	}
	guests := app.HandIn(t, "", map[string]string{"title": "A visitor's", "email": "visitor@example.com"})
	patch(t, app, admin, guests, map[string]any{"tutor": kim.Id, "status": "in_progress"})
	others := app.HandIn(t, robin.Token, map[string]string{"title": "Lou's"})
	patch(t, app, admin, others, map[string]any{"tutor": lou.Id, "status": "graded", "price": 500})

	got := tutorDeskOf(t, app, kim)
	// Finished are the fifth and sixth of each six: 4.1 + 5.1 + 10.1 + 11.1.
	if got.TotalAssignments != 13 || got.CompletedAssignments != 4 || got.PendingAssignments != 9 || got.TotalEarnings != 30.4 || got.AverageRating != 4.5 {
		t.Errorf("the figures are %+v", got)
	}
	shown := []string{}
	for _, one := range got.RecentAssignments {
		shown = append(shown, one.Title)
		if one.Tutor == nil || one.Tutor.ID != kim.Id || !slices.Contains(rules.AssignmentStatuses, one.Status) {
			t.Errorf("shown is %+v", one)
		}
		if one.Title == "A visitor's" && (one.Student.Name != "Guest" || one.Student.ID != nil || one.Student.Email != "" || one.GuestEmail != "") {
			t.Errorf("of the visitor is told %+v", one.Student)
		}
		if one.FileURL != "" {
			app.Call(t, "GET", one.FileURL, "", nil).Granted(t, 200, nil)
		}
	}
	if want := append([]string{"A visitor's"}, titles[:9]...); !slices.Equal(shown, want) {
		t.Errorf("shown are %q, want %q", shown, want)
	}

	stub := got.RecentAssignments[1].ID // the last that was graded
	app.Call(t, "DELETE", "/api/assignments/"+stub, robin.Token, nil).Granted(t, 200, nil)
	after := tutorDeskOf(t, app, kim)
	if after.TotalEarnings != 30.4 || after.TotalAssignments != 13 || after.CompletedAssignments != 4 || after.AverageRating != 4.5 {
		t.Errorf("after the deletion the figures are %+v", after)
	}
	for _, one := range after.RecentAssignments {
		if one.ID == stub || one.Title == "" {
			t.Errorf("shown is a deleted one: %+v", one)
		}
	}
}

func TestAnInactiveTutorHasNoDeskAndFindsItAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleTutor, "Kim Marsh")
	patch(t, app, admin, app.HandIn(t, "", nil), map[string]any{"tutor": kim.Id, "status": "graded", "price": 12.5})
	for _, status := range []string{"inactive", "active"} {
		app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, map[string]string{"status": status}).Granted(t, 200, nil)
		for _, path := range []string{"/api/assignments/tutor-assignments", "/api/users/tutor-stats"} {
			app.Call(t, "GET", path, kim.Token, nil).Refused(t, 401, "Please sign in to continue")
		}
	}
	user, err := app.FindRecordById(records.Users, kim.Id)
	if err != nil {
		t.Fatal(err)
	}
	if got := tutorDeskOf(t, app, testkit.Person{Record: user, Token: testkit.Token(t, user)}); got.TotalEarnings != 12.5 || got.TotalAssignments != 1 {
		t.Errorf("the figures are %+v", got)
	}
}
