package accounts_test

import (
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/accounts"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// readerSetsPassword sets a password as the reader of an unconfirmed mailbox can.
var readerSetsPassword = map[string]func(t *testing.T, app *testkit.App, box *testkit.Mailbox, mailbox string){
	"by confirming": func(t *testing.T, app *testkit.App, box *testkit.Mailbox, mailbox string) {
		t.Helper()
		link := box.Await(t, mailbox, "Confirm your email address").Token(t, "/verify-email")
		verifyEmail(t, app, "", link, "", "new horse").Granted(t, 200, nil)
		verifyEmail(t, app, "", link, "", "new horse").Refused(t, 400, "This link is no longer valid")
	},
	"by a reset": func(t *testing.T, app *testkit.App, box *testkit.Mailbox, mailbox string) {
		t.Helper()
		request(t, app, "password-reset", mailbox)
		accounts.WaitForLinks(app)
		link := box.Await(t, mailbox, "Reset your password").Token(t, "/reset-password")
		if !confirm(t, app, "password-reset", link) {
			t.Fatal("the link is not valid")
		}
		if confirm(t, app, "password-reset", link) {
			t.Error("the link works twice")
		}
	},
}

func logIn(t *testing.T, app *testkit.App, email, password string) (token string) {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: email, Password: password}).Granted(t, 200, &session)
	return session.Token
}

func countWork(t *testing.T, app *testkit.App, account string) int64 {
	t.Helper()
	count, err := app.CountRecords(store.Assignments, dbx.HashExp{store.Student: account})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func TestAnUndoNeverTakesTheWorkOfTheMailboxsOwner(t *testing.T) {
	t.Parallel()
	for name, setPassword := range readerSetsPassword {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			box := app.UseMailbox(t)
			leaveWork(t, app, owner)
			stranger := verified(t, app)
			app.HandIn(t, stranger.Token, nil)
			session := changeAddress(t, app, stranger.Token, owner)
			back := box.Await(t, stranger.Email(), "Your email address was changed").Token(t, "/undo-email")

			setPassword(t, app, box, owner)
			app.Call(t, "GET", "/api/auth/me", session, nil).Refused(t, 401, "Please log in to continue")
			mine := logIn(t, app, owner, "new horse")
			app.HandIn(t, mine, nil)
			box.Await(t, owner, "You have an account of your own")
			box.Await(t, stranger.Email(), "Your old email address is back")

			undo(t, app, back).Granted(t, 200, nil)
			undo(t, app, back).Refused(t, 400, "This link is no longer valid")
			if got := reload(t, app, stranger); got.Email() != stranger.Email() || countWork(t, app, stranger.Id) != 1 {
				t.Errorf("the stranger has %s with %d pieces of work", got.Email(), countWork(t, app, stranger.Id))
			}
			own, err := app.FindAuthRecordByEmail(store.Users, owner)
			if err != nil || own.Id == stranger.Id || !own.Verified() || countWork(t, app, own.Id) != 2 {
				t.Fatalf("the owner has %v, %v", own, err)
			}
			if got := me(t, app, mine); got.Email != owner || !got.Verified {
				t.Errorf("the owner's session is of %+v", got)
			}
		})
	}
}

func TestAThiefsPasswordByLinkKeepsNothingFromTheOwner(t *testing.T) {
	t.Parallel()
	const thief = "thief@example.com"
	for name, setPassword := range readerSetsPassword {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, confirmsFirst := range []bool{false, true} {
				app := testkit.New(t)
				box := app.UseMailbox(t)
				robin := verified(t, app)
				app.HandIn(t, robin.Token, nil)
				session, back := steal(t, app, box, robin)
				if confirmsFirst {
					link := box.Await(t, thief, "Confirm your email address").Token(t, "/verify-email")
					verifyEmail(t, app, session, link, "", "").Granted(t, 200, nil)
					readerSetsPassword["by a reset"](t, app, box, thief)
				} else {
					setPassword(t, app, box, thief)
				}
				app.HandIn(t, logIn(t, app, thief, "new horse"), nil)

				undo(t, app, back).Granted(t, 200, nil)
				link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
				request(t, app, "password-reset", robin.Email())
				if got := reload(t, app, robin); got.Email() != robin.Email() || !got.Verified() || link == "" {
					t.Errorf("confirmed first: %v: the owner has %s, verified: %v", confirmsFirst, got.Email(), got.Verified())
				}
				want := map[bool]int64{false: 1, true: 2}[confirmsFirst]
				if got := countWork(t, app, robin.Id); got != want {
					t.Errorf("confirmed first: %v: the account has %d pieces of work, want %d", confirmsFirst, got, want)
				}
			}
		})
	}
}
