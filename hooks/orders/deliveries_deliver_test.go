package orders_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestADeliveryFinishesTheWork(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	now := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(d, now)
	made := d.deliver(t, "  All of it.\nSources at the end. ",
		text("Tides.txt", "The tides of the sea"),
		testkit.File{Field: "files", Name: "Tides.pdf", Content: testkit.PDF("The tides")},
		testkit.File{Field: "files", Name: "old.doc", Content: testkit.DOC()})
	sum := sha256.Sum256([]byte("The tides of the sea"))
	first := made.Files[0]
	if made.Version != 1 || made.Note != "All of it.\nSources at the end." || *made.Words != 7 || made.Tutor.Name != "Kim Marsh" ||
		made.AnswersRevision != nil || made.DeliveredAt != "2031-05-01T10:00:00.000Z" || len(made.Receipt) != 23 {
		t.Errorf("got %+v", made)
	}
	if first.Name != "Tides.txt" || first.Size != 20 || first.SHA256 != hex.EncodeToString(sum[:]) || *first.Words != 5 || !first.Comparable || first.PurgedAt != nil {
		t.Errorf("got the file %+v", first)
	}
	if pdf, doc := made.Files[1], made.Files[2]; *pdf.Words != 2 || pdf.Comparable || doc.Words != nil || doc.Comparable {
		t.Errorf("got the files %+v and %+v", pdf, doc)
	}
	row := d.assignment(t)
	if string(row.WindowsStart) != made.DeliveredAt {
		t.Errorf("the windows start at %s, and the receipt says %s", row.WindowsStart, made.DeliveredAt)
	}
	if row.Status != domain.StatusCompleted || row.LastVersion != 1 || row.DeliveredWords != 7 || !row.WindowsStart.Time().Equal(now) || row.AcceptedAt != "" {
		t.Errorf("the assignment is %+v", row)
	}
}

func TestEachVersionStartsTheWindowsAnew(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	now := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(d, now)
	d.deliver(t, "", text("a.txt", "one"))
	clock.Advance(d, 24*time.Hour)
	d.askForRevision(t, 3)
	made := d.deliver(t, "", text("a.txt", "one two"))
	row := d.assignment(t)
	if made.Version != 2 || made.AnswersRevision == nil || *made.AnswersRevision != 3 || !row.WindowsStart.Time().Equal(now.Add(24*time.Hour)) {
		t.Errorf("after a revision: got %+v, and the windows start at %s", made, row.WindowsStart)
	}
	clock.Advance(d, 24*time.Hour)
	d.set(t, domain.StatusInProgress) // an admin opens it again
	if made := d.deliver(t, "", testkit.File{Field: "files", Name: "old.doc", Content: testkit.DOC()}); made.Version != 3 || made.Words != nil {
		t.Errorf("after that: got %+v", made)
	}
	row = d.assignment(t)
	if !row.WindowsStart.Time().Equal(now.Add(48*time.Hour)) || row.DeliveredWords != 0 {
		t.Errorf("the windows start at %s, with %d words", row.WindowsStart, row.DeliveredWords)
	}
	var all []delivery
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &all)
	if len(all) != 3 || all[0].Version != 3 || all[2].Version != 1 {
		t.Errorf("the list is %+v", all)
	}
	told, err := d.CountRecords(store.Notices, dbx.HashExp{store.UserField: d.student.Id, store.Kind: "assignment.delivered"})
	if err != nil || told != 3 {
		t.Errorf("the student was told %d times, %v", told, err)
	}
}

