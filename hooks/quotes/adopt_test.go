package quotes_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestAVerifiedAccountAdoptsTheRequestsFromItsAddress(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	before := app.AskForQuote(t)
	visitor := app.Person(t, domain.RoleStudent, "Visitor") // visitor@example.com
	owner := func(id string) string {
		t.Helper()
		quote, err := app.FindRecordById(store.Quotes, id)
		if err != nil {
			t.Fatal(err)
		}
		return quote.GetString(store.Student)
	}
	other := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Verify(t, other.Id)
	if got := owner(before.Id); got != "" {
		t.Errorf("before the verification the request belongs to %q", got)
	}
	app.Verify(t, visitor.Id)
	if got := owner(before.Id); got != visitor.Id {
		t.Errorf("the request belongs to %q", got)
	}
	if got := owner(app.AskForQuote(t).Id); got != "" {
		t.Errorf("a later request belongs to %q", got)
	}
}
