package reviews_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	badRating    = "Rating must be a whole number from 1 to 5"
	notYet       = "This assignment cannot be rated yet"
	alreadyRated = "You have already rated this assignment"
	notFound     = "Assignment not found"
	notAllowed   = "You do not have permission to do this"
)

// review is what a rating is answered.
type review struct {
	ID                             string `json:"_id"`
	Assignment, Comment, CreatedAt string
	Rating                         int
	Student, Tutor                 string // stay empty
}

type desk struct {
	*testkit.App
	admin, robin, nia, kim, lou testkit.Person
}

func newDesk(t *testing.T) desk {
	t.Helper()
	app := testkit.New(t)
	return desk{
		app, app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleStudent, "Nia Frost"),
		app.Person(t, rules.RoleTutor, "Kim Marsh"), app.Person(t, rules.RoleTutor, "Lou Reed"),
	}
}

// handIn makes an assignment of a student's that Kim works on.
func (d desk) handIn(t *testing.T, token, status string) string {
	t.Helper()
	id := d.HandIn(t, token, nil)
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]any{"tutor": d.kim.Id, "status": status, "price": 10}).Granted(t, 200, nil)
	return id
}

func (d desk) rate(t *testing.T, token, id string, body any) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", "/api/assignments/"+id+"/rating", token, body)
}

func TestRatingIsRefusedToAllButTheStudent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	good := map[string]any{"rating": 5}
	for _, status := range []string{"submitted", "graded"} {
		id, guests := d.handIn(t, d.robin.Token, status), d.handIn(t, "", status)
		for _, c := range []struct {
			token, id string
			status    int
			sentence  string
		}{
			{"", id, 401, "Please sign in to continue"},
			{"garbage", id, 401, "Please sign in to continue"},
			{d.nia.Token, id, 404, notFound},
			{d.lou.Token, id, 404, notFound},
			{d.kim.Token, id, 403, notAllowed},
			{d.admin.Token, id, 403, notAllowed},
			{d.robin.Token, guests, 404, notFound},
			{d.kim.Token, guests, 403, notAllowed},
			{d.admin.Token, guests, 403, notAllowed},
			{d.robin.Token, "nosuch000000000", 404, notFound},
			{d.admin.Token, "nosuch000000000", 404, notFound},
		} {
			for _, body := range []any{good, "{}"} { // who may not rate hears nothing of what was wrong
				d.rate(t, c.token, c.id, body).Refused(t, c.status, c.sentence)
			}
		}
	}
	if count, err := d.CountRecords(records.Reviews); err != nil || count != 0 {
		t.Errorf("%d ratings after refusals alone, %v", count, err)
	}
}

func TestRatingSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	open, done := d.handIn(t, d.robin.Token, "in_progress"), d.handIn(t, d.robin.Token, "graded")
	for _, body := range []string{
		``, `{}`, `{"rating":null}`, `{"rating":0}`, `{"rating":6}`, `{"rating":-1}`, `{"rating":4.5}`, `{"rating":5.0000001}`,
		`{"rating":1e300}`, `{"rating":-1e300}`, `{"rating":4294967297}`, `{"comment":"Good."}`,
	} {
		for _, id := range []string{open, done} { // what is wrong in the body comes before the state of the work
			d.rate(t, d.robin.Token, id, body).Refused(t, 400, badRating)
		}
	}
	long := fmt.Sprintf(`{"rating":5,"comment":%q}`, strings.Repeat("c", rules.CommentLimit+1))
	for body, sentence := range map[string]string{
		`{"rating":"5"}`:             badRating,
		`{"rating":5,"comment":5}`:   "comment must be text",
		`{"rating":1e999}`:           "rating must be a number",
		`{"rating":`:                 "The request body is not valid JSON",
		`[5]`:                        "The request body must be an object",
		long:                         "Comment is too long (at most 2,000 characters)",
		`{"rating":9,"comment":"c"}`: badRating,
	} {
		d.rate(t, d.robin.Token, done, body).Refused(t, 400, sentence)
	}
	for _, status := range []string{"pending", "submitted", "in_progress", "revision"} {
		d.rate(t, d.robin.Token, d.handIn(t, d.robin.Token, status), `{"rating":5}`).Refused(t, 409, notYet)
	}
	if count, err := d.CountRecords(records.Reviews); err != nil || count != 0 {
		t.Errorf("%d ratings after refusals alone, %v", count, err)
	}
}

func TestFinishedWorkIsRatedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for status, body := range map[string]string{
		"completed": `{"rating":1}`,
		"graded":    fmt.Sprintf(`{"rating":5.0,"comment":"  %s\n","tutor":%q,"student":%q}`, strings.Repeat("é", rules.CommentLimit), d.lou.Id, d.nia.Id),
	} {
		id := d.handIn(t, d.robin.Token, status)
		var got review
		d.rate(t, d.robin.Token, id, body).Granted(t, 201, &got)
		want := review{ID: got.ID, Assignment: id, Rating: 1, CreatedAt: got.CreatedAt}
		if status == "graded" {
			want.Rating, want.Comment = 5, strings.Repeat("é", rules.CommentLimit)
		}
		if _, ok := rules.ParseTime(got.CreatedAt); got != want || got.ID == "" || !ok {
			t.Errorf("%s work is rated %+v", status, got)
		}
		kept, err := d.FindRecordById(records.Reviews, got.ID)
		if err != nil || kept.GetString(records.Student) != d.robin.Id || kept.GetString(records.Tutor) != d.kim.Id {
			t.Errorf("kept is %v, %v", kept, err)
		}
		d.rate(t, d.robin.Token, id, `{"rating":2}`).Refused(t, 409, alreadyRated)
		d.rate(t, d.robin.Token, id, `{"rating":0}`).Refused(t, 400, badRating)
		// Work that was taken up again still has its rating.
		d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]string{"status": "revision"}).Granted(t, 200, nil)
		d.rate(t, d.robin.Token, id, `{"rating":2}`).Refused(t, 409, notYet)
	}
	untutored := d.HandIn(t, d.robin.Token, nil)
	d.Call(t, "PATCH", "/api/assignments/"+untutored, d.admin.Token, map[string]string{"status": "completed"}).Granted(t, 200, nil)
	d.rate(t, d.robin.Token, untutored, `{"rating":3}`).Granted(t, 201, nil)
}

func TestOfManyRatingsAtOnceOneCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.handIn(t, d.robin.Token, "graded")
	answers := make([]testkit.Answer, 5)
	var racing sync.WaitGroup
	for i := range answers {
		racing.Go(func() { answers[i] = d.rate(t, d.robin.Token, id, map[string]int{"rating": i + 1}) })
	}
	racing.Wait()
	counted := 0
	for _, answer := range answers {
		if answer.Status == 201 {
			counted++
			continue
		}
		answer.Refused(t, 409, alreadyRated)
	}
	kept, err := d.CountRecords(records.Reviews)
	if counted != 1 || kept != 1 || err != nil {
		t.Errorf("%d ratings were answered, %d kept, %v", counted, kept, err)
	}
}

func TestWithDeletedWorkTheWordsGoAndTheNumberStays(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*testing.T, desk, string){
		"by its student": func(t *testing.T, d desk, id string) {
			d.Call(t, "DELETE", "/api/assignments/"+id, d.robin.Token, nil).Granted(t, 200, nil)
		},
		"by an admin": func(t *testing.T, d desk, id string) {
			d.Call(t, "DELETE", "/api/assignments/"+id, d.admin.Token, nil).Granted(t, 200, nil)
		},
		"with its student's account": func(t *testing.T, d desk, _ string) {
			d.Call(t, "DELETE", "/api/users/delete-account", d.robin.Token, nil).Granted(t, 200, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			id := d.handIn(t, d.robin.Token, "graded")
			d.rate(t, d.robin.Token, id, `{"rating":4,"comment":"Clear and on time."}`).Granted(t, 201, nil)
			remove(t, d, id)
			kept, err := d.FindFirstRecordByData(records.Reviews, records.Assignment, id)
			if err != nil {
				t.Fatal(err)
			}
			if kept.GetString(records.Comment)+kept.GetString(records.Student) != "" {
				t.Errorf("of the words stays %q of %q", kept.GetString(records.Comment), kept.GetString(records.Student))
			}
			if kept.GetInt(records.Rating) != 4 || kept.GetString(records.Tutor) != d.kim.Id {
				t.Errorf("of the tutor's rating stays %v", kept.PublicExport())
			}
		})
	}
}