func TestRefusedDeliveries(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	large := make([]byte, 21<<20)
	copy(large, testkit.PDF("Tides"))
	pdf := func(name string, content []byte) testkit.File {
		return testkit.File{Field: "files", Name: name, Content: content}
	}
	eleven := make([]testkit.File, 11)
	for i := range eleven {
		eleven[i] = text("a.txt", "one")
	}
	before := d.storedFiles(t)
	for name, c := range map[string]struct {
		note     string
		files    []testkit.File
		status   int
		sentence string
	}{
		"no file":             {"", nil, 400, "At least one file is required"},
		"a file of that name": {"", []testkit.File{{Field: "file", Name: "a.txt", Content: []byte("one")}}, 400, "At least one file is required"},
		"eleven files":        {"", eleven, 400, "At most 10 files can be attached"},
		"a long note":         {strings.Repeat("é", 2001), []testkit.File{text("a.txt", "one")}, 400, "Note is too long (at most 2,000 characters)"},
		"an empty file":       {"", []testkit.File{text("a.txt", "one"), text("b.txt", "")}, 400, "The file is empty"},
		"another type":        {"", []testkit.File{text("a.txt", "one"), text("b.zip", "one")}, 415, "Only .pdf, .doc, .docx and .txt files are accepted"},
		"a program":           {"", []testkit.File{text("a.txt", "one"), pdf("b.pdf", testkit.EXE())}, 415, "Only .pdf, .doc, .docx and .txt files are accepted"},
		"a large file":        {"", []testkit.File{pdf("a.pdf", append(large, make([]byte, 5<<20)...))}, 413, "Files may be at most 25 MB"},
		"large files":         {"", []testkit.File{pdf("a.pdf", large), pdf("b.pdf", large), pdf("c.pdf", large)}, 413, "Files may be at most 60 MB together"},
	} {
		if answer := d.send(t, c.note, c.files...); answer.Status != c.status || !strings.Contains(string(answer.Body), c.sentence) {
			t.Errorf("%s: got %d %s", name, answer.Status, answer.Body)
		}
	}
	if after := d.storedFiles(t); len(after) != len(before) {
		t.Errorf("the store holds %q", after)
	}
	if row := d.assignment(t); row.LastVersion != 0 || row.Status != domain.StatusInProgress {
		t.Errorf("the assignment is %+v", row)
	}
	d.deliver(t, strings.Repeat("é", 2000), eleven[:10]...)
}

func TestTheStateIsCheckedBeforeTheInput(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	const notInProgress = "This assignment is not in progress"
	for status, sentence := range map[string]string{
		domain.StatusSubmitted: notInProgress, domain.StatusCompleted: notInProgress, domain.StatusGraded: notInProgress,
	} {
		d.set(t, status)
		d.send(t, "").Refused(t, 409, sentence)
		d.send(t, "", testkit.File{Field: "files", Name: "b.pdf", Content: testkit.EXE()}).Refused(t, 409, sentence)
	}
	d.set(t, domain.StatusInProgress)
	d.Call(t, "POST", d.path("/deliveries"), d.student.Token, nil).Refused(t, 403, "You do not have permission to do this")
	d.Call(t, "POST", d.path("/deliveries"), d.admin.Token, nil).Refused(t, 403, "You do not have permission to do this")
	other := d.Person(t, domain.RoleTutor, "Sol Reed")
	d.Call(t, "POST", d.path("/deliveries"), other.Token, nil).Refused(t, 404, "Assignment not found")
	d.deliver(t, "", text("a.txt", "one"))
	d.send(t, "", text("a.txt", "one")).Refused(t, 409, notInProgress) // the same again, after a lost answer
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": domain.StatusInProgress}).Granted(t, 200, nil)
	d.Call(t, "POST", d.path("/cancel"), d.admin.Token, map[string]string{"reason": "Asked for twice"}).Granted(t, 200, nil)
	d.send(t, "").Refused(t, 409, domain.WasCancelled)
}

func TestHostileNamesOfFilesAreCleaned(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	made := d.deliver(t, "", text("../../etc/passwd.txt", "one"), text("a\r\nb.txt", "two"), text("CON.txt", "three"), text(strings.Repeat("n", 300)+".txt", "four"))
	for _, file := range made.Files {
		if strings.ContainsAny(file.ID, `/\`) || strings.ContainsAny(file.Name, "/\r\n") || len(file.Name) > 255 {
			t.Errorf("got the file %q with the name %q", file.ID, file.Name)
		}
		answer := d.Call(t, "GET", file.URL, "", nil)
		if answer.Status != 200 || strings.ContainsAny(answer.Header.Get("Content-Disposition"), "\r\n") {
			t.Errorf("%q: got %d with %q", file.Name, answer.Status, answer.Header.Get("Content-Disposition"))
		}
	}
}
