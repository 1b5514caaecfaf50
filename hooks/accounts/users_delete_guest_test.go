package accounts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestDeletingAnAccountDeletesWhatCameFromItsConfirmedAddresses(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	former, present, mistyped := robin.Email(), "robin.new@example.com", "robin.typo@example.com"
	app.Verify(t, robin.Id)
	robin = app.LogIn(t, robin.Record)
	move := func(email string) {
		t.Helper()
		var moved struct{ Token string }
		app.Call(t, "PUT", "/api/users/profile", robin.Token, map[string]string{
			"firstName": "Robin", "lastName": "Vale", "email": email, "currentPassword": testkit.Password,
		}).Granted(t, 200, &moved)
		robin.Token = moved.Token
	}
	move(mistyped)
	move(present)
	app.Verify(t, robin.Id)
	account, err := app.FindRecordById(store.Users, robin.Id)
	if err != nil {
		t.Fatal(err)
	}
	robin = app.LogIn(t, account)
	for _, address := range []string{former, present, mistyped} {
		app.HandIn(t, "", map[string]string{"email": address}, testkit.File{Field: "file", Name: "brief.pdf", Content: testkit.PDF("Tides")})
		quote := testkit.NewQuote()
		quote["email"] = address
		app.Call(t, "POST", "/api/quotes", "", quote).Granted(t, 201, nil)
	}
	open, err := app.FindFirstRecordByData(store.Assignments, store.GuestEmail, former)
	if err != nil {
		t.Fatal(err)
	}
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.Call(t, "PATCH", "/api/assignments/"+open.Id, admin.Token, map[string]any{"price": 50}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+open.Id+"/payments", admin.Token, map[string]any{"amount": 50, "method": "Cash", "reference": "TX 1"}).Granted(t, 201, nil)
	remove := func() testkit.Answer {
		return app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword)
	}
	remove().Refused(t, 409, "Finish or cancel your open orders first")
	app.Call(t, "PATCH", "/api/assignments/"+open.Id, admin.Token, map[string]any{"status": "graded"}).Granted(t, 200, nil)
	app.AcceptWork(t)
	remove().Granted(t, 200, nil)

	for _, address := range []string{former, present} {
		for collection, field := range map[string]string{store.Assignments: store.GuestEmail, store.Quotes: store.Email, store.Outbox: store.To} {
			if left, err := app.CountRecords(collection, dbx.HashExp{field: address}); err != nil || left != 0 {
				t.Errorf("%d of %s from %s are left, %v", left, collection, address, err)
			}
		}
	}
	for _, collection := range []string{store.Assignments, store.Quotes} {
		field := map[string]string{store.Assignments: store.GuestEmail, store.Quotes: store.Email}[collection]
		if left, err := app.CountRecords(collection, dbx.HashExp{field: mistyped}); err != nil || left != 1 {
			t.Errorf("%d of %s from an address that was never confirmed are left, %v", left, collection, err)
		}
	}
	if kept, err := app.FindRecordById(store.Assignments, open.Id); err != nil || kept.GetString(store.Title) != "" || kept.GetInt(store.ReceivedCents) != 5000 {
		t.Errorf("of the paid order is left %v, %v", kept, err)
	}
}

func TestWhatADeletionRemovesDoesNotStayInTheJournal(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	const text = "Nobody else writes about the tides of Qikiqtarjuaq."
	app.HandIn(t, robin.Token, map[string]string{"description": text})
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	app.RunJob(t, "finishAccountDeletions")
	for _, name := range []string{"data.db", "data.db-wal"} {
		content, err := os.ReadFile(filepath.Join(app.DataDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			t.Errorf("%s still holds the text", name)
		}
	}
}
