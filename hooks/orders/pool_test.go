package orders_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

type row struct {
	ID          string `json:"_id"`
	Title       string
	Description string
	Words       *int
	Earnings    float64
}

// titles lists the pool as a tutor sees it.
func titles(t *testing.T, app *testkit.App, tutor testkit.Person, query string) (titles []string) {
	t.Helper()
	var rows []row
	app.Call(t, "GET", "/api/assignments/pool"+query, tutor.Token, nil).Granted(t, 200, &rows)
	for _, row := range rows {
		titles = append(titles, row.Title)
	}
	return titles
}

func TestOneTutorTakesWorkFromThePool(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, otto := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Otto Lind")
	id := app.HandIn(t, robin.Token, nil)
	take(t, app, kim, id).Refused(t, 404, "Assignment not found")
	offer(t, app, admin, id)
	offer(t, app, admin, id) // changes nothing
	if got := titles(t, app, kim, ""); !slices.Equal(got, []string{"Essay on tides"}) {
		t.Errorf("the pool is %q", got)
	}
	var taken struct {
		Status, Stage string
		Tutor         struct {
			ID string `json:"_id"`
		}
		Actions []struct{ Action string }
	}
	take(t, app, kim, id).Granted(t, 200, &taken)
	if taken.Status != domain.StatusInProgress || taken.Stage != "in_progress" || taken.Tutor.ID != kim.Id {
		t.Errorf("taken: %+v", taken)
	}
	for kind, want := range map[string]int64{"assignment.tutor": 1, "work.given": 0} {
		if count, err := app.CountRecords(store.Notices, dbx.HashExp{store.Kind: kind}); err != nil || count != want {
			t.Errorf("%d were told of %s, %v", count, kind, err)
		}
	}
	take(t, app, kim, id).Refused(t, 409, "You have already taken this assignment")
	take(t, app, otto, id).Refused(t, 409, "Somebody else has taken this assignment")
	if got := titles(t, app, otto, ""); len(got) > 0 {
		t.Errorf("the pool is %q", got)
	}

	// Handed back, it stays with nobody and out of the pool.
	app.Call(t, "POST", "/api/assignments/"+id+"/hand-back", kim.Token, map[string]string{"reason": "No time"}).Granted(t, 200, nil)
	take(t, app, otto, id).Refused(t, 409, "This assignment is no longer available")
	offer(t, app, admin, id)
	take(t, app, otto, id).Granted(t, 200, nil)
}

func TestNobodyTakesTooMuchOrTheirOwnWork(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	own := app.HandIn(t, kim.Token, map[string]string{"title": "Her own"})
	offer(t, app, admin, own)
	take(t, app, kim, own).Refused(t, 409, "A tutor cannot work on their own assignment")
	if got := titles(t, app, kim, ""); len(got) > 0 {
		t.Errorf("the pool is %q", got)
	}
	setSite(t, app, map[string]any{store.MaxOpen: 1})
	first, second := app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	offer(t, app, admin, first)
	offer(t, app, admin, second)
	take(t, app, kim, first).Granted(t, 200, nil)
	take(t, app, kim, second).Refused(t, 409, "You already have 1 assignment in progress")
	setSite(t, app, map[string]any{store.MaxOpen: 2})
	third := app.HandIn(t, robin.Token, nil)
	offer(t, app, admin, third)
	take(t, app, kim, second).Granted(t, 200, nil)
	patchPooled(t, app, admin, second, map[string]any{"status": "revision"})
	take(t, app, kim, third).Refused(t, 409, "You already have 2 assignments in progress")
	var summary struct {
		Open, Limit int
		Subjects    []string
	}
	app.Call(t, "GET", "/api/assignments/pool/summary", kim.Token, nil).Granted(t, 200, &summary)
	if summary.Open != 2 || summary.Limit != 2 || !slices.Equal(summary.Subjects, []string{"Physics"}) {
		t.Errorf("the summary is %+v", summary)
	}
}

