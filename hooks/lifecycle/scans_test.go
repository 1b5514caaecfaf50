package lifecycle_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		daemon, away string
		on, accepts  bool
		problem      string
	}{
		{},
		{daemon: "unix:/run/clamav/clamd.ctl", on: true},
		{daemon: "tcp:127.0.0.1:3310", away: "hold", on: true},
		{daemon: "tcp:127.0.0.1:3310", away: "accept", on: true, accepts: true},
		{daemon: "127.0.0.1", problem: `DESKMATE_CLAMD: "127.0.0.1" is no address of clamd`},
		{away: "open", problem: `DESKMATE_CLAMD_WHEN_AWAY is "open", and must be hold or accept`},
	} {
		variables := map[string]string{lifecycle.DaemonVariable: c.daemon, lifecycle.AwayVariable: c.away}
		got, err := lifecycle.ReadScanSettings(func(name string) string { return variables[name] })
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%v: %v", variables, err)
			}
			continue
		}
		if err != nil || got.IsOn != c.on || got.AcceptsUnscanned != c.accepts {
			t.Errorf("%v: %+v, %v", variables, got, err)
		}
	}
}

func TestACleanFileIsAcceptedAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	id, view := d.handIn(t, []byte(clean))
	if view.Materials[0].State != "" || view.FileURL == "" {
		t.Errorf("its student reads %+v", view)
	}
	if answer := d.opens(t, id, view.Materials[0].ID, d.student); answer.Status != http.StatusOK || string(answer.Body) != clean {
		t.Errorf("it opens with %d %s", answer.Status, answer.Body)
	}
	d.AskForQuote(t, attached("brief.txt", []byte(clean)))
	d.deliver(t, attached("work.txt", []byte(clean))).Granted(t, http.StatusCreated, nil)
	if counts := d.counts(t); counts != (store.FileScanCounts{}) {
		t.Errorf("there are %+v", counts)
	}
}

func TestMalwareIsRefusedAndNotStored(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	before, operator := d.stored(t), d.Superuser(t)
	for name, content := range map[string][]byte{"brief.txt": testkit.Malware(), "brief.docx": testkit.DOCX(t, string(testkit.Malware()))} {
		sentence := name + " contains malware and was not accepted"
		form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: name, Content: content}}}
		d.Call(t, "POST", "/api/assignments", d.student.Token, form).Refused(t, 400, sentence)
		d.Call(t, "POST", "/api/assignments/public", "", form).Refused(t, 400, sentence)
		quote := testkit.Form{Texts: testkit.NewQuote(), Files: []testkit.File{attached("clean.txt", []byte(clean)), attached(name, content)}}
		d.Call(t, "POST", "/api/quotes", "", quote).Refused(t, 400, sentence)
		d.deliver(t, attached(name, content)).Refused(t, 400, sentence)
		native := testkit.Form{Texts: map[string]string{"title": "Tides"}, Files: []testkit.File{{Field: "file", Name: name, Content: content}}}
		if answer := d.Call(t, "PATCH", "/api/collections/assignments/records/"+d.id, operator, native); answer.Status != 400 {
			t.Errorf("the console gets %d %s", answer.Status, answer.Body)
		}
	}
	if after := d.stored(t); after != before {
		t.Errorf("%d files are stored, and were %d", after, before)
	}
	if counts := d.counts(t); counts != (store.FileScanCounts{}) {
		t.Errorf("there are %+v", counts)
	}
}

// aways are the ways in which a scanner does not scan.
var aways = map[string]struct {
	away, back func(t *testing.T, d scanDesk)
	content    []byte
}{
	"slow": {func(t *testing.T, d scanDesk) {
		d.clamd.Pause()
		d.useFor(t, false, 50*time.Millisecond)
	}, func(t *testing.T, d scanDesk) {
		d.clamd.Resume()
		d.use(t, false)
	}, []byte(clean)},
	"killed":  {func(_ *testing.T, d scanDesk) { d.clamd.Kill() }, func(t *testing.T, d scanDesk) { d.clamd.Start(t) }, []byte(clean)},
	"refuses": {func(*testing.T, scanDesk) {}, func(t *testing.T, d scanDesk) {}, tooLarge()},
}

