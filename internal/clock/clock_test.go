package clock_test

import (
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestEachAppHasAClockOfItsOwn(t *testing.T) {
	t.Parallel()
	moved, other := testkit.New(t), testkit.New(t)
	start := clock.Now(other)
	at := time.Date(2031, 12, 1, 10, 0, 0, 0, time.UTC)
	release := clock.Set(moved, at)
	clock.Advance(moved, 16*time.Minute)
	if got := clock.Now(moved); !got.Equal(at.Add(16 * time.Minute)) {
		t.Errorf("the moved clock shows %v", got)
	}
	if got := clock.Now(other); got.Sub(start) > time.Hour {
		t.Errorf("the other clock shows %v", got)
	}
	release()
	if got := clock.Now(moved); got.Sub(start) > time.Hour {
		t.Errorf("the released clock shows %v", got)
	}
}

func TestStoredTimesFollowTheClock(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, "student", "Robin Vale")
	made := time.Date(2031, 12, 1, 10, 0, 0, 0, time.UTC)
	release := clock.Set(app, made)
	id := app.HandIn(t, robin.Token, nil)
	times := func() (created, updated time.Time) {
		assignment, err := app.FindRecordById("assignments", id)
		if err != nil {
			t.Fatal(err)
		}
		return assignment.GetDateTime("created").Time(), assignment.GetDateTime("updated").Time()
	}
	if created, updated := times(); !created.Equal(made) || !updated.Equal(made) {
		t.Errorf("created at %v, updated at %v, want %v", created, updated, made)
	}
	change := func() {
		assignment, err := app.FindRecordById("assignments", id)
		if err != nil {
			t.Fatal(err)
		}
		assignment.Set("grade", assignment.GetString("grade")+"A")
		app.MustSave(t, assignment)
	}
	clock.Advance(app, time.Hour)
	change()
	if created, updated := times(); !created.Equal(made) || !updated.Equal(made.Add(time.Hour)) {
		t.Errorf("created at %v, updated at %v", created, updated)
	}
	release()
	change()
	if _, updated := times(); !updated.Before(made) {
		t.Errorf("after the release it was updated at %v", updated)
	}
}

func TestALinkExpiresByTheClock(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, "student", "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	var link struct{ URL string }
	app.Call(t, "POST", "/api/assignments/"+id+"/link", robin.Token, nil).Granted(t, 200, &link)
	clock.Advance(app, 15*time.Minute-time.Second)
	app.Call(t, "GET", link.URL, "", nil).Granted(t, 200, nil)
	clock.Advance(app, 2*time.Second)
	app.Call(t, "GET", link.URL, "", nil).Refused(t, 404, "File not found")
}
