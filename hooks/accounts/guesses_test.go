package accounts_test

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const (
	firefox = "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0"
	locked  = "Too many requests. Please wait a moment and try again"
)

// client is a browser in a network.
type client struct {
	network, cookie string
}

// post sends JSON, and keeps the cookie of the answer.
func (c *client) post(t *testing.T, app *testkit.App, path, token string, body any) testkit.Answer {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	method := "POST"
	if strings.HasSuffix(path, "/change-password") {
		method = "PUT"
	}
	request := httptest.NewRequest(method, path, strings.NewReader(string(encoded)))
	request.RemoteAddr = c.network + ":1234"
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", firefox)
	request.Header.Set("Cookie", c.cookie)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer := app.Send(request)
	if kept := answer.Header.Get("Set-Cookie"); kept != "" {
		c.cookie, _, _ = strings.Cut(kept, ";")
	}
	return answer
}

func (c *client) logIn(t *testing.T, app *testkit.App, email, password string) testkit.Answer {
	t.Helper()
	return c.post(t, app, "/api/auth/login", "", domain.LogIn{Email: email, Password: password})
}

// besiege lets strangers from many networks guess until none of them may.
func besiege(t *testing.T, app *testkit.App, email string) {
	t.Helper()
	for i := range 6 {
		stranger := client{network: fmt.Sprint("203.0.113.", i)}
		answer := stranger.logIn(t, app, email, "wrong horse")
		if i < 5 {
			answer.Refused(t, 401, "Invalid credentials")
		} else {
			answer.Refused(t, 429, locked)
		}
		if stranger.cookie != "" {
			t.Errorf("a wrong password makes a browser known: %s", stranger.cookie)
		}
	}
}

func besieged(t *testing.T) *testkit.App {
	t.Helper()
	app := testkit.New(t)
	limit(t, app, "users:logIn", 2)
	limit(t, app, "users:logInFromNewDevices", 5)
	return app
}

