package quotes_test

import (
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// count counts the rows that meet a condition.
func count(t *testing.T, app *testkit.App, collection, condition string, params dbx.Params) int64 {
	t.Helper()
	found, err := app.CountRecords(collection, dbx.NewExp(condition, params))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestDeletingAnAccountDeletesItsQuoteRequests(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, other := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	file := testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Tides")}
	app.AskForQuote(t, file) // adopted
	visitor := app.Person(t, domain.RoleStudent, "Visitor")
	app.Verify(t, visitor.Id)
	app.Call(t, "POST", "/api/quotes", visitor.Token, testkit.Form{Texts: testkit.NewQuote(), Files: []testkit.File{file}}).Granted(t, 201, nil)
	app.AskForQuote(t, file) // without signing in
	offered, _ := app.Offer(t, admin.Token, nil)
	elsewhere := map[string]string{"email": "else@example.com"}
	app.Offer(t, admin.Token, elsewhere)
	app.Call(t, "POST", "/api/quotes", other.Token, testkit.NewQuote()).Granted(t, 201, nil) // another account names the address
	if mails := count(t, app, store.Outbox, "[[to]] = {:to}", dbx.Params{"to": visitor.Email()}); mails < 4 {
		t.Fatalf("the address has got %d mails", mails)
	}

	app.Call(t, "DELETE", "/api/users/delete-account", visitor.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	if left := count(t, app, store.Quotes, "email = {:email} AND student != {:other}", dbx.Params{"email": visitor.Email(), "other": other.Id}); left != 0 {
		t.Errorf("%d requests are left", left)
	}
	if left := count(t, app, store.Outbox, "[[to]] = {:to} AND user != {:other}", dbx.Params{"to": visitor.Email(), "other": other.Id}); left != 0 {
		t.Errorf("%d mails to the address are left", left)
	}
	if left := count(t, app, store.Offers, "quote = {:quote}", dbx.Params{"quote": offered}); left != 0 {
		t.Errorf("%d offers are left", left)
	}
	if left := count(t, app, store.Quotes, "true", nil); left != 2 {
		t.Errorf("%d requests of others are left", left)
	}

	again := app.Person(t, domain.RoleStudent, "Visitor")
	app.Verify(t, again.Id)
	if adopted := count(t, app, store.Quotes, "student = {:id}", dbx.Params{"id": again.Id}); adopted != 0 {
		t.Errorf("the next account of the address has adopted %d requests", adopted)
	}
}

func TestAnUnconfirmedAddressDeletesNothingOfItsOwner(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.AskForQuote(t)
	stranger := app.Person(t, domain.RoleStudent, "Visitor") // has only typed the address
	app.Call(t, "DELETE", "/api/users/delete-account", stranger.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	if left := count(t, app, store.Quotes, "true", nil); left != 1 {
		t.Errorf("%d requests are left", left)
	}
	if left := count(t, app, store.Outbox, "user = ''", nil); left == 0 {
		t.Error("the mails to the owner of the address are gone")
	}
}
