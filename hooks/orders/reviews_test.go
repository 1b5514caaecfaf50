package orders_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const (
	badRating    = "Rating must be a whole number from 1 to 5"
	notFinished  = "This assignment cannot be rated yet"
	alreadyRated = "You have already rated this assignment"
	notFound     = "Assignment not found"
	notAllowed   = "You do not have permission to do this"
)

// review is a rating as the API returns it.
type review struct {
	ID                             string `json:"_id"`
	Assignment, Comment, CreatedAt string
	Rating                         int
	Student, Tutor                 string // never sent
}

// fixture is an app with two students, two tutors and an admin.
type fixture struct {
	*testkit.App
	admin, robin, nia, kim, lou testkit.Person
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	app := testkit.New(t)
	return fixture{
		App:   app,
		admin: app.Person(t, domain.RoleAdmin, "Ada Quill"),
		robin: app.Person(t, domain.RoleStudent, "Robin Vale"),
		nia:   app.Person(t, domain.RoleStudent, "Nia Frost"),
		kim:   app.Person(t, domain.RoleTutor, "Kim Marsh"),
		lou:   app.Person(t, domain.RoleTutor, "Lou Reed"),
	}
}

// newAssignment submits an assignment, by a guest if the token is empty, and gives
// it to Kim with a status.
func (f fixture) newAssignment(t *testing.T, token, status string) string {
	t.Helper()
	id := f.HandIn(t, token, nil)
	f.Call(t, "PATCH", "/api/assignments/"+id, f.admin.Token, map[string]any{"tutor": f.kim.Id, "status": status, "price": 10}).Granted(t, 200, nil)
	return id
}

func (f fixture) rate(t *testing.T, token, id string, body any) testkit.Answer {
	t.Helper()
	return f.Call(t, "POST", "/api/assignments/"+id+"/rating", token, body)
}

func TestOnlyTheStudentMayRate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	good := map[string]any{"rating": 5}
	for _, status := range []string{"submitted", "graded"} {
		id, guestID := f.newAssignment(t, f.robin.Token, status), f.newAssignment(t, "", status)
		for _, c := range []struct {
			token, id string
			status    int
			sentence  string
		}{
			{"", id, 401, "Please log in to continue"},
			{"garbage", id, 401, "Please log in to continue"},
			{f.nia.Token, id, 404, notFound},
			{f.lou.Token, id, 404, notFound},
			{f.kim.Token, id, 403, notAllowed},
			{f.admin.Token, id, 403, notAllowed},
			{f.robin.Token, guestID, 404, notFound},
			{f.kim.Token, guestID, 403, notAllowed},
			{f.admin.Token, guestID, 403, notAllowed},
			{f.robin.Token, "nosuch000000000", 404, notFound},
			{f.admin.Token, "nosuch000000000", 404, notFound},
		} {
			for _, body := range []any{good, "{}"} { // permission is checked before the body
				f.rate(t, c.token, c.id, body).Refused(t, c.status, c.sentence)
			}
		}
	}
	if count, err := f.CountRecords(store.Reviews); err != nil || count != 0 {
		t.Errorf("%d ratings are stored although all were refused, %v", count, err)
	}
}

func TestAnInvalidRatingIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	open, done := f.newAssignment(t, f.robin.Token, "in_progress"), f.newAssignment(t, f.robin.Token, "graded")
	for _, body := range []string{
		``, `{}`, `{"rating":null}`, `{"rating":0}`, `{"rating":6}`, `{"rating":-1}`, `{"rating":4.5}`, `{"rating":5.0000001}`,
		`{"rating":1e300}`, `{"rating":-1e300}`, `{"rating":4294967297}`, `{"comment":"Good."}`,
	} {
		for _, id := range []string{open, done} { // the body is checked before the status
			f.rate(t, f.robin.Token, id, body).Refused(t, 400, badRating)
		}
	}
	long := fmt.Sprintf(`{"rating":5,"comment":%q}`, strings.Repeat("c", domain.CommentLimit+1))
	for body, sentence := range map[string]string{
		`{"rating":"5"}`:             badRating,
		`{"rating":5,"comment":5}`:   "comment must be text",
		`{"rating":1e999}`:           "rating must be a number",
		`{"rating":`:                 "The request body is not valid JSON",
		`[5]`:                        "The request body must be an object",
		long:                         "Comment is too long (at most 2,000 characters)",
		`{"rating":9,"comment":"c"}`: badRating,
	} {
		f.rate(t, f.robin.Token, done, body).Refused(t, 400, sentence)
	}
	for _, status := range []string{"pending", "submitted", "in_progress", "revision"} {
		f.rate(t, f.robin.Token, f.newAssignment(t, f.robin.Token, status), `{"rating":5}`).Refused(t, 409, notFinished)
	}
	if count, err := f.CountRecords(store.Reviews); err != nil || count != 0 {
		t.Errorf("%d ratings are stored although all were refused, %v", count, err)
	}
}

func TestFinishedWorkCanBeRatedOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for status, body := range map[string]string{
		"completed": `{"rating":1}`,
		"graded":    fmt.Sprintf(`{"rating":5.0,"comment":"  %s\n","tutor":%q,"student":%q}`, strings.Repeat("é", domain.CommentLimit), f.lou.Id, f.nia.Id),
	} {
		id := f.newAssignment(t, f.robin.Token, status)
		var got review
		f.rate(t, f.robin.Token, id, body).Granted(t, 201, &got)
		want := review{ID: got.ID, Assignment: id, Rating: 1, CreatedAt: got.CreatedAt}
		if status == "graded" {
			want.Rating, want.Comment = 5, strings.Repeat("é", domain.CommentLimit)
		}
		if _, ok := domain.ParseTime(got.CreatedAt); got != want || got.ID == "" || !ok {
			t.Errorf("the rating of %s work is %+v", status, got)
		}
		stored, err := f.FindRecordById(store.Reviews, got.ID)
		if err != nil || stored.GetString(store.Student) != f.robin.Id || stored.GetString(store.Tutor) != f.kim.Id {
			t.Errorf("stored %v, %v", stored, err)
		}
		f.rate(t, f.robin.Token, id, `{"rating":2}`).Refused(t, 409, alreadyRated)
		f.rate(t, f.robin.Token, id, `{"rating":0}`).Refused(t, 400, badRating)
		// Reopened work keeps its rating and cannot be rated again.
		f.Call(t, "PATCH", "/api/assignments/"+id, f.admin.Token, map[string]string{"status": "revision"}).Granted(t, 200, nil)
		f.rate(t, f.robin.Token, id, `{"rating":2}`).Refused(t, 409, notFinished)
	}
	withoutTutor := f.HandIn(t, f.robin.Token, nil)
	f.Call(t, "PATCH", "/api/assignments/"+withoutTutor, f.admin.Token, map[string]string{"status": "completed"}).Granted(t, 200, nil)
	f.rate(t, f.robin.Token, withoutTutor, `{"rating":3}`).Granted(t, 201, nil)
}

func TestOnlyOneOfSeveralConcurrentRatingsIsStored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.newAssignment(t, f.robin.Token, "graded")
	answers := make([]testkit.Answer, 5)
	var ratings sync.WaitGroup
	for i := range answers {
		ratings.Go(func() { answers[i] = f.rate(t, f.robin.Token, id, map[string]int{"rating": i + 1}) })
	}
	ratings.Wait()
	accepted := 0
	for _, answer := range answers {
		if answer.Status == 201 {
			accepted++
			continue
		}
		answer.Refused(t, 409, alreadyRated)
	}
	stored, err := f.CountRecords(store.Reviews)
	if accepted != 1 || stored != 1 || err != nil {
		t.Errorf("%d ratings were accepted and %d stored, %v", accepted, stored, err)
	}
}