func TestOnlyWaitingWorkIsOffered(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id + "/pool"
	open, closed := map[string]any{"open": true}, map[string]any{"open": false}
	for _, body := range []any{map[string]any{}, map[string]any{"open": "yes"}, map[string]any{"open": nil}, map[string]any{"open": 1}} {
		app.Call(t, "PUT", path, admin.Token, body).Refused(t, 400, "Open must be true or false")
	}
	app.Call(t, "PUT", "/api/assignments/nothing/pool", admin.Token, open).Refused(t, 404, "Assignment not found")
	app.Call(t, "PUT", path, admin.Token, closed).Granted(t, 200, nil)

	setSite(t, app, map[string]any{store.RequirePayment: true})
	patchPooled(t, app, admin, id, map[string]any{"price": 100})
	app.Call(t, "PUT", path, admin.Token, open).Refused(t, 409, "This assignment has not been paid for")
	assignment := func() *core.Record {
		record, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		return record
	}
	byHand := assignment()
	byHand.Set(store.InPool, true)
	if err := app.Save(byHand); err == nil || !strings.Contains(err.Error(), "has not been paid for") {
		t.Errorf("unpaid work was offered: %v", err)
	}
	app.Call(t, "POST", "/api/assignments/"+id+"/payments", admin.Token, map[string]any{"amount": 100, "method": "Cash", "reference": "TX 1"}).Granted(t, 201, nil)
	app.Call(t, "PUT", path, admin.Token, open).Granted(t, 200, nil)
	patchPooled(t, app, admin, id, map[string]any{"price": 100.01})
	take(t, app, kim, id).Refused(t, 409, "This assignment has not been paid for")
	patchPooled(t, app, admin, id, map[string]any{"price": 100})
	app.Call(t, "PUT", path, admin.Token, closed).Granted(t, 200, nil)
	take(t, app, kim, id).Refused(t, 409, "This assignment is no longer available")

	byHand = assignment()
	byHand.Set(store.InPool, true)
	app.MustSave(t, byHand) // as the console does
	patchPooled(t, app, admin, id, map[string]any{"tutor": kim.Id})
	if assignment().GetBool(store.InPool) {
		t.Error("work with a tutor is in the pool")
	}
	app.Call(t, "PUT", path, admin.Token, open).Refused(t, 409, "This assignment already has a tutor")
	byHand = assignment()
	byHand.Set(store.InPool, true)
	if err := app.Save(byHand); err == nil || !strings.Contains(err.Error(), "already has a tutor") {
		t.Errorf("work with a tutor was offered: %v", err)
	}
	patchPooled(t, app, admin, id, map[string]any{"tutor": nil, "status": "in_progress"})
	app.Call(t, "PUT", path, admin.Token, open).Refused(t, 409, "This assignment is closed")
	app.Call(t, "POST", "/api/assignments/"+id+"/cancel", admin.Token, map[string]string{"reason": "Enough"}).Granted(t, 200, nil)
	app.Call(t, "PUT", path, admin.Token, closed).Refused(t, 409, "This assignment is closed")
}

func TestSeveralAssignmentsAreOfferedTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	first, second, given := app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	patchPooled(t, app, admin, given, map[string]any{"tutor": kim.Id})
	put := func(open any, ids ...string) testkit.Answer {
		return app.Call(t, "PUT", "/api/assignments/pool", admin.Token, map[string]any{"ids": ids, "open": open})
	}
	put(true).Refused(t, 400, "Choose at least one assignment")
	put("yes", first).Refused(t, 400, "Open must be true or false")
	put(true, make([]string, 501)...).Refused(t, 400, "Choose at most 500 assignments")
	var failure struct {
		Problems []struct{ Field, Message string }
	}
	refusal := put(true, first, given, "nothing")
	if refusal.Status < 400 || !strings.Contains(string(refusal.Body), `"`+given+`"`) || !strings.Contains(string(refusal.Body), "already has a tutor") {
		t.Errorf("got %d %s, %v", refusal.Status, refusal.Body, failure)
	}
	if got := titles(t, app, kim, ""); len(got) > 0 {
		t.Errorf("half of it was done: %q", got)
	}
	var done struct{ Updated int }
	put(true, first, second, first).Granted(t, 200, &done)
	if got := titles(t, app, kim, ""); done.Updated != 2 || len(got) != 2 {
		t.Errorf("%d were offered: %q", done.Updated, got)
	}
	put(false, first, second).Granted(t, 200, nil)
	if got := titles(t, app, kim, ""); len(got) > 0 {
		t.Errorf("still offered: %q", got)
	}
}

