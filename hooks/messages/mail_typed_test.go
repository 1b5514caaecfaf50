package messages_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const typed = "Typed-by-a-stranger http://evil.example"

// mailsTo composes all kinds of mails about work to an address, as an account in each
// role that gets them, and as a guest.
func mailsTo(t *testing.T, app *testkit.App, account *core.Record, address, assignment, quote string, check func(name, reference, content string)) {
	t.Helper()
	kinds := slices.Clone(messages.RegisteredKinds(app))
	for i := range kinds {
		kinds[i].StillApplies = func(messages.Facts) string { return "" }
		if kinds[i].Secret != nil {
			kinds[i].Secret = func(context.Context, core.App, store.TakenMail) (string, error) { return "secret", nil }
		}
	}
	messages.Register(app, kinds)
	references := map[string]string{"": ""}
	for collection, id := range map[string]string{store.Assignments: assignment, store.Quotes: quote} {
		record, err := app.FindRecordById(collection, id)
		if err != nil {
			t.Fatal(err)
		}
		references[id] = record.GetString(store.Reference)
	}
	for _, kind := range kinds {
		taken := store.TakenMail{Kind: kind.Name, To: address, Data: kind.Sample}
		switch {
		case kind.Details == nil && kind.Link == nil || kind.Urgent || kind.Name == "week" || kind.Name == "payout.sent":
		case strings.HasPrefix(kind.Name, "quote."):
			taken.Quote = quote
		default:
			taken.Assignment = assignment
		}
		compose := func(name string) {
			message, err := messages.Compose(t.Context(), app, taken)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			check(name, references[taken.Assignment+taken.Quote], message.Subject+"\n"+message.Text+"\n"+message.HTML)
		}
		if !kind.ByMail {
			continue
		}
		if kind.ForGuests || kind.Name == "quote.received" {
			compose(kind.Name + " to a guest")
		}
		if account == nil || len(kind.Roles) == 0 && !kind.Required {
			continue
		}
		taken.User = account.Id
		for _, role := range domain.Roles {
			if len(kind.Roles) == 0 || slices.Contains(kind.Roles, role) {
				account.Set(store.Role, role)
				if err := app.Save(account); err != nil {
					t.Fatal(err)
				}
				compose(kind.Name + " to a " + role)
			}
		}
	}
}

func TestMailToAnUnconfirmedAddressHasNothingThatWasTyped(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	const address = "victim@example.com"
	app.Person(t, domain.RoleAdmin, "Ada Quill")
	account := app.Person(t, domain.RoleStudent, "Victim").Record
	account.Set(store.Name, "Typed by a stranger")
	account.SetVerified(false)
	work := map[string]string{"email": address, "title": typed, "subject": typed, "description": typed}
	assignment := app.HandIn(t, "", work)
	record, err := app.FindRecordById(store.Assignments, assignment)
	if err != nil {
		t.Fatal(err)
	}
	record.Set(store.HandBackReason, typed)
	request := testkit.NewQuote()
	request["email"], request["subject"], request["description"] = address, typed, typed
	var made struct {
		ID string `json:"_id"`
	}
	app.Call(t, "POST", "/api/quotes", "", request).Granted(t, 201, &made)
	for _, record := range []*core.Record{record, account} {
		if err := app.Save(record); err != nil {
			t.Fatal(err)
		}
	}
	composed := 0
	mailsTo(t, app, account, address, assignment, made.ID, func(name, reference, content string) {
		composed++
		for _, words := range []string{"Typed", "stranger", "evil", "2031"} { // the year of the due date
			if strings.Contains(content, words) {
				t.Errorf("%s contains %q:\n%s", name, words, content)
			}
		}
		if !strings.Contains(content, reference) {
			t.Errorf("%s does not say what it is about:\n%s", name, content)
		}
	})
	if composed < 50 {
		t.Errorf("only %d mails were composed", composed)
	}
	account.SetVerified(true)
	account.Set(store.Name, "Robin Vale")
	hasTitle := false
	mailsTo(t, app, account, address, assignment, made.ID, func(name, _, content string) {
		isTyped := strings.Contains(content, "stranger")
		hasTitle = hasTitle || isTyped
		if isTyped && strings.HasSuffix(name, "to a guest") {
			t.Errorf("%s contains what somebody typed who was not signed in:\n%s", name, content)
		}
	})
	if !hasTitle {
		t.Error("the owner of a confirmed address does not read the title")
	}
}
