package orders_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestReadersOpenDeliveredFiles(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	d.deliver(t, "", text("Tides.txt", "The tides"))
	other, stranger := d.Person(t, domain.RoleTutor, "Sol Reed"), d.Person(t, domain.RoleStudent, "Nia Frost")
	for _, reader := range []testkit.Person{d.student, d.tutor, d.admin} {
		var all []delivery
		d.Call(t, "GET", d.path("/deliveries"), reader.Token, nil).Granted(t, 200, &all)
		answer := d.Call(t, "GET", all[0].Files[0].URL, "", nil)
		if answer.Status != 200 || string(answer.Body) != "The tides" {
			t.Errorf("got %d %s", answer.Status, answer.Body)
		}
		file := d.path("/deliveries/1/files/" + all[0].Files[0].ID)
		var link struct{ URL, Text string }
		d.Call(t, "POST", file+"/link", reader.Token, nil).Granted(t, 200, &link)
		d.Call(t, "GET", link.URL, "", nil).Granted(t, 200, nil)
		d.Call(t, "GET", file+"/text", reader.Token, nil).Granted(t, 200, &link)
		if link.Text != "The tides" {
			t.Errorf("got the text %q", link.Text)
		}
		d.Call(t, "GET", file, reader.Token, nil).Refused(t, 404, "File not found") // not signed
		d.Call(t, "GET", strings.Replace(link.URL, "/deliveries/1/", "/deliveries/2/", 1), "", nil).Refused(t, 404, "File not found")
		for _, nobody := range []testkit.Person{other, stranger} {
			d.Call(t, "GET", d.path("/deliveries"), nobody.Token, nil).Refused(t, 404, "Assignment not found")
			d.Call(t, "POST", file+"/link", nobody.Token, nil).Refused(t, 404, "Assignment not found")
			d.Call(t, "GET", file+"/text", nobody.Token, nil).Refused(t, 404, "Assignment not found")
		}
	}
}

func TestALinkToADeliveredFileEndsWithTheAccess(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	url := d.deliver(t, "", text("Tides.txt", "The tides")).Files[0].URL
	d.Call(t, "GET", url, "", nil).Granted(t, 200, nil)
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]any{"tutor": nil}).Granted(t, 200, nil)
	d.Call(t, "GET", url, "", nil).Refused(t, 404, "File not found")
	d.set(t, domain.StatusCompleted)
	d.Call(t, "GET", url, "", nil).Granted(t, 200, nil)
	clock.Advance(d, 16*time.Minute)
	d.Call(t, "GET", url, "", nil).Refused(t, 404, "File not found")
}

func TestTextsAreReadOfComparableFilesOnly(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	made := d.deliver(t, "",
		testkit.File{Field: "files", Name: "essay.docx", Content: testkit.DOCX(t, "The tides")},
		testkit.File{Field: "files", Name: "broken.docx", Content: testkit.Zip(t, map[string]string{"[Content_Types].xml": "", "word/other.xml": ""})},
		testkit.File{Field: "files", Name: "essay.pdf", Content: testkit.PDF("The tides")})
	var answer struct{ Text string }
	d.Call(t, "GET", d.path("/deliveries/1/files/"+made.Files[0].ID+"/text"), d.student.Token, nil).Granted(t, 200, &answer)
	if answer.Text != "The tides\n" {
		t.Errorf("got %q", answer.Text)
	}
	for _, path := range []string{"1/files/" + made.Files[1].ID, "1/files/" + made.Files[2].ID, "1/files/none.txt", "2/files/" + made.Files[0].ID, "x/files/" + made.Files[0].ID} {
		d.Call(t, "GET", d.path("/deliveries/"+path+"/text"), d.student.Token, nil).Refused(t, 404, "File not found")
	}
	d.removeFiles(t)
	d.Call(t, "GET", d.path("/deliveries/1/files/"+made.Files[0].ID+"/text"), d.student.Token, nil).Refused(t, 404, "File not found")
	d.Call(t, "GET", made.Files[0].URL, "", nil).Refused(t, 404, "File not found")
}