func TestThePoolIsFilteredSearchedAndSorted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC))
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, work := range []struct {
		title, subject, due string
		words, cents        int
	}{
		{"Short, call 0491 570 006", "Physics", "2027-03-03T10:00:00Z", 1000, 5000},
		{"Medium", "Physics", "2027-03-07T10:00:00Z", 6000, 10000},
		{"Long", "Law", "2027-03-30T10:00:00Z", 6001, 25000},
		{"Unknown", "Law", "2027-06-01T10:00:00Z", 0, 0},
	} {
		id := app.HandIn(t, robin.Token, map[string]string{
			"title": work.title, "subject": work.subject, "dueDate": work.due, "description": "Write to robin@example.com",
		})
		assignment, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		assignment.Set(store.Words, work.words)
		assignment.Set(store.PriceCents, work.cents)
		app.MustSave(t, assignment)
		offer(t, app, admin, id)
		clock.Advance(app, time.Second)
	}
	const short = "Short, call [hidden]"
	for query, want := range map[string][]string{
		"":                       {short, "Medium", "Long", "Unknown"},
		"?sort=-dueDate":         {"Unknown", "Long", "Medium", short},
		"?sort=-earnings":        {"Long", "Medium", short, "Unknown"},
		"?sort=earnings":         {"Unknown", short, "Medium", "Long"},
		"?sort=-createdAt":       {"Unknown", "Long", "Medium", short},
		"?subject=Law":           {"Long", "Unknown"},
		"?due=3d":                {short},
		"?due=7d":                {short, "Medium"},
		"?due=30d":               {short, "Medium", "Long"},
		"?words=short":           {short},
		"?words=medium":          {"Medium"},
		"?words=long":            {"Long"},
		"?earnings=50":           {short, "Medium", "Long"},
		"?earnings=100":          {"Medium", "Long"},
		"?earnings=250":          {"Long"},
		"?search=medi":           {"Medium"},
		"?search=0491":           nil, // hidden, so not found either
		"?search=law&due=30d":    {"Long"},
		"?page=2&perPage=3":      {"Unknown"},
		"?search=call&words=any": nil,
	} {
		if strings.Contains(query, "any") {
			app.Call(t, "GET", "/api/assignments/pool"+query, kim.Token, nil).Refused(t, 400, "Invalid words filter")
			continue
		}
		if got := titles(t, app, kim, query); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
	for query, sentence := range map[string]string{
		"?due=5d": "Invalid due filter", "?earnings=51": "Invalid earnings filter", "?sort=title": "Unknown sort field",
	} {
		app.Call(t, "GET", "/api/assignments/pool"+query, kim.Token, nil).Refused(t, 400, sentence)
	}
	answer := app.Call(t, "GET", "/api/assignments/pool?page=1&perPage=1", kim.Token, nil)
	if body := string(answer.Body); answer.Header.Get("X-Total-Count") != "4" || strings.Contains(body, "robin") || strings.Contains(body, "student") || strings.Contains(body, "0491") {
		t.Errorf("%s of %s", body, answer.Header.Get("X-Total-Count"))
	}
}

func TestTakingThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil)
	offer(t, app, admin, id)
	app.OnRecordCreateExecute(store.Notices).BindFunc(func(*core.RecordEvent) error { return errors.New("the disk is full") })
	if got := take(t, app, kim, id); got.Status != 500 {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	if got := titles(t, app, kim, ""); len(got) != 1 {
		t.Errorf("the pool is %q", got)
	}
	activities, err := app.CountRecords(store.Activities)
	if err != nil {
		t.Fatal(err)
	}
	_ = take(t, app, kim, id)
	if again, err := app.CountRecords(store.Activities); err != nil || again != activities {
		t.Errorf("the history has %d entries, had %d, %v", again, activities, err)
	}
}

func TestThePoolShowsWhatRefundsLeaveOfTheEarnings(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	const share = 60
	for title, c := range map[string]struct {
		received, refund int
		earnings         float64
	}{
		"Untouched":         {0, 0, 60},
		"Half of it":        {10000, 5000, 30},
		"All of it":         {10000, 10000, 0},
		"What was too much": {12000, 2000, 60},
		"And more":          {12000, 3001, 53.99},
	} {
		id := app.HandIn(t, robin.Token, map[string]string{"title": title})
		offer(t, app, admin, id)
		// Refunds come with work that was delivered and then opened again.
		_, err := app.NonconcurrentDB().Update(store.Assignments, dbx.Params{
			store.PriceCents: 10000, store.TutorShare: share, store.ReceivedCents: c.received, store.RefundCents: c.refund,
		}, dbx.HashExp{store.ID: id}).Execute()
		if err != nil {
			t.Fatal(err)
		}
		var listed []row
		app.Call(t, "GET", "/api/assignments/pool?search="+url.QueryEscape(title), kim.Token, nil).Granted(t, 200, &listed)
		if len(listed) != 1 || listed[0].Earnings != c.earnings {
			t.Errorf("%s: got %+v, want %v", title, listed, c.earnings)
		}
		if isEnough := slices.Contains(titles(t, app, kim, "?earnings=50"), title); isEnough != (c.earnings >= 50) {
			t.Errorf("%s is among what earns 50: %t", title, isEnough)
		}
	}
}