func TestAFileIsHeldUntilItCanBeScanned(t *testing.T) {
	t.Parallel()
	for name, way := range aways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newScanDesk(t, false)
			way.away(t, d)
			id, view := d.handIn(t, way.content)
			material := view.Materials[0]
			if material.State != "checking" || material.URL != "" || view.FileURL != "" {
				t.Errorf("its student reads %+v", view)
			}
			for _, reader := range []testkit.Person{d.student, d.admin} {
				d.opens(t, id, material.ID, reader).Refused(t, 409, domain.BeingScanned)
			}
			var link struct{ URL string }
			d.Call(t, "POST", "/api/assignments/"+id+"/materials-zip/link", d.admin.Token, nil).Granted(t, 200, &link)
			d.Call(t, "GET", link.URL, "", nil).Refused(t, 409, domain.BeingScanned)
			d.Call(t, "POST", "/api/assignments/"+id+"/file/link", d.student.Token, nil)
			status, sentence := 503, "Files cannot be checked for viruses right now. Please try again in a few minutes"
			if name == "refuses" {
				status, sentence = 400, "work.txt cannot be checked for viruses. Please send a smaller file, or try again later"
			}
			d.deliver(t, attached("work.txt", way.content)).Refused(t, status, sentence)

			if name != "slow" { // the job would wait for it
				d.scan(t)
			}
			if counts := d.counts(t); counts.Waiting != 1 {
				t.Errorf("before the scanner is back, %+v", counts)
			}
			way.back(t, d)
			if name == "refuses" {
				return
			}
			d.scan(t)
			if view := d.read(t, id, d.student); view.Materials[0].State != "" || view.FileURL == "" {
				t.Errorf("afterwards, its student reads %+v", view)
			}
			if answer := d.opens(t, id, material.ID, d.student); string(answer.Body) != string(way.content) {
				t.Errorf("it opens with %d %s", answer.Status, answer.Body)
			}
			if counts := d.counts(t); counts.Waiting != 0 {
				t.Errorf("there are %+v", counts)
			}
			d.deliver(t, attached("work.txt", way.content)).Granted(t, 201, nil)
		})
	}
}

func TestPausesGrowBetweenScansOfARefusedFile(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	now := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	clock.Set(d, now)
	d.handIn(t, tooLarge())
	attempts := func() (n int) {
		if err := d.DB().NewQuery("SELECT attempts FROM file_scans").Row(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, pause := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute} {
		if pause > 0 {
			clock.Advance(d, pause-time.Second)
			d.scan(t)
		}
		if attempts() != i {
			t.Errorf("it was tried %d times before its pause of %v was over", attempts(), pause)
		}
		clock.Advance(d, time.Second)
		d.scan(t)
		if attempts() != i+1 {
			t.Errorf("it was tried %d times after %v", attempts(), pause)
		}
	}
}

// infect hands in malware while the scanner is away, and lets it be found.
func (d scanDesk) infect(t *testing.T) (id, file string) {
	t.Helper()
	d.clamd.Kill()
	id, view := d.handIn(t, testkit.Malware())
	d.clamd.Start(t)
	d.scan(t)
	return id, view.Materials[0].ID
}

func TestMalwareThatIsFoundLaterIsQuarantinedAndTold(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	id, file := d.infect(t)
	if counts := d.counts(t); counts != (store.FileScanCounts{Infected: 1}) {
		t.Errorf("there are %+v", counts)
	}
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]string{"tutor": d.tutor.Id}).Granted(t, 200, nil)
	for _, reader := range []testkit.Person{d.student, d.tutor, d.admin} {
		view := d.read(t, id, reader)
		if view.Materials[0].State != "infected" || view.Materials[0].URL != "" || view.FileURL != "" {
			t.Errorf("the %s reads %+v", reader.GetString(store.Role), view)
		}
		d.opens(t, id, file, reader).Refused(t, 403, domain.IsInfected)
	}
	d.Call(t, "POST", "/api/assignments/"+id+"/materials/"+file+"/link", d.Person(t, domain.RoleTutor, "Sol Reed").Token, nil).Refused(t, 404, "Assignment not found")
	for _, c := range []struct {
		reader testkit.Person
		kind   string
	}{{d.student, "file.infected"}, {d.admin, "file.quarantined"}} {
		for _, table := range []string{"notices", "outbox"} {
			var count int
			if err := d.DB().Select("count(*)").From(table).Where(hash{"user": c.reader.Id, "kind": c.kind, "assignment": id}.is()).Row(&count); err != nil || count != 1 {
				t.Errorf("%s has %d of %s, %v", table, count, c.kind, err)
			}
		}
	}
	// It stays locked, whatever becomes of the scanner.
	d.use(t, true)
	d.opens(t, id, file, d.student).Refused(t, 403, domain.IsInfected)
	if err := lifecycle.UseScanner(d, lifecycle.ScanSettings{}); err != nil {
		t.Fatal(err)
	}
	d.opens(t, id, file, d.admin).Refused(t, 403, domain.IsInfected)
	d.Call(t, "DELETE", "/api/assignments/"+id, d.student.Token, nil)
}

func TestPeopleWithoutAnAccountAreToldByEmail(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	mails := d.UseMailbox(t)
	d.clamd.Kill()
	texts := map[string]string{"email": "guest@example.com"}
	d.HandIn(t, "", texts, brief(testkit.Malware()))
	d.AskForQuote(t, attached("brief.txt", testkit.Malware()))
	d.clamd.Start(t)
	d.scan(t)
	var told []string
	if err := d.DB().NewQuery("SELECT [[to]] FROM outbox WHERE kind = 'file.infected' ORDER BY [[to]]").Column(&told); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(told) != "[guest@example.com visitor@example.com]" {
		t.Errorf("told are %v", told)
	}
	d.RunJob(t, "sendMails")
	for _, address := range told {
		found := false
		for _, mail := range mails.Mails() {
			found = found || mail.To == address && strings.HasPrefix(mail.Subject(), "Malware in one of your files: ")
		}
		if !found {
			t.Errorf("%s got no mail", address)
		}
	}
}

