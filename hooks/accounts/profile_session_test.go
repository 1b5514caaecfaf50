package accounts_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestARequestAdmittedBeforeTheSessionEndedChangesNothing(t *testing.T) {
	t.Parallel()
	endings := map[string]func(user *core.Record){
		"a deactivation":    func(user *core.Record) { user.Set(store.Status, domain.StatusInactive) },
		"a password change": func(user *core.Record) { user.SetPassword("operator's horse") },
	}
	calls := map[string]any{
		"PUT /api/users/profile":           with(map[string]any{"email": "new@example.com", "bio": "New"}),
		"PUT /api/users/change-password":   domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"},
		"DELETE /api/users/delete-account": testkit.CurrentPassword,
	}
	for ending, end := range endings {
		for call, body := range calls {
			t.Run(call+" before "+ending, func(t *testing.T) {
				t.Parallel()
				app := testkit.New(t)
				robin := app.Person(t, domain.RoleStudent, "Robin Vale")
				method, path, _ := strings.Cut(call, " ")
				answered := make(chan testkit.Answer, 1)
				err := app.RunInTransaction(func(tx core.App) error {
					user, err := tx.FindRecordById(store.Users, robin.Id)
					if err != nil {
						return err
					}
					end(user)
					if err := tx.Save(user); err != nil {
						return err
					}
					// The writer is in use: the request has been admitted and waits for it.
					before := waiting(app)
					go func() { answered <- app.Call(t, method, path, robin.Token, body) }()
					return waitFor(func() bool { return waiting(app) > before })
				})
				if err != nil {
					t.Fatal(err)
				}
				(<-answered).Refused(t, 401, signInFirst)
				user := stored(t, app, robin.Id)
				if user.Email() != robin.Email() || user.GetString(store.Bio) != "" || user.ValidatePassword("another horse") {
					t.Errorf("the request changed the account: %v", user.PublicExport())
				}
				if want := map[bool]string{true: domain.StatusInactive, false: domain.StatusActive}[ending == "a deactivation"]; user.GetString(store.Status) != want {
					t.Errorf("the account is %s", user.GetString(store.Status))
				}
			})
		}
	}
}

func TestSavingAProfileDoesNotUndoADeactivation(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for attempt := range 10 {
		robin := app.Person(t, domain.RoleStudent, fmt.Sprint("Robin ", attempt))
		saves := make([]testkit.Answer, 3)
		var deactivated testkit.Answer
		var racing sync.WaitGroup
		for i := range saves {
			body := with(map[string]any{"email": robin.Email(), "bio": fmt.Sprint("Bio ", i)})
			racing.Go(func() { saves[i] = app.Call(t, "PUT", "/api/users/profile", robin.Token, body) })
		}
		racing.Go(func() {
			deactivated = app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"status": "inactive"})
		})
		racing.Wait()
		deactivated.Granted(t, 200, nil)
		savedOnce := false
		for _, save := range saves {
			if save.Status == http.StatusOK {
				savedOnce = true
				continue
			}
			save.Refused(t, 401, signInFirst)
		}
		user := stored(t, app, robin.Id)
		if store.IsActive(user) || user.TokenKey() == robin.TokenKey() || savedOnce != (user.GetString(store.Bio) != "") {
			t.Fatalf("after attempt %d the account is %v, saved %v", attempt, user.PublicExport(), savedOnce)
		}
	}
}

func TestSavingAStaleProfileKeepsNewerChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	stale := stored(t, app, robin.Id)
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"}).Granted(t, 200, nil)
	app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"status": "inactive", "role": "tutor"}).Granted(t, 200, nil)
	deactivated := stored(t, app, robin.Id)

	stale.Set(store.Bio, "Saved late")
	app.MustSave(t, stale)
	user := stored(t, app, robin.Id)
	if user.GetString(store.Bio) != "Saved late" {
		t.Error("the save was lost")
	}
	if store.IsActive(user) || user.GetString(store.Role) != domain.RoleTutor || user.ValidatePassword(testkit.Password) ||
		!user.ValidatePassword("another horse") || user.TokenKey() != deactivated.TokenKey() {
		t.Errorf("the save undid changes: %v", user.PublicExport())
	}
}

func TestOnlyOneOfSeveralConcurrentPasswordChangesSucceeds(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	answers := make([]testkit.Answer, 4)
	var racing sync.WaitGroup
	for i := range answers {
		racing.Go(func() {
			answers[i] = app.Call(t, "PUT", "/api/users/change-password", robin.Token,
				domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: fmt.Sprint("horse ", i)})
		})
	}
	racing.Wait()
	changed := -1
	for i, answer := range answers {
		switch {
		case answer.Status == http.StatusOK && changed < 0:
			changed = i
			var got saved
			answer.Granted(t, 200, &got)
			app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
		default:
			answer.Refused(t, 401, signInFirst)
		}
	}
	if changed < 0 || !stored(t, app, robin.Id).ValidatePassword(fmt.Sprint("horse ", changed)) {
		t.Errorf("change %d succeeded", changed)
	}
}

// waiting returns how many times a write has had to wait for the only writer.
func waiting(app *testkit.App) int64 {
	return app.NonconcurrentDB().(*dbx.DB).DB().Stats().WaitCount
}

// waitFor waits until a condition holds.
func waitFor(holds func() bool) error {
	if !testkit.Holds(holds) {
		return errors.New("the condition was not met")
	}
	return nil
}
