package lifecycle_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// road is a way to the content of a file.
type road struct {
	name string
	open func() testkit.Answer
}

// roads are all ways to the files of an order, with links that were made while the files
// could still be opened. All files are stored unscanned, and have the same content.
func (d scanDesk) roads(t *testing.T, content []byte) (found []road) {
	t.Helper()
	get := func(path, token string) func() testkit.Answer {
		return func() testkit.Answer { return d.Call(t, "GET", path, token, nil) }
	}
	linked := func(name, path string, reader testkit.Person) {
		var link struct{ URL string }
		d.Call(t, "POST", path+"/link", reader.Token, nil).Granted(t, http.StatusOK, &link)
		found = append(found, road{name, get(link.URL, "")})
	}
	add := func(name, path, token string) { found = append(found, road{name, get(path, token)}) }

	id, view := d.handIn(t, content)
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]string{"status": domain.StatusInProgress, "tutor": d.tutor.Id}).Granted(t, 200, nil)
	d.Call(t, "POST", "/api/assignments/"+id+"/deliveries", d.tutor.Token, testkit.Form{Files: []testkit.File{attached("work.txt", content)}}).Granted(t, 201, nil)
	var delivered []struct{ Files []scannedFile }
	d.Call(t, "GET", "/api/assignments/"+id+"/deliveries", d.student.Token, nil).Granted(t, 200, &delivered)
	work := "/api/assignments/" + id + "/deliveries/1/files/" + delivered[0].Files[0].ID
	for _, reader := range []testkit.Person{d.student, d.tutor, d.admin} {
		who := reader.GetString(store.Role)
		linked(who+": a file of the brief", "/api/assignments/"+id+"/materials/"+view.Materials[0].ID, reader)
		linked(who+": a delivered file", work, reader)
		add(who+": the text of a delivered file", work+"/text", reader.Token)
		var link struct{ URL string }
		d.Call(t, "POST", "/api/assignments/"+id+"/materials-zip/link", reader.Token, nil).Granted(t, 200, &link)
		add(who+": the archive of the brief", link.URL, "")
		d.Call(t, "POST", "/api/assignments/"+id+"/link", reader.Token, nil).Granted(t, 200, &link)
		add(who+": the file of the assignment", link.URL, "")
	}

	quote := d.AskForQuote(t, attached("brief.txt", content))
	var listed []struct{ Files []scannedFile }
	d.Call(t, "GET", "/api/quotes", d.admin.Token, nil).Granted(t, 200, &listed)
	add("admin: a file of a quote request", listed[0].Files[0].URL, "")

	operator := d.Superuser(t)
	var token struct{ Token string }
	d.Call(t, "POST", "/api/files/token", operator, nil).Granted(t, 200, &token)
	for collection, record := range map[string]string{store.Assignments: id, store.Quotes: quote.Id, store.Deliveries: ""} {
		var stored struct {
			File  string `db:"file"`
			Owner string `db:"record"`
		}
		query := d.DB().Select("file", "record").From("file_scans").Where(hash{"collection": collection}.is())
		if err := query.One(&stored); err != nil || record != "" && stored.Owner != record {
			t.Fatalf("%s: %+v, %v", collection, stored, err)
		}
		path := "/api/files/" + collection + "/" + stored.Owner + "/" + stored.File
		add("operator: "+collection, path+"?token="+token.Token, operator)
		add("operator: a download of "+collection, path+"?download=1&token="+token.Token, operator)
	}
	return found
}

func TestNothingOpensAHeldOrInfectedFile(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, true)
	d.clamd.Kill()
	content := append(testkit.Malware(), " on the tides"...)
	roads := d.roads(t, content)
	expect := func(when string, status int, sentence string) {
		t.Helper()
		for _, road := range roads {
			answer := road.open()
			if answer.Status != status || !strings.Contains(string(answer.Body), sentence) {
				t.Errorf("%s, %s: got %d %.80s", when, road.name, answer.Status, answer.Body)
			}
			if status != http.StatusOK && bytes.Contains(answer.Body, []byte("on the tides")) {
				t.Errorf("%s, %s: the content is told", when, road.name)
			}
		}
	}
	expect("accepted unscanned", http.StatusOK, "")
	d.use(t, false)
	expect("held", http.StatusConflict, domain.BeingScanned)
	d.clamd.Start(t)
	d.scan(t)
	expect("infected", http.StatusForbidden, domain.IsInfected)
}
