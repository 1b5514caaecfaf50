package quotes_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestAVerifiedAccountAdoptsTheRequestsFromItsAddress(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	before := app.AskForQuote(t)
	visitor := app.Person(t, rules.RoleStudent, "Visitor") // visitor@example.com
	owner := func(id string) string {
		t.Helper()
		quote, err := app.FindRecordById(records.Quotes, id)
		if err != nil {
			t.Fatal(err)
		}
		return quote.GetString(records.Student)
	}
	other := app.Person(t, rules.RoleStudent, "Robin Vale")
	other.SetVerified(true)
	app.MustSave(t, other.Record)
	if got := owner(before.Id); got != "" {
		t.Errorf("before the verification the request belongs to %q", got)
	}
	visitor.SetVerified(true)
	app.MustSave(t, visitor.Record)
	if got := owner(before.Id); got != visitor.Id {
		t.Errorf("the request belongs to %q", got)
	}
	if got := owner(app.AskForQuote(t).Id); got != "" {
		t.Errorf("a later request belongs to %q", got)
	}
}

const adoptJob = "adoptQuotes"

// verify confirms an account's address.
func verify(t *testing.T, app *testkit.App, id string) {
	t.Helper()
	account, err := app.FindRecordById(records.Users, id)
	if err != nil {
		t.Fatal(err)
	}
	account.SetVerified(true)
	app.MustSave(t, account)
}

// adopted counts the requests that belong to an account.
func adopted(t *testing.T, app *testkit.App, account string) int64 {
	t.Helper()
	count, err := app.CountRecords(records.Quotes, dbx.HashExp{records.Student: account})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func execute(t *testing.T, app *testkit.App, query string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

// references are references of copied requests.
func references(count int) (all []string) {
	for i := range count {
		all = append(all, fmt.Sprintf("Q-COPY%d", i))
	}
	return all
}

func TestAJobResumesAnInterruptedAdoptionOfRequests(t *testing.T) {
	t.Parallel()
	const count = 250
	app := testkit.New(t)
	visitor := app.Person(t, rules.RoleStudent, "Visitor")
	app.CopyRows(t, records.Quotes, app.AskForQuote(t).Id, count-1, dbx.Params{records.Reference: references(count - 1)})
	execute(t, app, `CREATE TRIGGER interruption BEFORE UPDATE OF student ON quotes
		WHEN (SELECT count(*) FROM quotes WHERE student = new.student) >= 100 BEGIN SELECT RAISE(ABORT, 'interrupted'); END`)
	verify(t, app, visitor.Id)
	if got := adopted(t, app, visitor.Id); got == 0 || got > 100 {
		t.Errorf("%d requests were adopted before the interruption", got)
	}
	execute(t, app, "DROP TRIGGER interruption")
	clock.Advance(app, time.Hour)
	later := app.AskForQuote(t)
	app.RunJob(t, adoptJob)
	if got := adopted(t, app, visitor.Id); got != count {
		t.Errorf("%d requests belong to the account, want %d", got, count)
	}
	if fresh, err := app.FindRecordById(records.Quotes, later.Id); err != nil || fresh.GetString(records.Student) != "" {
		t.Errorf("a request that came after the verification was adopted, %v", err)
	}
}

func TestAnAccountThatIsBeingDeletedAdoptsNoRequests(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	visitor := app.Person(t, rules.RoleStudent, "Visitor")
	app.AskForQuote(t)
	execute(t, app, "CREATE TRIGGER interruption BEFORE UPDATE OF student ON quotes BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	verify(t, app, visitor.Id)
	execute(t, app, "DROP TRIGGER interruption")
	execute(t, app, "UPDATE users SET deletingAt = '2026-01-01 00:00:00.000Z' WHERE id = '"+visitor.Id+"'")
	app.RunJob(t, adoptJob)
	if got := adopted(t, app, visitor.Id); got != 0 {
		t.Errorf("%d requests were adopted", got)
	}
}

func TestAdminsHearOfAnAdoptedRequest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	visitor := app.Person(t, rules.RoleStudent, "Visitor")
	quote := app.AskForQuote(t)
	var changed []string
	app.OnRecordAfterUpdateSuccess(records.Quotes).BindFunc(func(e *core.RecordEvent) error {
		changed = append(changed, e.Record.Id+" "+e.Record.GetString(records.Student))
		return e.Next()
	})
	verify(t, app, visitor.Id)
	if want := []string{quote.Id + " " + visitor.Id}; !slices.Equal(changed, want) {
		t.Errorf("these changes were announced: %q, want %q", changed, want)
	}
}