func TestUnscannedFilesCanBeOpenedIfTheOperatorSaysSo(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, true)
	d.clamd.Kill()
	id, view := d.handIn(t, testkit.Malware())
	if view.Materials[0].State != "" {
		t.Errorf("its student reads %+v", view)
	}
	file := view.Materials[0].ID
	d.opens(t, id, file, d.student).Granted(t, 200, nil)
	d.deliver(t, attached("work.txt", []byte(clean)), attached("more.txt", testkit.Malware())).Granted(t, 201, nil)
	d.clamd.Start(t)
	d.scan(t)
	d.opens(t, id, file, d.student).Refused(t, 403, domain.IsInfected)
	var delivered []struct{ Files []struct{ URL, State string } }
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &delivered)
	if files := delivered[0].Files; files[0].State != "" || files[0].URL == "" || files[1].State != "infected" || files[1].URL != "" {
		t.Errorf("delivered are %+v", files)
	}
	var told int
	if err := d.DB().Select("count(*)").From("notices").Where(hash{"user": d.tutor.Id, "kind": "file.infected", "assignment": d.id}.is()).Row(&told); err != nil || told != 1 {
		t.Errorf("its tutor has %d notices, %v", told, err)
	}
}

func TestHeldFilesFollowTheSettings(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	d.clamd.Kill()
	id, view := d.handIn(t, []byte(clean))
	file := view.Materials[0].ID
	d.use(t, true)
	d.opens(t, id, file, d.student).Granted(t, 200, nil)
	d.use(t, false)
	d.opens(t, id, file, d.student).Refused(t, 409, domain.BeingScanned)
	if err := lifecycle.UseScanner(d, lifecycle.ScanSettings{}); err != nil {
		t.Fatal(err)
	}
	d.opens(t, id, file, d.student).Granted(t, 200, nil)
	if counts := d.counts(t); counts.Waiting != 0 {
		t.Errorf("there are %+v", counts)
	}
}

func TestWhatIsKnownOfAFileGoesWithIt(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	d.clamd.Kill()
	id, _ := d.handIn(t, []byte(clean))
	record, err := d.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	replacement, err := filesystem.NewFileFromBytes([]byte(clean), "other.txt")
	if err != nil {
		t.Fatal(err)
	}
	record.Set(store.File, replacement)
	if err := d.Save(record); err != nil {
		t.Fatal(err)
	}
	var files []string
	if err := d.DB().Select("file").From("file_scans").Column(&files); err != nil || len(files) != 1 || files[0] != record.GetString(store.File) {
		t.Errorf("after it was replaced by %s, there are %v, %v", record.GetString(store.File), files, err)
	}
	record.Set(store.File, nil)
	if err := d.Save(record); err != nil {
		t.Fatal(err)
	}
	if counts := d.counts(t); counts.Waiting != 0 {
		t.Errorf("after it was removed, there are %+v", counts)
	}
	d.handIn(t, []byte(clean))
	quote := d.AskForQuote(t, attached("one.txt", []byte(clean)), attached("two.txt", []byte(clean)))
	if counts := d.counts(t); counts.Waiting != 3 {
		t.Errorf("there are %+v", counts)
	}
	if err := d.Delete(quote); err != nil {
		t.Fatal(err)
	}
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]any{"status": "pending", "tutor": nil}).Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	if counts := d.counts(t); counts.Waiting != 0 {
		t.Errorf("after the account was deleted, there are %+v", counts)
	}
}

func TestAFileOfALargerChangeIsScannedAfterwards(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	record, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	file, err := filesystem.NewFileFromBytes([]byte(clean), "brief.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.RunInTransaction(func(tx core.App) error {
		record.Set(store.File, file)
		return tx.Save(record)
	}); err != nil {
		t.Fatal(err)
	}
	if view := d.read(t, d.id, d.student); view.Materials[0].State != "checking" {
		t.Errorf("its student reads %+v", view)
	}
	d.scan(t)
	if view := d.read(t, d.id, d.student); view.Materials[0].State != "" {
		t.Errorf("afterwards, its student reads %+v", view)
	}
}

func TestManyUploadsAreScannedAtOnce(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	var all sync.WaitGroup
	for i := range 40 {
		content, status := []byte(clean), http.StatusCreated
		if i%4 == 0 {
			content, status = testkit.Malware(), http.StatusBadRequest
		}
		all.Go(func() {
			form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{brief(content)}}
			if answer := d.Call(t, "POST", "/api/assignments", d.student.Token, form); answer.Status != status {
				t.Errorf("upload %d gets %d %s", i, answer.Status, answer.Body)
			}
		})
	}
	all.Wait()
	if counts := d.counts(t); counts != (store.FileScanCounts{}) {
		t.Errorf("there are %+v", counts)
	}
}
