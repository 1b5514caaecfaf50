package testkit

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// Password is everybody's password in tests.
const Password = "correct horse"

// Person is an account with an open session.
type Person struct {
	*core.Record
	Token string
}

// Person opens an account; the address follows from the name.
func (a *App) Person(t testing.TB, role, name string) Person {
	t.Helper()
	user, err := records.NewUser(a, role)
	if err != nil {
		t.Fatal(err)
	}
	user.Set(records.Name, name)
	user.SetEmail(strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.com")
	user.SetPassword(Password)
	a.MustSave(t, user)
	// Read back as requests read it: a record that was just made remembers no earlier state.
	if user, err = a.FindRecordById(records.Users, user.Id); err != nil {
		t.Fatal(err)
	}
	return Person{Record: user, Token: Token(t, user)}
}

// Superuser makes an operator of the console and gives the token.
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
	return Token(t, operator)
}

// Token makes a token for an account.
func Token(t testing.TB, account *core.Record) string {
	t.Helper()
	token, err := account.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// MustSave saves a record or ends the test.
func (a *App) MustSave(t testing.TB, record *core.Record) {
	t.Helper()
	if err := a.Save(record); err != nil {
		t.Fatal(err)
	}
}

// HandIn hands in an assignment as somebody's, or as a guest's where the token
// is empty, and gives its id. Texts overwrite the usual ones.
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

// NewAssignment is what a good submission holds.
func NewAssignment() map[string]string {
	return map[string]string{
		"title":       "Essay on tides",
		"description": "Two thousand words on the tides.",
		"dueDate":     "2031-12-01T10:00:00Z",
		"subject":     "Physics",
		"priority":    "High",
	}
}

// NewQuote is what a good quote request holds.
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

// AskForQuote sends a good quote request with files and gives its record.
func (a *App) AskForQuote(t testing.TB, files ...File) *core.Record {
	t.Helper()
	var created struct {
		ID string `json:"_id"`
	}
	a.Call(t, "POST", "/api/quotes", "", Form{Texts: NewQuote(), Files: files}).Granted(t, 201, &created)
	quote, err := a.FindRecordById(records.Quotes, created.ID)
	if err != nil {
		t.Fatal(err)
	}
	return quote
}
