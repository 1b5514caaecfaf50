package quotes_test

import (
	"maps"
	"testing"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// quote is a quote request as admins read it.
type quote struct {
	ID                                    string `json:"_id"`
	Reference, Email, Phone, CountryCode  string
	Service, ServiceName                  string
	Subject, Description                  string
	Deadline, DeadlineTime, TimeZone      string
	DueAt                                 string
	Pages                                 int
	Status                                string
	Amount                                float64
	Currency, Note, ValidUntil, CreatedAt string
	Files                                 []file
}

type file struct {
	Name string
	Size int64
	URL  string
}

// texts are the fields of a valid request, some of them changed.
func texts(changed map[string]string) map[string]string {
	all := testkit.NewQuote()
	maps.Copy(all, changed)
	return all
}

// ask sends a request and returns its reference.
func ask(t *testing.T, app *testkit.App, body any) (reference string) {
	t.Helper()
	var got struct{ Reference string }
	app.Call(t, "POST", "/api/quotes", "", body).Granted(t, 201, &got)
	return got.Reference
}

func list(t *testing.T, app *testkit.App, admin testkit.Person, query string) (got []quote) {
	t.Helper()
	app.Call(t, "GET", "/api/quotes"+query, admin.Token, nil).Granted(t, 200, &got)
	return got
}

// part is a file in a form.
func part(name string, content []byte) testkit.File {
	return testkit.File{Field: "files", Name: name, Content: content}
}
