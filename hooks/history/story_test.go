package history_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestAnAssignmentsStoryIsOldestFirstAndNamesNobody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	nia := f.Person(t, domain.RoleStudent, "Nia Frost")
	id := f.HandIn(t, f.robin.Token, map[string]string{"title": "Essay on tides"})
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id, "status": "in_progress"})
	f.patch(t, "assignments/"+id, map[string]any{"status": "graded", "grade": "A"})
	path := "/api/assignments/" + id + "/story"
	for _, reader := range []testkit.Person{f.robin, f.kim, f.admin} {
		var story []struct{ Kind, Title, Timestamp string }
		answer := f.Call(t, "GET", path, reader.Token, nil)
		answer.Granted(t, 200, &story)
		var titles []string
		for _, entry := range story {
			titles = append(titles, entry.Title)
		}
		want := "Handed in, Assigned to a tutor, Status changed to In progress, Grade or feedback updated, Status changed to Graded"
		if got := strings.Join(titles, ", "); got != want {
			t.Errorf("the story is %q, want %q", got, want)
		}
		for _, name := range []string{"Ada", "Robin", "Kim", "@"} {
			if strings.Contains(string(answer.Body), name) {
				t.Errorf("the story contains %q", name)
			}
		}
	}
	f.Call(t, "GET", path, nia.Token, nil).Refused(t, 404, "Assignment not found")
	f.Call(t, "GET", "/api/assignments/nowhere/story", f.admin.Token, nil).Refused(t, 404, "Assignment not found")
	f.Call(t, "DELETE", "/api/assignments/"+id, f.robin.Token, nil).Granted(t, 200, nil)
	f.Call(t, "GET", path, f.robin.Token, nil).Refused(t, 404, "Assignment not found")
}
