package sessions_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

// guardedChanges are changes of each kind to a collection with a guard.
var guardedChanges = map[string]func(ctx context.Context, app core.App, assignment *core.Record) error{
	"creating": func(ctx context.Context, app core.App, assignment *core.Record) error {
		copied := core.NewRecord(assignment.Collection())
		copied.Load(assignment.FieldsData())
		copied.Id = "copy00000000000"
		return app.SaveWithContext(ctx, copied)
	},
	"updating": func(ctx context.Context, app core.App, assignment *core.Record) error {
		assignment.Set(store.Title, "Changed")
		return app.SaveWithContext(ctx, assignment)
	},
	"deleting": func(ctx context.Context, app core.App, assignment *core.Record) error {
		return app.DeleteWithContext(ctx, assignment)
	},
}

// unchanged are the titles of the assignments in a new fixture.
var unchanged = []string{"Essay on tides"}

// fixture is an assignment, an admin who changes it, and an app to do it in.
type fixture struct {
	app        *testkit.App
	admin      *core.Record
	assignment *core.Record
	ctx        context.Context // to save on behalf of the admin
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	app := testkit.New(t)
	f := &fixture{app: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill").Record}
	app.Person(t, domain.RoleAdmin, "Bo Ash") // the last admin could not be changed
	f.assignment = f.find(t, app.HandIn(t, app.Person(t, domain.RoleStudent, "Robin Vale").Token, nil))
	f.ctx = store.ActingAs(t.Context(), store.Actor{Via: store.ViaPerson, Person: f.admin})
	return f
}

func (f *fixture) find(t *testing.T, id string) *core.Record {
	t.Helper()
	assignment, err := f.app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return assignment
}

// titles returns the titles of all stored assignments.
func (f *fixture) titles(t *testing.T) (titles []string) {
	t.Helper()
	assignments, err := f.app.FindAllRecords(store.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	for _, assignment := range assignments {
		titles = append(titles, assignment.GetString(store.Title))
	}
	return titles
}

// The change waits for the writer while another transaction ends the session. A
// check before the wait would still find the session open.
func TestGuardChecksTheSessionOnceTheChangeHasTheWriter(t *testing.T) {
	t.Parallel()
	for name, save := range guardedChanges {
		for _, ending := range endings {
			t.Run(name+" and "+ending.name, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				pool := f.app.NonconcurrentDB().(*dbx.DB).DB()
				saved := make(chan error, 1)
				err := f.app.RunInTransaction(func(tx core.App) error {
					if err := change(tx, f.admin.Id, ending.change); err != nil {
						return err
					}
					before := pool.Stats().WaitCount
					go func() { saved <- save(f.ctx, f.app, f.assignment) }()
					return waitUntil(func() bool { return pool.Stats().WaitCount > before })
				})
				if err != nil {
					t.Fatal(err)
				}
				if err := <-saved; statusOf(err) != ending.status {
					t.Errorf("got %v, want status %d", err, ending.status)
				}
				if changed := !slices.Equal(f.titles(t), unchanged); changed != (ending.status == 0) {
					t.Errorf("the stored titles are %q", f.titles(t))
				}
			})
		}
	}
}

// A nested save must see what its own transaction has changed so far.
func TestGuardRefusesANestedSaveAndRollsBackEverything(t *testing.T) {
	t.Parallel()
	for name, save := range guardedChanges {
		for _, ending := range endings {
			t.Run(name+" and "+ending.name, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				outer := f.find(t, f.app.HandIn(t, "", map[string]string{"title": "Outer", "email": "visitor@example.com"}))
				before := f.titles(t)
				f.app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, func(e *core.RecordEvent) error {
					if e.Record.Id != outer.Id {
						return e.Next()
					}
					if err := change(e.App, f.admin.Id, ending.change); err != nil {
						return err
					}
					if err := save(e.Context, e.App, f.assignment); err != nil {
						return err
					}
					return e.Next()
				}))
				outer.Set(store.Title, "Outer changed")
				if err := f.app.SaveWithContext(f.ctx, outer); statusOf(err) != ending.status {
					t.Errorf("got %v, want status %d", err, ending.status)
				}
				if changed := !slices.Equal(f.titles(t), before); changed != (ending.status == 0) {
					t.Errorf("the stored titles are %q, before they were %q", f.titles(t), before)
				}
				account, err := f.app.FindRecordById(store.Users, f.admin.Id)
				if err != nil {
					t.Fatal(err)
				}
				if ending.status != 0 && (account.TokenKey() != f.admin.TokenKey() || !store.IsActive(account) || account.GetString(store.Role) != domain.RoleAdmin) {
					t.Error("the refused change left the session ended")
				}
			})
		}
	}
}

// What a guard lets through stays true until the change is stored: nobody else
// can write in between.
func TestGuardHoldsTheTransactionOpenForTheLaterStages(t *testing.T) {
	t.Parallel()
	for name, save := range guardedChanges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			later := 0
			fail := func(e *core.RecordEvent) error {
				later++
				if !e.App.IsTransactional() {
					t.Error("the stage after the guard is outside the transaction")
				}
				if err := e.Next(); err != nil {
					return err
				}
				return errors.New("fail after the change was made")
			}
			f.app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageGuard+1, fail))
			f.app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageGuard+1, fail))
			f.app.OnRecordDeleteExecute(store.Assignments).Bind(transaction.AtDeletion(transaction.StageGuard+1, fail))
			if err := save(f.ctx, f.app, f.assignment); err == nil || later != 1 {
				t.Errorf("got %v after %d later stages", err, later)
			}
			if titles := f.titles(t); !slices.Equal(titles, unchanged) {
				t.Errorf("the stored titles are %q", titles)
			}
		})
	}
}

func TestGuardRequiresASessionOnlyOfPeople(t *testing.T) {
	t.Parallel()
	for _, via := range []store.Via{store.ViaGuest, store.ViaConsole, store.ViaSystem} {
		for name, save := range guardedChanges {
			t.Run(name+" as "+string(via), func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				if err := save(store.ActingAs(t.Context(), store.Actor{Via: via}), f.app, f.assignment); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func waitUntil(isDone func() bool) error {
	if !testkit.Holds(isDone) {
		return errors.New("the change never waited for the writer")
	}
	return nil
}
