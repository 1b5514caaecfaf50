package accounts_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"deskmate/hooks/accounts"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// The tests of the stored key are not parallel, because they clear the environment
// variable for the whole process.

func TestAdminSignUpIsDisabledWithoutAKey(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	register(t, testkit.New(t), "guess").Refused(t, 403, "Admin registration is disabled")
}

func TestAdminSignUpAcceptsOnlyTheLatestStoredKey(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	app := testkit.New(t)
	if err := accounts.SetAdminKey(app, "the first admin key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "guess").Refused(t, 403, "Invalid admin key")
	register(t, app, " the first admin key ").Granted(t, 201, nil)
	if err := accounts.SetAdminKey(app, "the second admin key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "the first admin key").Refused(t, 403, "Invalid admin key")

	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	if hash := site.GetString(store.AdminKeyHash); bcrypt.CompareHashAndPassword([]byte(hash), []byte("the second admin key")) != nil {
		t.Errorf("the stored value is %q, want a hash of the key", hash)
	}
}

func TestTheKeyInTheEnvironmentOverridesTheStoredOne(t *testing.T) {
	app := testkit.New(t)
	if err := accounts.SetAdminKey(app, "the stored admin key"); err != nil {
		t.Fatal(err)
	}
	register(t, app, "the stored admin key").Refused(t, 403, "Invalid admin key")
	register(t, app, testkit.AdminKey).Granted(t, 201, nil)
}

func TestAdminKeyCommandSetsAKeyOrSaysWhyNot(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	app := testkit.New(t)
	for _, c := range []struct {
		name, input, failure string
		args                 []string
	}{
		{"no input", "", "the admin key is empty", []string{"set"}},
		{"an empty line", "  \n", "the admin key is empty", []string{"set"}},
		{"too short", "eleven char\n", "the admin key must be at least 12 characters long", []string{"set"}},
		{"too long", strings.Repeat("x", 73), "the admin key may be at most 72 bytes long", []string{"set"}},
		{"an unexpected argument", "", `unknown command "key" for "admin-key set"`, []string{"set", "key"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := runAdminKey(app, c.input, c.args...); err == nil || err.Error() != c.failure {
				t.Errorf("got %v, want %s", err, c.failure)
			}
			register(t, app, "guess").Refused(t, 403, "Admin registration is disabled")
		})
	}

	out, err := runAdminKey(app, "the typed admin key\n", "set")
	if err != nil || strings.Contains(out, "the typed admin key") {
		t.Errorf("printed %q, %v", out, err)
	}
	register(t, app, "the typed admin key").Granted(t, 201, nil)

	out, err = runAdminKey(app, "", "set", "--generate")
	words := strings.Fields(out)
	if err != nil || len(words) == 0 {
		t.Fatalf("printed %q, %v", out, err)
	}
	register(t, app, "the typed admin key").Refused(t, 403, "Invalid admin key")
	if key := words[len(words)-1]; len(key) < 20 {
		t.Errorf("the generated key %q is too short", key)
	} else {
		register(t, app, key).Refused(t, 409, "Email is already registered")
	}
}

func TestNobodyRegistersOnceTheAdminKeyIsCleared(t *testing.T) {
	t.Setenv("DESKMATE_ADMIN_KEY", "")
	app := testkit.New(t)
	if err := accounts.SetAdminKey(app, "the stored admin key"); err != nil {
		t.Fatal(err)
	}
	if out, err := runAdminKey(app, "", "clear"); err != nil || out != "The stored admin key has been removed.\n" {
		t.Errorf("printed %q, %v", out, err)
	}
	register(t, app, "the stored admin key").Refused(t, 403, "Admin registration is disabled")

	t.Setenv("DESKMATE_ADMIN_KEY", testkit.AdminKey)
	if out, err := runAdminKey(app, "", "clear"); err != nil || !strings.Contains(out, "The one in DESKMATE_ADMIN_KEY still works.") {
		t.Errorf("printed %q, %v", out, err)
	}
}

// register signs up an admin with a key.
func register(t *testing.T, app *testkit.App, key string) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/auth/signup", "", map[string]string{
		"name": "Ada Quill", "email": "ada@example.com", "password": "quill-1", "role": "admin", "adminKey": key,
	})
}

func runAdminKey(app *testkit.App, input string, args ...string) (string, error) {
	var out bytes.Buffer
	command := accounts.NewAdminKeyCommand(app)
	command.SilenceErrors = true
	command.SetArgs(args)
	command.SetIn(strings.NewReader(input))
	command.SetOut(&out)
	command.SetErr(io.Discard)
	err := command.Execute()
	return out.String(), err
}
