package orders_test

import (
	"crypto/rand"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// kind is a kind of record that accounts adopt.
type kind struct {
	job, table string
	// send sends one from an address, without an account, and returns its id.
	send func(t *testing.T, app *testkit.App, email string) string
	// brokenRule is a change to a column that breaks a current rule.
	brokenRule dbx.Params
}

// forEachKind runs a test for all kinds.
func forEachKind(t *testing.T, test func(t *testing.T, k kind)) {
	t.Helper()
	for _, k := range []kind{
		{"adoptGuestWork", store.Assignments, func(t *testing.T, app *testkit.App, email string) string {
			t.Helper()
			return app.HandIn(t, "", map[string]string{"email": email})
		}, dbx.Params{store.Title: ""}},
		{"adoptQuotes", store.Quotes, func(t *testing.T, app *testkit.App, email string) string {
			t.Helper()
			quote := testkit.NewQuote()
			quote["email"] = email
			var sent struct {
				ID string `json:"_id"`
			}
			app.Call(t, "POST", "/api/quotes", "", quote).Granted(t, 201, &sent)
			return sent.ID
		}, dbx.Params{store.Subject: ""}},
	} {
		t.Run(k.table, func(t *testing.T) {
			t.Parallel()
			test(t, k)
		})
	}
}

// count counts the records of an account.
func (k kind) count(t *testing.T, app *testkit.App, account string) int64 {
	t.Helper()
	count, err := app.CountRecords(k.table, dbx.HashExp{store.Student: account})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// copy copies a record with other references.
func (k kind) copy(t *testing.T, app *testkit.App, id string, count int, changes dbx.Params) {
	t.Helper()
	var references []string
	for range count {
		references = append(references, rand.Text())
	}
	params := dbx.Params{store.Reference: references}
	maps.Copy(params, changes)
	app.CopyRows(t, k.table, id, count, params)
}

// interrupt makes adoptions fail while a condition holds, until resume is called.
func (k kind) interrupt(t *testing.T, app *testkit.App, condition string) (resume func()) {
	t.Helper()
	execute(t, app, "CREATE TRIGGER interruption BEFORE UPDATE OF student ON "+k.table+" WHEN "+condition+" BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	return func() { execute(t, app, "DROP TRIGGER interruption") }
}

// interruptedAdoption returns an app and an account that was about to adopt one record.
func (k kind) interruptedAdoption(t *testing.T) (*testkit.App, testkit.Person) {
	t.Helper()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	k.send(t, app, robin.Email())
	resume := k.interrupt(t, app, "true")
	app.Verify(t, robin.Id)
	resume()
	return app, robin
}

// execute runs SQL directly, without record events.
func execute(t *testing.T, app *testkit.App, query string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestAResumedAdoptionTakesOnlyWhatCameBeforeVerification(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, k kind) {
		app, robin := k.interruptedAdoption(t)
		clock.Advance(app, time.Minute)
		k.send(t, app, robin.Email())
		app.RunJob(t, k.job)
		if got := k.count(t, app, robin.Id); got != 1 {
			t.Errorf("%d were adopted", got)
		}
	})
}

func TestAJobResumesAnInterruptedAdoption(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, k kind) {
		const count = 250
		app := testkit.New(t)
		robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
		for _, person := range []testkit.Person{robin, nia} {
			id := k.send(t, app, person.Email())
			k.copy(t, app, id, count-2, nil)
			k.copy(t, app, id, 1, k.brokenRule) // it must not block the others
		}
		// Each adoption fails from its second batch on.
		const later = " AND (SELECT count(*) FROM $table WHERE student = new.student) >= 100"
		interrupt := func(condition string) (resume func()) {
			t.Helper()
			return k.interrupt(t, app, condition+strings.ReplaceAll(later, "$table", k.table))
		}
		resume := interrupt("true")
		for _, person := range []testkit.Person{robin, nia} {
			app.Verify(t, person.Id)
			if got := k.count(t, app, person.Id); got == 0 || got > 100 {
				t.Errorf("%d were adopted before the interruption", got)
			}
		}
		resume()
		resume = interrupt("new.student = '" + robin.Id + "'")
		app.RunJob(t, k.job)
		if got := k.count(t, app, nia.Id); got != count {
			t.Errorf("after a failed adoption, another account adopted %d", got)
		}
		resume()
		app.RunJob(t, k.job)
		if got := k.count(t, app, robin.Id); got != count {
			t.Errorf("%d were adopted after the interruption", got)
		}
	})
}

func TestAnAccountWhoseDeletionHasBegunAdoptsNothing(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, k kind) {
		app, robin := k.interruptedAdoption(t)
		execute(t, app, "CREATE TRIGGER interruption BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
		if err := app.Delete(robin.Record); err == nil {
			t.Fatal("the deletion was not interrupted")
		}
		app.RunJob(t, k.job)
		execute(t, app, "DROP TRIGGER interruption")
		app.RunJob(t, "finishAccountDeletions")
		if got := k.count(t, app, ""); got != 0 { // what came from a confirmed address goes with its account
			t.Errorf("%d are left and belong to nobody", got)
		}
	})
}

func TestAdoptingManyRecordsDoesNotBlockOtherWriters(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, k kind) {
		const count = 1000
		app := testkit.New(t)
		robin := app.Person(t, domain.RoleStudent, "Robin Vale")
		k.copy(t, app, k.send(t, app, robin.Email()), count-1, nil)
		app.DoesNotBlockWriters(t, func() { app.Verify(t, robin.Id) })
		if got := k.count(t, app, robin.Id); got != count {
			t.Errorf("%d were adopted", got)
		}
	})
}
