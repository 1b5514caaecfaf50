package tallies_test

import (
	"bytes"
	"strings"
	"testing"

	"deskmate/internal/tallies"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// run runs the command with an argument and returns what it prints.
func run(t *testing.T, app *testkit.App, argument string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := tallies.NewCommand(app)
	command.SetArgs([]string{argument})
	command.SetOut(&out)
	command.SetErr(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

func execute(t *testing.T, app *testkit.App, statement string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyNamesEveryWrongTallyAndRebuildCorrectsThem(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.HandIn(t, "", nil)
	if out, err := run(t, app, "verify"); err != nil || out != "All tallies are correct.\n" {
		t.Errorf("verifying correct tallies prints %q, %v", out, err)
	}
	execute(t, app, "UPDATE tallies SET n = 7 WHERE kind = 'subject'")
	execute(t, app, "DELETE FROM tallies WHERE kind = 'due day'")
	out, err := run(t, app, "verify")
	if err == nil || !strings.HasPrefix(err.Error(), "wrong tallies: 2") {
		t.Errorf("verifying wrong tallies ends with %v", err)
	}
	if !strings.Contains(out, "subject, ") || !strings.Contains(out, ": 7 (amount 0), should be 1 (amount 0)\n") || !strings.Contains(out, "due day, ") {
		t.Errorf("verifying wrong tallies prints %q", out)
	}
	if out, err := run(t, app, "rebuild"); err != nil || out != "The tallies have been rebuilt.\n" {
		t.Errorf("rebuilding prints %q, %v", out, err)
	}
	if out, err := run(t, app, "verify"); err != nil {
		t.Errorf("verifying rebuilt tallies prints %q, %v", out, err)
	}
}

func TestVerifyNamesAMissingTrigger(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	execute(t, app, "DROP TRIGGER quotes_updated")
	if out, err := run(t, app, "verify"); err == nil || !strings.Contains(out, "the trigger quotes_updated is missing\n") {
		t.Errorf("verifying prints %q, %v", out, err)
	}
}
