package accounts_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/accounts"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// verified creates a student whose address is confirmed.
func verified(t *testing.T, app *testkit.App) testkit.Person {
	t.Helper()
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	robin.SetVerified(true)
	app.MustSave(t, robin.Record)
	return robin
}

func TestAnUnverifiedFormerAddressCannotTakeTheAccountBack(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	session := signUp(t, app, "mistyped@example.com")
	app.Call(t, "PUT", "/api/users/profile", session, domain.ProfileChange{
		Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: "robin@example.com"}, CurrentPassword: testkit.Password,
	}).Granted(t, 200, nil)
	mail := box.Await(t, "mistyped@example.com", "Your email address was changed")
	if strings.Contains(mail.Text, "token") || strings.Contains(mail.Text, "robin@example.com") {
		t.Errorf("a stranger reads:\n%s", mail.Text)
	}
	if count, err := app.CountRecords(store.EmailUndos); count != 0 || err != nil {
		t.Errorf("%d changes can be undone, %v", count, err)
	}
	box.Await(t, "robin@example.com", "Confirm your email address")
}

func TestBothAddressesHearOfAChangeThatCanBeUndone(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := verified(t, app)
	clock.Set(app, clock.Now(app))
	session := changeAddress(t, app, robin.Token, "second@example.com")
	link := box.Await(t, "second@example.com", "Confirm your email address").Token(t, "/verify-email")
	if !confirm(t, app, "verification", link) {
		t.Fatal("the link is not valid")
	}
	mail := box.Await(t, robin.Email(), "Your email address was changed")
	if !strings.Contains(mail.Text, "second@example.com") {
		t.Errorf("the mail does not name the new address:\n%s", mail.Text)
	}
	first := mail.Token(t, "https://deskmate.example/undo-email")
	clock.Advance(app, time.Minute)
	session = changeAddress(t, app, session, "third@example.com")
	second := box.Await(t, "second@example.com", "Your email address was changed").Token(t, "/undo-email")
	box.Await(t, "third@example.com", "Confirm your email address")

	clock.Advance(app, 7*24*time.Hour-2*time.Minute)
	for _, altered := range []string{"", "garbage", first + "x", first[:len(first)-1], strings.Split(first, ".")[0]} {
		undo(t, app, altered).Refused(t, 400, "This link is no longer valid")
	}
	undo(t, app, first).Granted(t, 200, nil)
	app.Call(t, "GET", "/api/auth/me", session, nil).Refused(t, 401, "Please log in to continue")
	account, err := app.FindRecordById(store.Users, robin.Id)
	if err != nil || account.Email() != robin.Email() || !account.Verified() {
		t.Errorf("the address is %s, verified %v, %v", account.Email(), account.Verified(), err)
	}
	box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	for _, used := range []string{first, second} {
		undo(t, app, used).Refused(t, 400, "This link is no longer valid")
	}
	if left := box.Subjects(); len(left) != 0 {
		t.Errorf("these arrived too: %q", left)
	}
}

// changeAddress changes the address of an account and returns its new session.
func changeAddress(t *testing.T, app *testkit.App, token, email string) string {
	t.Helper()
	var changed struct{ Token string }
	app.Call(t, "PUT", "/api/users/profile", token, domain.ProfileChange{
		Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: email}, CurrentPassword: testkit.Password,
	}).Granted(t, 200, &changed)
	return changed.Token
}

func undo(t *testing.T, app *testkit.App, token string) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/auth/undo-email", "", map[string]string{"token": token})
}

// steal changes the address of a verified account, as a thief would. It returns the
// thief's session and the token that undoes the change.
func steal(t *testing.T, app *testkit.App, box *testkit.Mailbox, robin testkit.Person) (session, token string) {
	t.Helper()
	session = changeAddress(t, app, robin.Token, "thief@example.com")
	return session, box.Await(t, robin.Email(), "Your email address was changed").Token(t, "/undo-email")
}

// reload returns an account as it is stored now.
func reload(t *testing.T, app *testkit.App, account testkit.Person) testkit.Person {
	t.Helper()
	stored, err := app.FindRecordById(store.Users, account.Id)
	if err != nil {
		t.Fatal(err)
	}
	account.Record = stored
	return account
}

// assign gives an account an address in the console.
func assign(t *testing.T, app *testkit.App, account testkit.Person, email string, isVerified bool) {
	t.Helper()
	account = reload(t, app, account)
	account.SetEmail(email)
	account.SetVerified(isVerified)
	store.MarkConsole(account.Record)
	app.MustSave(t, account.Record)
}

