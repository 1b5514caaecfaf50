package messages_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) {
	messages.Trust(authority())
	testkit.Main(m)
}

const sendJob = "sendMails"

// listed is a mail as the API returns it.
type listed struct {
	ID                               string `json:"_id"`
	Kind, To, Subject, Status, Error string
	Attempts                         int
	NextAt, SentAt                   *string
	CreatedAt                        string
}

// list returns the mails that an admin sees.
func list(t *testing.T, app *testkit.App, admin testkit.Person, query string) (mails []listed) {
	t.Helper()
	app.Call(t, "GET", "/api/mails"+query, admin.Token, nil).Granted(t, 200, &mails)
	return mails
}

// queue makes a guest submit an assignment, which queues one mail, and returns the
// record of that mail.
func queue(t testing.TB, app *testkit.App, address string) *core.Record {
	t.Helper()
	id := app.HandIn(t, "", map[string]string{"email": address})
	mail, err := app.FindFirstRecordByData(store.Outbox, store.Assignment, id)
	if err != nil {
		t.Fatal(err)
	}
	return mail
}

// reload returns a record as it is stored now.
func reload(t *testing.T, app *testkit.App, record *core.Record) *core.Record {
	t.Helper()
	fresh, err := app.FindRecordById(record.Collection(), record.Id)
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

// admin creates an admin who gets no mail about new work.
func admin(t *testing.T, app *testkit.App) testkit.Person {
	t.Helper()
	ada := app.Person(t, domain.RoleAdmin, "Ada Quill")
	off := map[string]any{"kinds": []map[string]any{{"kind": "assignment.new", "mail": false}, {"kind": "quote.new", "mail": false}}}
	app.Call(t, "PUT", "/api/users/notice-settings", ada.Token, off).Granted(t, 200, nil)
	return ada
}

// outbox returns all mails as they are stored now.
func outbox(t *testing.T, app *testkit.App) []*core.Record {
	t.Helper()
	found, err := app.FindAllRecords(store.Outbox)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
