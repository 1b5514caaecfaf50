package orders_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

type tutorDashboard struct {
	TotalAssignments, CompletedAssignments, PendingAssignments int
	TotalEarnings, AverageRating                               float64
	RecentAssignments                                          []assignment
}

// dashboardOf reads the dashboard of a tutor.
func dashboardOf(t *testing.T, app *testkit.App, tutor testkit.Person) (got tutorDashboard) {
	t.Helper()
	app.Call(t, "GET", "/api/assignments/tutor-assignments", tutor.Token, nil).Granted(t, 200, &got)
	return got
}

func TestATutorsDashboardShowsTheirWorkAndEarnings(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, lou := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Lou Reed")
	if body := string(app.Call(t, "GET", "/api/assignments/tutor-assignments", kim.Token, nil).Body); !strings.Contains(body, `"recentAssignments":[]`) {
		t.Errorf("a new tutor gets %s", body)
	}
	titles := []string{}
	for i := range 12 {
		title := fmt.Sprint("Work ", i)
		id := app.HandIn(t, robin.Token, map[string]string{"title": title}, pdf("essay.pdf"))
		patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": domain.AssignmentStatuses[i%6], "price": 0.1 + float64(i), "type": "Essay"})
		titles = append([]string{title}, titles...)
		if i == 5 || i == 11 {
			app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]int{"rating": 4 + i/11}).Granted(t, 201, nil)
		}
	}
	guestWork := app.HandIn(t, "", map[string]string{"title": "A visitor's", "email": "visitor@example.com"})
	patch(t, app, admin, guestWork, map[string]any{"tutor": kim.Id, "status": "in_progress"})
	lousWork := app.HandIn(t, robin.Token, map[string]string{"title": "Lou's"})
	patch(t, app, admin, lousWork, map[string]any{"tutor": lou.Id, "status": "graded", "price": 500})

	got := dashboardOf(t, app, kim)
	// Two of every six are completed or graded, so the earnings are 4.1 + 5.1 + 10.1 + 11.1.
	if got.TotalAssignments != 13 || got.CompletedAssignments != 4 || got.PendingAssignments != 9 || got.TotalEarnings != 30.4 || got.AverageRating != 4.5 {
		t.Errorf("the dashboard is %+v", got)
	}
	listed := []string{}
	for _, work := range got.RecentAssignments {
		listed = append(listed, work.Title)
		if work.Tutor == nil || work.Tutor.ID != kim.Id || !slices.Contains(domain.AssignmentStatuses, work.Status) {
			t.Errorf("a recent assignment is %+v", work)
		}
		if work.Title == "A visitor's" && (work.Student.Name != "Guest" || work.Student.ID != nil || work.Student.Email != "" || work.GuestEmail != "") {
			t.Errorf("the guest is shown as %+v", work.Student)
		}
		if work.FileURL != "" {
			app.Call(t, "GET", work.FileURL, "", nil).Granted(t, 200, nil)
		}
	}
	if want := append([]string{"A visitor's"}, titles[:9]...); !slices.Equal(listed, want) {
		t.Errorf("the recent assignments are %q, want %q", listed, want)
	}

	stub := got.RecentAssignments[1].ID // the latest graded one
	app.Call(t, "DELETE", "/api/assignments/"+stub, robin.Token, nil).Granted(t, 200, nil)
	after := dashboardOf(t, app, kim)
	if after.TotalEarnings != 30.4 || after.TotalAssignments != 13 || after.CompletedAssignments != 4 || after.AverageRating != 4.5 {
		t.Errorf("after the deletion the dashboard is %+v", after)
	}
	for _, work := range after.RecentAssignments {
		if work.ID == stub || work.Title == "" {
			t.Errorf("a deleted assignment is still listed: %+v", work)
		}
	}
}

func TestADeactivatedTutorHasNoDashboardUntilReactivated(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	patch(t, app, admin, app.HandIn(t, "", nil), map[string]any{"tutor": kim.Id, "status": "graded", "price": 12.5})
	for _, status := range []string{"inactive", "active"} {
		app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, map[string]string{"status": status}).Granted(t, 200, nil)
		for _, path := range []string{"/api/assignments/tutor-assignments", "/api/users/tutor-stats"} {
			app.Call(t, "GET", path, kim.Token, nil).Refused(t, 401, "Please log in to continue")
		}
	}
	user, err := app.FindRecordById(store.Users, kim.Id)
	if err != nil {
		t.Fatal(err)
	}
	if got := dashboardOf(t, app, app.LogIn(t, user)); got.TotalEarnings != 12.5 || got.TotalAssignments != 1 {
		t.Errorf("the dashboard is %+v", got)
	}
}
