package demo_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/demo"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestTheSampleIsLivelyAndMadeOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	now := time.Now()
	made, err := demo.Fill(context.Background(), app, now)
	if err != nil || !made {
		t.Fatalf("made: %v, %v", made, err)
	}
	counts := func() [5]int64 {
		var counts [5]int64
		for i, name := range []string{records.Users, records.Assignments, records.Reviews, records.Quotes, records.Activities} {
			if counts[i], err = app.CountRecords(name); err != nil {
				t.Fatal(err)
			}
		}
		return counts
	}
	first := counts()
	if first[0] < 12 || first[1] != 60 || first[2] < 15 || first[3] < 8 || first[4] < 200 {
		t.Errorf("people, work, ratings, quotes and history are %v", first)
	}
	for _, status := range rules.AssignmentStatuses {
		if found, err := app.CountRecords(records.Assignments, dbx.HashExp{records.Status: status}); err != nil || found == 0 {
			t.Errorf("%d assignments are %s, %v", found, status, err)
		}
	}
	for _, status := range rules.QuoteStatuses {
		if found, err := app.CountRecords(records.Quotes, dbx.HashExp{records.Status: status}); err != nil || found == 0 {
			t.Errorf("%d quotes are %s, %v", found, status, err)
		}
	}
	for _, name := range []string{records.Users, records.Assignments, records.Reviews, records.Quotes, records.Activities} {
		var future int
		err := app.DB().NewQuery("SELECT count(*) FROM " + name + " WHERE created > {:now}").
			Bind(dbx.Params{"now": now.UTC().Add(time.Second).Format("2006-01-02 15:04:05.000Z")}).Row(&future)
		if err != nil || future > 0 {
			t.Errorf("%d %s are from the future, %v", future, name, err)
		}
	}
	var trends struct{ Trends map[string]*float64 }
	app.Call(t, "GET", "/api/assignments/stats", signIn(t, app, "ada"), nil).Granted(t, 200, &trends)
	for name, trend := range trends.Trends {
		if trend == nil {
			t.Errorf("%s has nothing to compare with", name)
		}
	}

	if made, err := demo.Fill(context.Background(), app, now); err != nil || made || counts() != first {
		t.Errorf("the second time: made %v, %v, %v", made, err, counts())
	}
}

// signIn opens a session of the sample.
func signIn(t *testing.T, app *testkit.App, who string) string {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: who + "@demo.example", Password: demo.Password}).Granted(t, 200, &session)
	return session.Token
}

func TestEverySignInThatIsPrintedOpens(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if _, err := demo.Fill(context.Background(), app, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, line := range demo.SignIns() {
		role, address, _ := strings.Cut(line, " ")
		who, _, _ := strings.Cut(strings.TrimSpace(address), "@")
		var me struct{ Role string }
		app.Call(t, "GET", "/api/auth/me", signIn(t, app, who), nil).Granted(t, 200, &me)
		if me.Role != role {
			t.Errorf("%s is %s", line, me.Role)
		}
	}
	var work []struct{ FileURL string }
	app.Call(t, "GET", "/api/assignments", signIn(t, app, "robin"), nil).Granted(t, 200, &work)
	for _, one := range work {
		if one.FileURL != "" {
			app.Call(t, "GET", one.FileURL, "", nil).Granted(t, 200, nil)
		}
	}
}

func TestAFolderOfRealPeopleOrWorkIsRefused(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(app *testkit.App){
		"a person":        func(app *testkit.App) { app.Person(t, rules.RoleStudent, "Real Person") },
		"a guest's essay": func(app *testkit.App) { app.HandIn(t, "", nil) },
		"an operator":     func(app *testkit.App) { app.Superuser(t) },
		"an admin key": func(app *testkit.App) {
			site, err := records.FindSite(app)
			if err != nil {
				t.Fatal(err)
			}
			site.Set(records.AdminKeyHash, "prepared")
			app.MustSave(t, site)
		},
	} {
		t.Run(name, func(t *testing.T) {
			app := testkit.New(t)
			fill(app)
			if made, err := demo.Fill(context.Background(), app, time.Now()); made || !errors.Is(err, demo.ErrNotEmpty) {
				t.Errorf("made %v, %v", made, err)
			}
		})
	}
}

func TestASampleThatPeopleTriedStaysAsItIs(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if made, err := demo.Fill(context.Background(), app, time.Now()); !made || err != nil {
		t.Fatalf("made %v, %v", made, err)
	}
	app.Person(t, rules.RoleStudent, "Curious Visitor")
	before, err := app.CountRecords(records.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	if made, err := demo.Fill(context.Background(), app, time.Now()); made || err != nil {
		t.Errorf("made %v again, %v", made, err)
	}
	if after, err := app.CountRecords(records.Assignments); err != nil || after != before {
		t.Errorf("%d assignments became %d, %v", before, after, err)
	}
}
