package testkit

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Password is the password of every test account.
const Password = "correct horse"

// CurrentPassword is the body of a request that takes nothing but the password of its
// account.
var CurrentPassword = map[string]string{"currentPassword": Password}

// Person is an account and a session token for it.
type Person struct {
	*core.Record
	Token string
}

// Person creates an account. The e-mail address is derived from the name.
func (a *App) Person(t testing.TB, role, name string) Person {
	t.Helper()
	user, err := store.NewUser(a, role)
	if err != nil {
		t.Fatal(err)
	}
	user.Set(store.Name, name)
	user.SetEmail(strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.com")
	user.SetPassword(Password)
	a.MustSave(t, user)
	// Reload as a request would: a record that was just created has no original values.
	if user, err = a.FindRecordById(store.Users, user.Id); err != nil {
		t.Fatal(err)
	}
	return a.LogIn(t, user)
}

// Verify verifies the address of an account, as confirming it does.
func (a *App) Verify(t testing.TB, account string) {
	t.Helper()
	user, err := a.FindRecordById(store.Users, account)
	if err != nil {
		t.Fatal(err)
	}
	user.SetVerified(true)
	a.MustSave(t, user)
}

// Superuser creates an operator of the console and returns a token.
func (a *App) Superuser(t testing.TB) string {
	t.Helper()
	superusers, err := a.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	operator := core.NewRecord(superusers)
	operator.SetEmail("operator@example.com")
	operator.SetPassword(Password + Password)
	a.MustSave(t, operator)
	token, err := operator.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// LogIn opens another session of an account.
func (a *App) LogIn(t testing.TB, account *core.Record) Person {
	t.Helper()
	session, err := sessions.Open(t.Context(), a, account)
	if err != nil {
		t.Fatal(err)
	}
	return Person{Record: account, Token: session.Token}
}

// MustSave saves a record and ends the test if that fails.
func (a *App) MustSave(t testing.TB, record *core.Record) {
	t.Helper()
	if err := a.Save(record); err != nil {
		t.Fatal(err)
	}
}

// Row stores a record with some values and returns its id.
func (a *App) Row(t testing.TB, collection string, values map[string]any) string {
	t.Helper()
	record, err := store.NewRecord(a, collection, values)
	if err != nil {
		t.Fatal(err)
	}
	a.MustSave(t, record)
	return record.Id
}

// HandIn submits an assignment and returns its id. With an empty token, it is
// submitted by a guest. The texts override those of NewAssignment.
func (a *App) HandIn(t testing.TB, token string, texts map[string]string, files ...File) string {
	t.Helper()
	form := Form{Texts: NewAssignment(), Files: files}
	for name, text := range texts {
		form.Texts[name] = text
	}
	path := "/api/assignments"
	if token == "" {
		path = "/api/assignments/public"
	}
	var created struct {
		ID string `json:"_id"`
	}
	a.Call(t, "POST", path, token, form).Granted(t, 201, &created)
	return created.ID
}

// NewAssignment returns the fields of a valid assignment.
func NewAssignment() map[string]string {
	return map[string]string{
		"title":       "Essay on tides",
		"description": "Two thousand words on the tides.",
		"dueDate":     "2031-12-01T10:00:00Z",
		"subject":     "Physics",
		"priority":    "High",
	}
}

// NewQuote returns the fields of a valid quote request.
func NewQuote() map[string]string {
	return map[string]string{
		"email":        "visitor@example.com",
		"phone":        "0491 570 006",
		"countryCode":  "AU",
		"service":      "essay-writing",
		"subject":      "PHYS1001",
		"description":  "Two thousand words on the tides.",
		"deadline":     "2031-12-01",
		"deadlineTime": "17:30",
		"timeZone":     "Australia/Sydney",
		"pages":        "8",
		"terms":        "true",
	}
}

// AskForQuote submits a valid quote request with files and returns its record.
func (a *App) AskForQuote(t testing.TB, files ...File) *core.Record {
	t.Helper()
	var created struct {
		ID string `json:"_id"`
	}
	a.Call(t, "POST", "/api/quotes", "", Form{Texts: NewQuote(), Files: files}).Granted(t, 201, &created)
	quote, err := a.FindRecordById(store.Quotes, created.ID)
	if err != nil {
		t.Fatal(err)
	}
	return quote
}

// Offer submits a quote request with some fields changed, prices it at 120.50 as an
// admin, for a week, and returns its id and the token of the offer's link.
func (a *App) Offer(t testing.TB, admin string, changed map[string]string) (quote, token string) {
	t.Helper()
	texts := NewQuote()
	maps.Copy(texts, changed)
	var created struct {
		ID string `json:"_id"`
	}
	a.Call(t, "POST", "/api/quotes", "", texts).Granted(t, 201, &created)
	a.Price(t, admin, created.ID, 120.5)
	return created.ID, a.OfferToken(t, admin, created.ID)
}

// Price offers a quote request at a price, for a week.
func (a *App) Price(t testing.TB, admin, quote string, amount float64) {
	t.Helper()
	a.Call(t, "PATCH", "/api/quotes/"+quote, admin, map[string]any{
		"status": "quoted", "amount": amount, "validUntil": domain.FormatTime(clock.Now(a).Add(7 * 24 * time.Hour)),
	}).Granted(t, 200, nil)
}

// OfferToken returns the token of the link to an offer.
func (a *App) OfferToken(t testing.TB, admin, quote string) string {
	t.Helper()
	var link struct{ URL string }
	a.Call(t, "POST", "/api/quotes/"+quote+"/offer-link", admin, nil).Granted(t, 201, &link)
	_, token, _ := strings.Cut(link.URL, "/offers/")
	return token
}
