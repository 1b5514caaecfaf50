package store_test

import (
	"bytes"
	"strings"
	"testing"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// runTallies runs the command with an argument and returns what it prints.
func runTallies(t *testing.T, app *testkit.App, argument string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := store.NewTalliesCommand(app)
	command.SetArgs([]string{argument})
	command.SetOut(&out)
	command.SetErr(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

func executeTallies(t *testing.T, app *testkit.App, statement string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyNamesEveryWrongTallyAndRebuildCorrectsThem(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.HandIn(t, "", nil)
	if out, err := runTallies(t, app, "verify"); err != nil || out != "All tallies are correct.\n" {
		t.Errorf("verifying correct tallies prints %q, %v", out, err)
	}
	executeTallies(t, app, "UPDATE tallies SET n = 7 WHERE kind = 'subject'")
	executeTallies(t, app, "DELETE FROM tallies WHERE kind = 'due day'")
	out, err := runTallies(t, app, "verify")
	if err == nil || !strings.HasPrefix(err.Error(), "wrong tallies: 2") {
		t.Errorf("verifying wrong tallies ends with %v", err)
	}
	if !strings.Contains(out, "subject, ") || !strings.Contains(out, ": 7 (amount 0), should be 1 (amount 0)\n") || !strings.Contains(out, "due day, ") {
		t.Errorf("verifying wrong tallies prints %q", out)
	}
	if out, err := runTallies(t, app, "rebuild"); err != nil || out != "The tallies have been rebuilt.\n" {
		t.Errorf("rebuilding prints %q, %v", out, err)
	}
	if out, err := runTallies(t, app, "verify"); err != nil {
		t.Errorf("verifying rebuilt tallies prints %q, %v", out, err)
	}
}

func TestVerifyNamesAMissingTrigger(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	executeTallies(t, app, "DROP TRIGGER quotes_updated")
	if out, err := runTallies(t, app, "verify"); err == nil || !strings.Contains(out, "the trigger quotes_updated is missing\n") {
		t.Errorf("verifying prints %q, %v", out, err)
	}
}
