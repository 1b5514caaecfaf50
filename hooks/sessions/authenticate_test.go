package sessions_test

import (
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

// accountsRead counts how often a request reads the callers' accounts.
func accountsRead(t *testing.T, app *testkit.App, do func()) (count int) {
	t.Helper()
	for _, query := range app.RecordQueries(do) {
		if strings.Contains(query, "FROM `users` WHERE") {
			count++
		}
	}
	return count
}

func TestACallerIsReadAgainOnlyAfterAnAccountChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	nia := app.Person(t, domain.RoleStudent, "Nia Frost")
	call := func() { app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil) }
	if count := accountsRead(t, app, call); count != 1 {
		t.Errorf("the first request reads %d accounts", count)
	}
	if count := accountsRead(t, app, call); count != 0 {
		t.Errorf("the second request reads %d accounts", count)
	}
	nia.Set(store.Name, "Nia Ash")
	app.MustSave(t, nia.Record)
	if count := accountsRead(t, app, call); count != 1 {
		t.Errorf("after another account was renamed, a request reads %d accounts", count)
	}
}

// A remembered caller must never outlive a change, however it was made.
func TestARememberedCallerFollowsEveryChange(t *testing.T) {
	t.Parallel()
	sql := func(change string) func(*testing.T, *testkit.App, *core.Record) {
		return func(t *testing.T, app *testkit.App, robin *core.Record) {
			_, err := app.NonconcurrentDB().NewQuery("UPDATE users SET " + change + " WHERE id = {:id}").Bind(dbx.Params{"id": robin.Id}).Execute()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*testing.T, *testkit.App, *core.Record)
		status int
	}{
		"renamed by SQL":     {sql("name = 'Robin Ash'"), 200},
		"deactivated by SQL": {sql("status = 'inactive'"), 401},
		"signed out by SQL":  {sql("tokenKey = 'another-key-of-enough-characters-for-a-key'"), 401},
		"promoted by SQL":    {sql("role = 'admin'"), 200},
		"deactivated": {func(t *testing.T, app *testkit.App, robin *core.Record) {
			robin.Set(store.Status, domain.StatusInactive)
			app.MustSave(t, robin)
		}, 401},
		"given a password": {func(t *testing.T, app *testkit.App, robin *core.Record) {
			robin.SetPassword("another horse")
			app.MustSave(t, robin)
		}, 401},
		"deleted": {func(t *testing.T, app *testkit.App, robin *core.Record) { mustDelete(t, app, robin) }, 401},
		"everybody signed out": {func(t *testing.T, app *testkit.App, robin *core.Record) {
			users, err := app.FindCollectionByNameOrId(store.Users)
			if err != nil {
				t.Fatal(err)
			}
			users.AuthToken.Secret = strings.Repeat("another secret", 4)
			if err := app.Save(users); err != nil {
				t.Fatal(err)
			}
		}, 401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			robin := app.Person(t, domain.RoleStudent, "Robin Vale")
			for range 2 { // the second time, the account is remembered
				app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
			}
			c.change(t, app, robin.Record)
			answer := app.Call(t, "GET", "/api/auth/me", robin.Token, nil)
			if answer.Status != c.status {
				t.Fatalf("the status is %d, want %d", answer.Status, c.status)
			}
			if c.status != 200 {
				return
			}
			var me struct{ Name, Role string }
			answer.Decode(t, &me)
			stored, err := app.FindRecordById(store.Users, robin.Id)
			if err != nil {
				t.Fatal(err)
			}
			if me.Name != stored.GetString(store.Name) || me.Role != stored.GetString(store.Role) {
				t.Errorf("the caller is %+v, but %s (%s) is stored", me, stored.GetString(store.Name), stored.GetString(store.Role))
			}
		})
	}
}

func TestARememberedCallerIsForgottenWhenTheTokenExpires(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	call := func() { app.Call(t, "GET", "/api/site", robin.Token, nil).Granted(t, 200, nil) }
	call()
	clock.Advance(app, 366*24*time.Hour)
	// PocketBase, which has a clock of its own, is asked again.
	if count := accountsRead(t, app, call); count != 1 {
		t.Errorf("%d accounts are read", count)
	}
}

func TestInvalidTokensAdmitNobody(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
	parts := strings.Split(robin.Token, ".")
	signature := []byte(parts[2])
	slices.Reverse(signature)
	reset, err := robin.NewPasswordResetToken()
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{
		"forged":            parts[0] + "." + parts[1] + "." + string(signature),
		"without signature": parts[0] + "." + parts[1] + ".",
		"cut":               robin.Token[:len(robin.Token)-1],
		"for another use":   reset,
		"of an operator":    app.Superuser(t),
		"not a token":       "Bearer",
	} {
		if answer := app.Call(t, "GET", "/api/auth/me", token, nil); answer.Status != 401 {
			t.Errorf("a token that is %s: the status is %d", name, answer.Status)
		}
	}
}

func mustDelete(t *testing.T, app *testkit.App, account *core.Record) {
	t.Helper()
	if err := app.Delete(account); err != nil {
		t.Fatal(err)
	}
}
