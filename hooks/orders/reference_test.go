package orders_test

import (
	"testing"

	"deskmate/hooks/orders"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestReferencesThatAreTakenAreReplaced(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	taken := app.AskForQuote(t).GetString(store.Reference)
	references := []string{taken, taken, "Q-222222"}
	next := func() (reference string) {
		reference, references = references[0], references[1:]
		return reference
	}
	if got, err := orders.FreeReference(app, store.Quotes, next); err != nil || got != "Q-222222" {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := orders.FreeReference(app, store.Quotes, func() string { return taken }); err == nil {
		t.Errorf("%s was used twice", got)
	}
}
