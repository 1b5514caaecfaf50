package sessions_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func requestOf(app core.App, account *core.Record) *core.RequestEvent {
	e := &core.RequestEvent{App: app, Auth: account}
	e.Request = httptest.NewRequest("GET", "/api/auth/me", nil)
	return e
}

func TestCallerIsAnActiveUserAndNeverASuperuser(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Superuser(t)
	superuser, err := app.FindAuthRecordByEmail(core.CollectionNameSuperusers, "operator@example.com")
	if err != nil {
		t.Fatal(err)
	}
	// Not even with the fields of an active admin.
	superuser.SetRaw(store.Status, domain.StatusActive)
	superuser.SetRaw(store.Role, domain.RoleAdmin)
	inactive := app.Person(t, domain.RoleAdmin, "Sam Inactive").Record
	inactive.Set(store.Status, domain.StatusInactive)
	for name, account := range map[string]*core.Record{"nobody": nil, "a superuser": superuser, "an inactive admin": inactive} {
		e := requestOf(app, account)
		if caller := sessions.Caller(e); caller != nil {
			t.Errorf("%s is the caller %s", name, caller.Id)
		}
		if sessions.HasRole(e, domain.RoleAdmin) || sessions.Reader(e) != (domain.Reader{}) {
			t.Errorf("%s reads as %+v", name, sessions.Reader(e))
		}
		ctx, cancel := sessions.WriteContext(e)
		if actor := store.ActorOf(ctx, inactive); actor != (store.Actor{Via: store.ViaGuest}) {
			t.Errorf("%s changes records as %+v", name, actor)
		}
		cancel()
	}
	for _, role := range []string{domain.RoleStudent, domain.RoleTutor, domain.RoleAdmin} {
		account := app.Person(t, role, "Robin "+role).Record
		e := requestOf(app, account)
		if sessions.Caller(e) != account || !sessions.HasRole(e, role) || sessions.Reader(e).ID != account.Id {
			t.Errorf("a %s is the caller %v and reads as %+v", role, sessions.Caller(e), sessions.Reader(e))
		}
		ctx, cancel := sessions.WriteContext(e)
		if actor := store.ActorOf(ctx, account); actor != (store.Actor{Via: store.ViaPerson, Person: account}) {
			t.Errorf("a %s changes records as %+v", role, actor)
		}
		cancel()
	}
}

func TestAWriteOutlivesItsConnectionForALimitedTime(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	e := requestOf(app, nil)
	connection, disconnect := context.WithCancel(t.Context())
	e.Request = e.Request.WithContext(connection)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	disconnect()
	if err := ctx.Err(); err != nil {
		t.Errorf("the write ends with the connection: %v", err)
	}
	if _, limited := ctx.Deadline(); !limited {
		t.Error("the write has no deadline")
	}
}

func TestConfirmRefusesAnEndedSession(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleAdmin, "Bo Ash") // the last admin could not be changed
	for _, ending := range endings {
		t.Run(ending.name, func(t *testing.T) {
			t.Parallel()
			caller := app.Person(t, domain.RoleAdmin, "Robin "+ending.name).Record
			if err := change(app, caller.Id, ending.change); err != nil {
				t.Fatal(err)
			}
			if err := sessions.Confirm(app, caller); statusOf(err) != ending.status {
				t.Errorf("got %v, want status %d", err, ending.status)
			}
		})
	}
	t.Run("a deletion", func(t *testing.T) {
		t.Parallel()
		caller := app.Person(t, domain.RoleAdmin, "Robin Deleted").Record
		if err := app.Delete(caller); err != nil {
			t.Fatal(err)
		}
		if err := sessions.Confirm(app, caller); statusOf(err) != 401 {
			t.Errorf("got %v, want status 401", err)
		}
	})
}

// A person must not be signed out because the database fails.
func TestConfirmDoesNotEndASessionWhenTheDatabaseFails(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	caller := app.Person(t, domain.RoleStudent, "Robin Vale").Record
	if _, err := app.NonconcurrentDB().RenameTable("users", "elsewhere").Execute(); err != nil {
		t.Fatal(err)
	}
	if err := sessions.Confirm(app, caller); statusOf(err) != 500 {
		t.Errorf("got %v, want status 500", err)
	}
}

func TestRecheckRefusesARequestWhoseSessionHasEnded(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleAdmin, "Bo Ash") // the last admin could not be changed
	for _, ending := range endings {
		t.Run(ending.name, func(t *testing.T) {
			t.Parallel()
			account := app.Person(t, domain.RoleAdmin, "Robin "+ending.name).Record
			admitted, anonymous := requestOf(app, account), requestOf(app, account)
			sessions.Admit(admitted, account)
			if err := sessions.Recheck(admitted); err != nil {
				t.Errorf("before %s it is refused: %v", ending.name, err)
			}
			if err := change(app, account.Id, ending.change); err != nil {
				t.Fatal(err)
			}
			if err := sessions.Recheck(admitted); statusOf(err) != ending.status {
				t.Errorf("after %s: got %v, want status %d", ending.name, err, ending.status)
			}
			if err := sessions.Recheck(anonymous); err != nil {
				t.Errorf("a request that needed no session is refused: %v", err)
			}
		})
	}
}
