package accounts_test

import (
	"encoding/json"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestExpertsAreTheListedTutorsWithoutPersonalData(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	experts := func() string {
		return strings.TrimSpace(string(app.Call(t, "GET", "/api/experts", "", nil).Body))
	}
	if got := experts(); got != "[]" {
		t.Fatalf("without listed tutors: got %s", got)
	}
	addPerson := func(role, name string, fields map[string]any) testkit.Person {
		person := app.Person(t, role, name)
		person.Load(fields)
		app.MustSave(t, person.Record)
		return person
	}
	listed := map[string]any{"listed": true, "specialization": "Physics", "experience": "Expert", "phone": "0491 570 006", "bio": "Tides."}
	kim := addPerson(domain.RoleTutor, "Kim Marsh", listed)
	addPerson(domain.RoleTutor, "Bo Ash", map[string]any{"listed": true})
	addPerson(domain.RoleTutor, "Lee Unlisted", map[string]any{"listed": false})
	addPerson(domain.RoleTutor, "Max Inactive", map[string]any{"listed": true, "status": domain.StatusInactive})
	addPerson(domain.RoleStudent, "Sam Student", map[string]any{"listed": true})
	addPerson(domain.RoleAdmin, "Al Admin", map[string]any{"listed": true})
	for _, rating := range []int{5, 4} {
		id := assignTutor(t, app, admin, robin, kim, map[string]any{"status": "graded"})
		app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": rating, "comment": "Clear."}).Granted(t, 201, nil)
	}
	assignTutor(t, app, admin, robin, kim, map[string]any{"status": "in_progress"})

	want := `[{"name":"Bo Ash","specialization":"","experience":"","averageRating":0,"ratingCount":0,"completedAssignments":0},` +
		`{"name":"Kim Marsh","specialization":"Physics","experience":"Expert","averageRating":4.5,"ratingCount":2,"completedAssignments":2}]`
	if got := experts(); got != want {
		t.Errorf("the experts are\n%s\nwant\n%s", got, want)
	}
	var paged []json.RawMessage
	app.Call(t, "GET", "/api/experts?page=2&perPage=1", "", nil).Granted(t, 200, &paged)
	if len(paged) != 1 || !strings.Contains(string(paged[0]), "Kim Marsh") {
		t.Errorf("the second page is %s", paged)
	}
	account, err := app.FindRecordById(store.Users, kim.Id)
	if err != nil {
		t.Fatal(err)
	}
	account.Set(store.Role, domain.RoleStudent)
	app.MustSave(t, account)
	if got := experts(); strings.Contains(got, "Kim") {
		t.Errorf("a former tutor is still listed: %s", got)
	}
}