func TestStrangersNeverLockOutABrowserTheAccountHasUsed(t *testing.T) {
	t.Parallel()
	app := besieged(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	own, other := client{network: "198.51.100.1"}, client{network: "198.51.100.2"}
	own.logIn(t, app, robin.Email(), testkit.Password).Granted(t, 200, nil)
	newcomer := client{network: "198.51.100.4"}
	newcomer.post(t, app, "/api/auth/signup", "", domain.SignUp{Name: "Sam", Email: "sam@example.com", Password: testkit.Password}).Granted(t, 201, nil)
	besiege(t, app, "sam@example.com")
	newcomer.logIn(t, app, "sam@example.com", testkit.Password).Granted(t, 200, nil)
	other.logIn(t, app, nia.Email(), testkit.Password).Granted(t, 200, nil)
	besiege(t, app, robin.Email())

	for range 3 {
		own.network = "203.0.113.1" // wherever it is carried
		own.logIn(t, app, robin.Email(), testkit.Password).Granted(t, 200, nil)
	}
	for name, stranger := range map[string]client{
		"the same User-Agent alone":  {network: "198.51.100.3"},
		"a browser of somebody else": other,
		"a cookie that was made up":  {network: "198.51.100.3", cookie: own.cookie[:len(own.cookie)-3] + "AAA"},
		"an empty cookie":            {network: "198.51.100.3", cookie: "deskmate_browser="},
	} {
		if answer := stranger.logIn(t, app, robin.Email(), testkit.Password); answer.Status != 429 {
			t.Errorf("%s: got %d %s", name, answer.Status, answer.Body)
		}
	}
	// A known browser has a limit of its own.
	for range 2 {
		own.logIn(t, app, robin.Email(), "wrong horse").Refused(t, 401, "Invalid credentials")
	}
	own.logIn(t, app, robin.Email(), testkit.Password).Refused(t, 429, locked)
}

func TestWrongPasswordsFromOneNetworkLockNoOtherNetwork(t *testing.T) {
	t.Parallel()
	app := besieged(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, email := range []string{robin.Email(), "nobody@example.com"} {
		stranger := client{network: "203.0.113.1"}
		for range 2 {
			stranger.logIn(t, app, email, "wrong horse").Refused(t, 401, "Invalid credentials")
		}
		for range 10 { // a refused attempt takes none from the others
			stranger.logIn(t, app, email, testkit.Password).Refused(t, 429, locked)
		}
	}
	own := client{network: "198.51.100.1"}
	own.logIn(t, app, robin.Email(), testkit.Password).Granted(t, 200, nil)
	(&client{network: "198.51.100.1"}).logIn(t, app, "nobody@example.com", testkit.Password).Refused(t, 401, "Invalid credentials")
}

func TestANewPasswordReleasesALockedAccount(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(t *testing.T, app *testkit.App, box *testkit.Mailbox, own *client, session string){
		"by a link that resets it": func(t *testing.T, app *testkit.App, box *testkit.Mailbox, own *client, _ string) {
			request(t, app, "password-reset", owner)
			token := box.Await(t, owner, "Reset your password").Token(t, "/reset-password")
			own.post(t, app, native+"confirm-password-reset", "", map[string]string{
				"token": token, "password": "new horse", "passwordConfirm": "new horse",
			}).Granted(t, 204, nil)
		},
		"by a link that confirms the address": func(t *testing.T, app *testkit.App, box *testkit.Mailbox, own *client, _ string) {
			token := box.Await(t, owner, "Confirm your email address").Token(t, "/verify-email")
			own.post(t, app, "/api/auth/verify-email", "", map[string]string{"token": token, "newPassword": "new horse"}).Granted(t, 200, nil)
		},
		"by the account itself": func(t *testing.T, app *testkit.App, _ *testkit.Mailbox, own *client, session string) {
			own.post(t, app, "/api/users/change-password", session, domain.PasswordChange{
				CurrentPassword: testkit.Password, NewPassword: "new horse",
			}).Granted(t, 200, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := besieged(t)
			box := app.UseMailbox(t)
			session := signUp(t, app, owner) // from elsewhere
			besiege(t, app, owner)
			own := client{network: "198.51.100.1"}
			own.logIn(t, app, owner, testkit.Password).Refused(t, 429, locked)
			replace(t, app, box, &own, session)
			(&client{network: "198.51.100.9"}).logIn(t, app, owner, "new horse").Granted(t, 200, nil)
			besiege(t, app, owner) // who may guess again
			if strings.Contains(name, "link") {
				own.logIn(t, app, owner, "new horse").Granted(t, 200, nil)
			}
		})
	}
}

func TestALogInMakesOneCookieThatPagesCannotRead(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	send := func(secure bool, cookie string) *http.Cookie {
		t.Helper()
		request := httptest.NewRequest("POST", "/api/auth/login", strings.NewReader(`{"email":"`+robin.Email()+`","password":"`+testkit.Password+`"}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Cookie", cookie)
		if secure {
			request.TLS = &tls.ConnectionState{}
		}
		answer := app.Send(request)
		answer.Granted(t, 200, nil)
		got, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
		if err != nil || len(answer.Header.Values("Set-Cookie")) != 1 {
			t.Fatalf("got %q, %v", answer.Header.Values("Set-Cookie"), err)
		}
		return got
	}
	first := send(true, "")
	if !first.HttpOnly || !first.Secure || first.SameSite != http.SameSiteStrictMode || first.Path != "/api" || first.MaxAge != 365*24*3600 {
		t.Errorf("got %s", first)
	}
	if again := send(false, "deskmate_browser="+first.Value); again.Value != first.Value || again.Secure {
		t.Errorf("got %s after %s", again, first)
	}
	var secrets []string
	for range 12 {
		secrets = append(secrets, send(false, "deskmate_browser=short").Value)
	}
	device, err := store.FindDevice(app, robin.Id, "Another browser on another system")
	if err != nil {
		t.Fatal(err)
	}
	kept := strings.Fields(device.GetString(store.Browsers))
	if len(kept) != 10 || len(slices.Compact(slices.Sorted(slices.Values(secrets)))) != 12 || strings.Contains(device.GetString(store.Browsers), secrets[11]) {
		t.Errorf("%q are kept of %q", kept, secrets)
	}
}
