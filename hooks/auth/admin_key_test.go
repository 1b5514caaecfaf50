package auth_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"deskmate/hooks/auth"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// The tests of the stored key are not parallel: they take the key of the
// environment away, for the whole process.

func TestWithoutAnyKeyAdminRegistrationIsDisabled(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	register(t, testkit.New(t), "guess").Refused(t, 403, "Admin registration is disabled")
}

func TestTheStoredKeyOpensAdminRegistration(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	app := testkit.New(t)
	if err := auth.SetAdminKey(app, "first key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "guess").Refused(t, 403, "Invalid admin key")
	register(t, app, " first key ").Granted(t, 201, nil)
	if err := auth.SetAdminKey(app, "second key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "first key").Refused(t, 403, "Invalid admin key")

	site, err := records.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	if hash := site.GetString(records.AdminKeyHash); bcrypt.CompareHashAndPassword([]byte(hash), []byte("second key")) != nil {
		t.Errorf("%q is kept, want a hash of the key", hash)
	}
}

func TestTheKeyOfTheEnvironmentWinsOverTheStoredOne(t *testing.T) {
	app := testkit.New(t)
	if err := auth.SetAdminKey(app, "stored key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "stored key").Refused(t, 403, "Invalid admin key")
	register(t, app, testkit.AdminKey).Granted(t, 201, nil)
}

func TestTheAdminKeyCommandSetsAKeyOrSaysWhyNot(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	app := testkit.New(t)
	for _, c := range []struct {
		name, typed, failure string
		args                 []string
	}{
		{"nothing typed", "", "the admin key is empty", []string{"set"}},
		{"an empty line", "  \n", "the admin key is empty", []string{"set"}},
		{"too long", strings.Repeat("x", 73), "the admin key may be at most 72 bytes long", []string{"set"}},
		{"an argument too much", "", `unknown command "key" for "admin-key set"`, []string{"set", "key"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := runAdminKey(app, c.typed, c.args...); err == nil || err.Error() != c.failure {
				t.Errorf("fails with %v, want %s", err, c.failure)
			}
			register(t, app, "guess").Refused(t, 403, "Admin registration is disabled")
		})
	}

	out, err := runAdminKey(app, "typed key\n", "set")
	if err != nil || strings.Contains(out, "typed key") {
		t.Errorf("prints %q, %v", out, err)
	}
	register(t, app, "typed key").Granted(t, 201, nil)

	out, err = runAdminKey(app, "", "set", "--generate")
	words := strings.Fields(out)
	if err != nil || len(words) == 0 {
		t.Fatalf("prints %q, %v", out, err)
	}
	register(t, app, "typed key").Refused(t, 403, "Invalid admin key")
	if key := words[len(words)-1]; len(key) < 20 {
		t.Errorf("the key %q is short", key)
	} else {
		register(t, app, key).Refused(t, 409, "Email is already registered")
	}
}

// register asks for an admin account with a key.
func register(t *testing.T, app *testkit.App, key string) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/auth/signup", "", map[string]string{
		"name": "Ada Quill", "email": "ada@example.com", "password": "secret1", "role": "admin", "adminKey": key,
	})
}

func runAdminKey(app *testkit.App, typed string, args ...string) (string, error) {
	var out bytes.Buffer
	command := auth.NewAdminKeyCommand(app)
	command.SilenceErrors = true
	command.SetArgs(args)
	command.SetIn(strings.NewReader(typed))
	command.SetOut(&out)
	command.SetErr(io.Discard)
	err := command.Execute()
	return out.String(), err
}

func timeLogIn(t *testing.T, app *testkit.App, email string) time.Duration {
	t.Helper()
	elapsed := clock.Stopwatch()
	app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: email, Password: "wrong horse"}).Refused(t, 401, "Invalid credentials")
	return elapsed()
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
