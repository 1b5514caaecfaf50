package history_test

import (
	"slices"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestRecentActivityShowsTheReadersLastTwentyEntries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	nia := f.Person(t, domain.RoleStudent, "Nia Frost")
	f.Call(t, "GET", "/api/users/recent-activity", "", nil).Refused(t, 401, "Please log in to continue")
	recent := func(person testkit.Person) (titles []string) {
		t.Helper()
		var got []struct{ Title, Timestamp string }
		f.Call(t, "GET", "/api/users/recent-activity", person.Token, nil).Granted(t, 200, &got)
		previous := "9999"
		for _, entry := range got {
			if _, ok := domain.ParseTime(entry.Timestamp); !ok || entry.Timestamp > previous {
				t.Errorf("%q at %q is listed after an entry of %q", entry.Title, entry.Timestamp, previous)
			}
			previous = entry.Timestamp
			titles = append(titles, entry.Title)
		}
		return titles
	}
	id := f.HandIn(t, f.robin.Token, map[string]string{"title": "Tides"})
	f.HandIn(t, nia.Token, map[string]string{"title": "Secret"})
	f.HandIn(t, "", map[string]string{"title": "Secret", "email": f.robin.Email()})
	f.patch(t, "assignments/"+id, map[string]any{"tutor": f.kim.Id, "status": "in_progress"})
	f.patch(t, "users/"+nia.Id, map[string]any{"role": "tutor"})
	if got := recent(f.robin); !slices.Equal(got, []string{"Status changed to In progress: Tides", "Assigned to a tutor: Tides", "Handed in: Tides", "Account opened"}) {
		t.Errorf("the student gets %q", got)
	}
	if got := recent(f.kim); !slices.Equal(got, []string{"Status changed to In progress: Tides", "Assigned to a tutor: Tides", "Handed in: Tides", "Account opened"}) {
		t.Errorf("the tutor gets %q", got)
	}
	if got := recent(f.admin); !slices.Equal(got, []string{"Role changed to tutor", "Status changed to In progress: Tides", "Assigned to a tutor: Tides", "Account opened"}) {
		t.Errorf("the admin gets %q", got)
	}
	for i := range 25 {
		f.patch(t, "assignments/"+id, map[string]any{"status": domain.AssignmentStatuses[i%2]})
	}
	for _, person := range []testkit.Person{f.robin, f.kim, f.admin} {
		got := recent(person)
		if len(got) != 20 || got[0] != "Status changed to Pending: Tides" || got[1] != "Status changed to Submitted: Tides" {
			t.Errorf("%s gets %d entries: %q", person.GetString(store.Name), len(got), got)
		}
	}
	if got := recent(nia); !slices.Equal(got, []string{"Role changed to tutor", "Handed in: Secret", "Account opened"}) {
		t.Errorf("an uninvolved person gets %q", got)
	}
	f.patch(t, "assignments/"+id, map[string]any{"tutor": nil})
	if got := recent(f.kim); !slices.Equal(got, []string{"Assigned to a tutor", "Account opened"}) {
		t.Errorf("a former tutor of the assignment gets %q", got)
	}
}
