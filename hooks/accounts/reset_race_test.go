package accounts_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/accounts"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// meanwhile runs something between the check of a link that resets a password and the save.
func meanwhile(app *testkit.App, do func()) {
	app.OnRecordConfirmPasswordResetRequest(store.Users).BindFunc(func(e *core.RecordConfirmPasswordResetRequestEvent) error {
		do()
		return e.Next()
	})
}

func TestAResetDoesNotConfirmAnAddressChangedMeanwhile(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	leaveWork(t, app, owner)
	session := signUp(t, app, "attacker@example.com")
	request(t, app, "password-reset", "attacker@example.com")
	accounts.WaitForLinks(app)
	link := box.Await(t, "attacker@example.com", "Reset your password").Token(t, "/reset-password")
	meanwhile(app, func() { changeAddress(t, app, session, owner) })
	confirm(t, app, "password-reset", link)
	user, err := app.FindFirstRecordByData(store.Users, "email", owner)
	if err != nil {
		t.Fatal(err)
	}
	if user.Verified() || owned(t, app) != 0 {
		t.Errorf("verified: %v, %d pieces of work were adopted", user.Verified(), owned(t, app))
	}
}

func TestAnUndoCancelsAResetUnderWay(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := verified(t, app)
	_, token := steal(t, app, box, robin)
	request(t, app, "password-reset", "thief@example.com")
	accounts.WaitForLinks(app)
	link := box.Await(t, "thief@example.com", "Reset your password").Token(t, "/reset-password")
	meanwhile(app, func() { undo(t, app, token).Granted(t, 200, nil) })
	confirm(t, app, "password-reset", link)
	if reload(t, app, robin).ValidatePassword("new horse") {
		t.Error("the thief knows the password")
	}
}