func TestUndoLinksLastAWeekUnlessTheAddressIsTaken(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(app *testkit.App){
		"seven days": func(app *testkit.App) { clock.Advance(app, 7*24*time.Hour+time.Second) },
		"taken": func(app *testkit.App) {
			assign(t, app, app.Person(t, domain.RoleStudent, "Nia Frost"), "robin.vale@example.com", true)
		},
		"forgotten": func(app *testkit.App) {
			clock.Advance(app, 7*24*time.Hour+time.Second)
			app.RunJob(t, "forgetFormerAddresses")
			if count, err := app.CountRecords(store.EmailUndos); count != 0 || err != nil {
				t.Errorf("%d former addresses are kept, %v", count, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			box := app.UseMailbox(t)
			robin := verified(t, app)
			clock.Set(app, clock.Now(app))
			_, token := steal(t, app, box, robin)
			meanwhile(app)
			undo(t, app, token).Refused(t, 400, "This link is no longer valid")
		})
	}
}

func TestAFormerAddressIsReservedWhileAnUndoIsPossible(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin, nia := verified(t, app), app.Person(t, domain.RoleStudent, "Nia Frost")
	clock.Set(app, clock.Now(app))
	session, _ := steal(t, app, box, robin)
	open := func(email string) testkit.Answer {
		return app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Thief", Email: email, Password: testkit.Password})
	}
	taken := open(nia.Email())
	taken.Refused(t, 409, "Email is already registered")
	if reserved := open("Robin.Vale@example.com"); reserved.Status != taken.Status || string(reserved.Body) != string(taken.Body) {
		t.Errorf("a reserved address gets %d %s, one that is taken %d %s", reserved.Status, reserved.Body, taken.Status, taken.Body)
	}
	profile := domain.ProfileChange{Profile: domain.Profile{FirstName: "Nia", LastName: "Frost", Email: robin.Email()}, CurrentPassword: testkit.Password}
	app.Call(t, "PUT", "/api/users/profile", nia.Token, profile).Refused(t, 409, "Email is already registered")

	session = changeAddress(t, app, session, robin.Email()) // the account itself may go back to it
	changeAddress(t, app, session, "third@example.com")
	clock.Advance(app, 7*24*time.Hour+time.Second)
	open(robin.Email()).Granted(t, 201, nil)
}

func TestAnUndoTakesTheAddressBackFromAnUnconfirmedAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin, nia := verified(t, app), app.Person(t, domain.RoleStudent, "Nia Frost")
	_, token := steal(t, app, box, robin)
	assign(t, app, nia, robin.Email(), false)
	nia.Token = app.LogIn(t, reload(t, app, nia).Record).Token
	undo(t, app, token).Granted(t, 200, nil)
	if got := reload(t, app, robin); got.Email() != robin.Email() || !got.Verified() {
		t.Errorf("the address is %s, verified: %v", got.Email(), got.Verified())
	}
	if got := reload(t, app, nia); !strings.HasSuffix(got.Email(), "@released.invalid") || got.Verified() {
		t.Errorf("the other account has %s, verified: %v", got.Email(), got.Verified())
	}
	app.Call(t, "GET", "/api/auth/me", nia.Token, nil).Refused(t, 401, "Please log in to continue")
	box.Await(t, robin.Email(), "Reset your password")
	app.HandIn(t, app.LogIn(t, reload(t, app, nia).Record).Token, nil)
	if count, err := app.CountRecords(store.Outbox, dbx.HashExp{store.UserField: nia.Id, store.Kind: "assignment.received"}); count != 0 || err != nil {
		t.Errorf("%d mails were written to an account without an address, %v", count, err)
	}
}

func TestAnUndoEndsWhatTheThiefKnows(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := verified(t, app)
	session, token := steal(t, app, box, robin)
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", session, nil).Granted(t, 201, &calendar)
	undo(t, app, token).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	app.Call(t, "GET", strings.TrimPrefix(calendar.URL, "https://deskmate.example"), "", nil).Refused(t, 404, "Calendar not found")
	link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	if !confirm(t, app, "password-reset", link) {
		t.Error("the link to a new password is not valid")
	}
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: "new horse"}).Granted(t, 200, nil)
}

func TestAnInactiveAccountGetsItsAddressBackButNoMail(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := verified(t, app)
	_, token := steal(t, app, box, robin)
	account := reload(t, app, robin)
	account.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, account.Record)
	var answer struct{ Message string }
	undo(t, app, token).Granted(t, 200, &answer)
	if want := "Your old address is back. Your account is inactive. Please contact support."; answer.Message != want {
		t.Errorf("the answer is %q", answer.Message)
	}
	if got := reload(t, app, robin); got.Email() != robin.Email() || store.IsActive(got.Record) {
		t.Errorf("the address is %s, active: %v", got.Email(), store.IsActive(got.Record))
	}
	if count, err := app.CountRecords(store.AccountLinks, dbx.HashExp{store.Purpose: "reset"}); count != 0 || err != nil {
		t.Errorf("%d links were made, %v", count, err)
	}
}

func TestMailsAboutAnEventNeverGoToALaterAddress(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := verified(t, app) // no mail server yet, so the mails wait
	request(t, app, "password-reset", robin.Email())
	accounts.WaitForLinks(app)
	signInFrom(t, app, robin, "Firefox/130.0 (Windows)")
	signInFrom(t, app, robin, "Firefox/130.0 (Macintosh)")
	var changed struct{ Token string }
	passwords := domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "new horse"}
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, passwords).Granted(t, 200, &changed)
	app.Call(t, "PUT", "/api/users/profile", changed.Token, domain.ProfileChange{
		Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: "thief@example.com"}, CurrentPassword: "new horse",
	}).Granted(t, 200, nil)
	box := app.UseMailbox(t)
	app.RunJob(t, "sendMails")
	for _, mail := range box.Mails() {
		if mail.To != robin.Email() && mail.Subject() != "Confirm your email address" {
			t.Errorf("%s got %q", mail.To, mail.Subject())
		}
	}
	for _, subject := range []string{"New sign-in to your account", "Your password was changed"} {
		box.Await(t, robin.Email(), subject)
	}
	reset, err := app.FindFirstRecordByData(store.Outbox, store.Kind, "account.reset")
	if err != nil || reset.GetString(store.Status) != "skipped" {
		t.Errorf("the mail with the link is %s, %v", reset.GetString(store.Status), err)
	}
}
