package history_test

import (
	"errors"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

func TestHistoryAndChangeAreStoredTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	for name, fail := range map[string]func(fixture, func(core.App) error) error{
		"the save fails": func(f fixture, save func(core.App) error) error {
			fail := func(e *core.RecordEvent) error { return errors.Join(e.Next(), failed) }
			f.OnRecordCreateExecute(store.Assignments, store.Users, store.Reviews).Bind(transaction.At(transaction.StageHistory+1, fail))
			f.OnRecordUpdateExecute(store.Assignments, store.Users, store.Quotes).Bind(transaction.At(transaction.StageHistory+1, fail))
			f.OnRecordDeleteExecute(store.Assignments, store.Users).Bind(transaction.AtDeletion(transaction.StageHistory+1, fail))
			return save(f.App)
		},
		"the history entry fails": func(f fixture, save func(core.App) error) error {
			f.OnRecordCreateExecute(store.Activities).BindFunc(func(*core.RecordEvent) error { return failed })
			return save(f.App)
		},
		"the transaction is rolled back": func(f fixture, save func(core.App) error) error {
			return f.RunInTransaction(func(tx core.App) error {
				if err := save(tx); err != nil {
					return err
				}
				return failed
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, save := range map[string]func(*testing.T, fixture, string) func(core.App) error{
				"a new account": func(t *testing.T, f fixture, _ string) func(core.App) error {
					user, err := store.NewUser(f, domain.RoleStudent)
					if err != nil {
						t.Fatal(err)
					}
					user.Set(store.Name, "Nia Frost")
					user.SetEmail("nia@example.com")
					user.SetPassword(testkit.Password)
					return func(app core.App) error { return app.Save(user) }
				},
				"a changed assignment": func(t *testing.T, f fixture, id string) func(core.App) error {
					assignment := f.find(t, store.Assignments, id)
					assignment.Set(store.Grade, "A")
					return func(app core.App) error { return app.Save(assignment) }
				},
				"an answered quote request": func(t *testing.T, f fixture, _ string) func(core.App) error {
					quote := f.find(t, store.Quotes, f.AskForQuote(t).Id)
					quote.Set(store.Note, "Two days.")
					return func(app core.App) error { return app.Save(quote) }
				},
				"a deleted assignment": func(t *testing.T, f fixture, id string) func(core.App) error {
					assignment := f.find(t, store.Assignments, id)
					return func(app core.App) error { return app.Delete(assignment) }
				},
			} {
				f := newFixture(t)
				id := f.HandIn(t, f.robin.Token, nil)
				change := save(t, f, id)
				before := f.dump(t)
				if err := fail(f, change); !errors.Is(err, failed) {
					t.Fatalf("%s: got the error %v", what, err)
				}
				if after := f.dump(t); after != before {
					t.Errorf("%s: stored\n%s\nwant\n%s", what, after, before)
				}
			}
		})
	}
}
