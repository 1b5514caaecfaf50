package accounts_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// signInFrom signs a person in from a browser.
func signInFrom(t *testing.T, app *testkit.App, person testkit.Person, agent string) {
	t.Helper()
	request := httptest.NewRequest("POST", "/api/auth/login", strings.NewReader(`{"email":"`+person.Email()+`","password":"`+testkit.Password+`"}`))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", agent)
	app.Send(request).Granted(t, 200, nil)
}

func TestAnAccountsFirstKnownDeviceCausesNoMail(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale") // as if created before devices were remembered
	signIn := func(agent string, want int64) {
		t.Helper()
		signInFrom(t, app, robin, agent)
		if told, err := app.CountRecords(store.Outbox, dbx.HashExp{store.Kind: "account.device"}); told != want || err != nil {
			t.Errorf("after %s: %d mails, want %d; %v", agent, told, want, err)
		}
	}
	signIn("Firefox/130.0 (Windows)", 0)
	signIn("Firefox/131.0 (Windows)", 0)
	signIn("Firefox/131.0 (Macintosh)", 1)
}

func TestASignInFromANewDeviceIsTold(t *testing.T) {
	t.Parallel()
	const (
		firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/"
		safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
	)
	app := testkit.New(t)
	send := func(path, agent, body string) {
		t.Helper()
		request := httptest.NewRequest("POST", "/api/auth/"+path, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("User-Agent", agent)
		if answer := app.Send(request); answer.Status > 201 {
			t.Fatalf("got %d %s", answer.Status, answer.Body)
		}
	}
	const account = `"email":"robin@example.com","password":"correct horse"`
	devices := func() (names []string) {
		var rows []store.MessageData
		if err := app.DB().Select("data").From(store.Outbox).Where(dbx.HashExp{store.Kind: "account.device"}).Column(&rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			names = append(names, row["device"])
		}
		return names
	}
	send("signup", firefox+"130.0", `{"name":"Robin",`+account+`}`)
	send("login", firefox+"131.0", `{`+account+`}`) // an update is no new device
	if got := devices(); len(got) != 0 {
		t.Errorf("told of %q", got)
	}
	send("login", safari, `{`+account+`}`)
	send("login", safari, `{`+account+`}`)
	app.Call(t, "POST", "/api/auth/login", "", `{"email":"robin@example.com","password":"wrong"}`).Refused(t, 401, "Invalid credentials")
	if got := devices(); !slices.Equal(got, []string{"Safari on iPhone"}) {
		t.Errorf("told of %q", got)
	}
}

func TestDevicesAreForgottenAfterAYearExceptTheNewest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	clock.Set(app, clock.Now(app))
	devicesOf := func(person testkit.Person) (names []string) {
		t.Helper()
		app.RunJob(t, "forgetDevices")
		if err := app.DB().Select("name").From(store.Devices).Where(dbx.HashExp{store.UserField: person.Id}).OrderBy("name").Column(&names); err != nil {
			t.Fatal(err)
		}
		return names
	}
	signInFrom(t, app, nia, "Firefox/130.0 (Windows)")
	for _, agent := range []string{"Firefox/130.0 (Windows)", "Firefox/130.0 (Macintosh)", "Firefox/130.0 (Linux)"} {
		signInFrom(t, app, robin, agent)
	}
	clock.Advance(app, 200*24*time.Hour)
	signInFrom(t, app, robin, "Firefox/135.0 (Windows)")
	clock.Advance(app, 165*24*time.Hour)
	if got := devicesOf(robin); len(got) != 3 {
		t.Errorf("after a year less than a moment the devices are %q", got)
	}
	clock.Advance(app, time.Second)
	if got := devicesOf(robin); !slices.Equal(got, []string{"Firefox on Windows"}) {
		t.Errorf("after a year the devices are %q", got)
	}
	clock.Advance(app, 10*365*24*time.Hour)
	for _, person := range []testkit.Person{robin, nia} {
		if got := devicesOf(person); !slices.Equal(got, []string{"Firefox on Windows"}) {
			t.Errorf("later the devices are %q", got)
		}
	}
}