// removeFiles empties the store.
func (d deliveryDesk) removeFiles(t *testing.T) {
	t.Helper()
	store, err := d.NewFilesystem()
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, path := range d.storedFiles(t) {
		if err := store.Delete(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOnlyTheDescriptionStaysOfADeletedFile(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	made := d.deliver(t, "", text("Tides.txt", "The tides"))
	if _, err := d.DB().NewQuery("UPDATE deliveries SET fileNames = json_set(fileNames, '$[0].purgedAt', '2031-05-01T10:00:00.000Z')").Execute(); err != nil {
		t.Fatal(err)
	}
	var all []delivery
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &all)
	file := all[0].Files[0]
	if file.PurgedAt == nil || *file.PurgedAt != "2031-05-01T10:00:00.000Z" || file.URL != "" || file.Comparable || file.SHA256 != made.Files[0].SHA256 {
		t.Errorf("got %+v", file)
	}
	d.Call(t, "GET", made.Files[0].URL, "", nil).Refused(t, 404, "File not found")
	d.Call(t, "POST", d.path("/deliveries/1/files/"+file.ID+"/link"), d.student.Token, nil).Refused(t, 404, "File not found")
}

func TestDeliveriesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	d.deliver(t, "Here it is", text("Tides.txt", "The tides"))
	stored, err := d.FindFirstRecordByData(store.Deliveries, store.Assignment, d.id)
	if err != nil {
		t.Fatal(err)
	}
	for field, value := range map[string]any{
		store.Note: "Another", store.Version: 2, store.Receipt: "KNOWN", store.FileNames: "[]", store.Words: 9, store.AnswersField: 1,
		store.Tutor: d.admin.Id, store.Files: nil,
	} {
		changed, err := d.FindRecordById(store.Deliveries, stored.Id)
		if err != nil {
			t.Fatal(err)
		}
		changed.Set(field, value)
		if err := d.Save(changed); err == nil {
			t.Errorf("%s was changed", field)
		}
	}
	if err := d.Delete(stored); err == nil {
		t.Error("it was deleted")
	}
	operator, path := d.Superuser(t), "/api/collections/deliveries/records"
	for _, answer := range []testkit.Answer{
		d.Call(t, "PATCH", path+"/"+stored.Id, operator, map[string]string{"note": ""}),
		d.Call(t, "DELETE", path+"/"+stored.Id, operator, nil),
		d.Call(t, "POST", path, operator, map[string]any{"assignment": d.id, "version": 2, "receipt": "KNOWN"}),
	} {
		if answer.Status != 409 {
			t.Errorf("the console got %d %s", answer.Status, answer.Body)
		}
	}
	d.Call(t, "DELETE", d.path(""), d.admin.Token, nil).Refused(t, 409, domain.MustBeKept)
}

func TestDeliveriesOutliveTheirPeople(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	made := d.deliver(t, "Write to me, Kim", text("Tides.txt", "The tides"))
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.AcceptedAt, clock.Now(d))
	d.MustSave(t, assignment)
	d.Call(t, "DELETE", "/api/users/delete-account", d.tutor.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	var all []delivery
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &all)
	if len(all) != 1 || all[0].Tutor != nil || all[0].Note != "Write to me, Kim" {
		t.Errorf("without the tutor: got %+v", all)
	}
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	stored, err := d.FindFirstRecordByData(store.Deliveries, store.Assignment, d.id)
	if err != nil || stored.GetString(store.Note) != "" || stored.GetString(store.Tutor) != "" {
		t.Errorf("without the student: got %v, %v", stored, err)
	}
	d.Call(t, "GET", "/api/receipts/"+made.Receipt, "", nil).Granted(t, 200, nil)
}

func TestNamesOfDeliveredFilesHaveNoContactDetails(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	for _, name := range []string{"robin@home.example.txt", "call 0491 570 006.txt", "0491\u200b570006.txt"} {
		d.send(t, "", text(name, "The tides")).Refused(t, 400, "Names of files must not contain contact details. Please rename the file")
	}
	d.deliver(t, "", text("Tides 2026-11-24.txt", "The tides"))
}
