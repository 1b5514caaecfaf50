package orders_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// accept accepts the work, so that accounts can be deleted.
func (d deliveryDesk) accept(t *testing.T) {
	t.Helper()
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.AcceptedAt, clock.Now(d))
	d.MustSave(t, assignment)
}

func (d deliveryDesk) deleteAccount(t *testing.T, person testkit.Person) {
	t.Helper()
	d.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Granted(t, 200, nil)
}

func TestDeliveredFilesGoWithTheWork(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	made := d.deliver(t, "", text("Robins Tides.TXT", "The tides"), testkit.File{Field: "files", Name: "Robin.pdf", Content: testkit.PDF("The tides")})
	d.askForRevision(t, 1)
	d.deliver(t, "", text("Robin again.txt", "The tides of the sea"))
	if stored := d.storedFiles(t); len(stored) < 3 {
		t.Fatalf("the store holds %q", stored)
	}
	d.accept(t)
	d.deleteAccount(t, d.student)

	var receipt struct {
		Files []struct {
			Name, SHA256 string
			Size         int64
		}
	}
	d.Call(t, "GET", "/api/receipts/"+made.Receipt, "", nil).Granted(t, 200, &receipt)
	for i, name := range []string{"file-1.txt", "file-2.pdf"} {
		if got, was := receipt.Files[i], made.Files[i]; got.Name != name || got.SHA256 != was.SHA256 || got.Size != was.Size {
			t.Errorf("the receipt has %+v", got)
		}
	}
	rows, err := d.FindAllRecords(store.Deliveries, dbx.HashExp{store.Assignment: d.id})
	if err != nil || len(rows) != 2 {
		t.Fatalf("got %d deliveries, %v", len(rows), err)
	}
	for _, row := range rows {
		stored := row.GetString(store.FileNames)
		if len(row.GetStringSlice(store.Files)) > 0 || strings.Contains(strings.ToLower(stored), "robin") || strings.Contains(stored, `"purgedAt":null`) {
			t.Errorf("kept are %v, %s", row.GetStringSlice(store.Files), stored)
		}
	}
	d.waitForEmptyStore(t)
}

// waitForEmptyStore waits until all files are gone: PocketBase deletes them after the answer.
func (d deliveryDesk) waitForEmptyStore(t *testing.T) {
	t.Helper()
	testkit.Eventually(t, "the store is empty", func() bool { return len(d.storedFiles(t)) == 0 })
}

func TestFilesAreNotPurgedByHand(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	d.deliver(t, "", text("Tides.txt", "The tides"))
	for name, change := range map[string]string{
		"another hash": `[{"file":"file-1.txt","name":"file-1.txt","size":9,"sha256":"0","words":2,"comparable":true,"purgedAt":"2031-05-01T10:00:00.000Z"}]`,
		"no file":      "[]",
	} {
		stored, err := d.FindFirstRecordByData(store.Deliveries, store.Assignment, d.id)
		if err != nil {
			t.Fatal(err)
		}
		stored.Set(store.FileNames, change)
		stored.Set(store.Files, nil)
		if err := d.Save(stored); err == nil {
			t.Errorf("%s: it was changed", name)
		}
	}
}

func TestHeldNotesGoWithTheAccountOfTheirWriter(t *testing.T) {
	t.Parallel()
	for _, decision := range []string{"", "release"} {
		d := newDeliveryDesk(t)
		d.deliver(t, "Write to kim@marsh.example", text("Tides.txt", "The tides"))
		row, err := d.FindFirstRecordByData(store.Texts, store.Assignment, d.id)
		if err != nil {
			t.Fatal(err)
		}
		want := domain.TextRemoved
		if decision != "" {
			d.Call(t, "PATCH", "/api/texts/"+row.Id, d.admin.Token, map[string]string{"decision": decision}).Granted(t, 200, nil)
			want = domain.TextReleased
		}
		d.accept(t)
		d.deleteAccount(t, d.tutor)
		row, err = d.FindRecordById(store.Texts, row.Id)
		if err != nil || row.GetString(store.Text) != "" || row.GetString(store.Status) != want {
			t.Errorf("the text is %v, %v", row, err)
		}
		var all []delivery
		d.Call(t, "GET", d.path("/deliveries"), d.admin.Token, nil).Granted(t, 200, &all)
		if len(all) != 1 || all[0].Note != "" {
			t.Errorf("the desk reads %+v", all)
		}
	}
}
