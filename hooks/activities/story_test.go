package activities_test

import (
	"strings"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

func TestAStoryIsToldOldestFirstAndWithoutNames(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	nia := d.Person(t, rules.RoleStudent, "Nia Frost")
	id := d.HandIn(t, d.robin.Token, map[string]string{"title": "Essay on tides"})
	d.patch(t, "assignments/"+id, map[string]any{"tutor": d.kim.Id, "status": "in_progress"})
	d.patch(t, "assignments/"+id, map[string]any{"status": "graded", "grade": "A"})
	path := "/api/assignments/" + id + "/story"
	for _, reader := range []testkit.Person{d.robin, d.kim, d.admin} {
		var story []struct{ Kind, Title, Timestamp string }
		answer := d.Call(t, "GET", path, reader.Token, nil)
		answer.Granted(t, 200, &story)
		var titles []string
		for _, chapter := range story {
			titles = append(titles, chapter.Title)
		}
		want := "Handed in, Status changed to In progress, Given to a tutor, Status changed to Graded, Grade or feedback updated"
		if got := strings.Join(titles, ", "); got != want {
			t.Errorf("the story is %q, want %q", got, want)
		}
		for _, name := range []string{"Ada", "Robin", "Kim", "@"} {
			if strings.Contains(string(answer.Body), name) {
				t.Errorf("the story says %q", name)
			}
		}
	}
	d.Call(t, "GET", path, nia.Token, nil).Refused(t, 404, "Assignment not found")
	d.Call(t, "GET", "/api/assignments/nowhere/story", d.admin.Token, nil).Refused(t, 404, "Assignment not found")
	d.Call(t, "DELETE", "/api/assignments/"+id, d.robin.Token, nil).Granted(t, 200, nil)
	d.Call(t, "GET", path, d.robin.Token, nil).Refused(t, 404, "Assignment not found")
}
