package orders_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const (
	wrongType = "Only .pdf, .doc, .docx and .txt files are accepted"
	tooLarge  = "Files may be at most 25 MB"
)

// excel is an OLE file whose class id says that it is a spreadsheet.
func excel() []byte {
	body := testkit.DOC()
	copy(body[2*512+80:], []byte{0x20, 0x08, 0x02, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46})
	return body
}

// sized returns a PDF of exactly the given size in bytes.
func sized(size int) []byte {
	return append(testkit.PDF("Tides"), make([]byte, size-len(testkit.PDF("Tides")))...)
}

func TestOnlyDocumentsAreAcceptedAndDownloadsEqualTheUploads(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	html := []byte("<!doctype html><html><script>alert(1)</script></html>")
	png := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00")
	for _, c := range []struct {
		name     string
		content  []byte
		status   int
		sentence string
		kind     string
	}{
		{name: "essay.exe", content: testkit.EXE(), status: 415, sentence: wrongType},
		{name: "essay.pdf.exe", content: testkit.PDF("Tides"), status: 415, sentence: wrongType},
		{name: "essay", content: testkit.PDF("Tides"), status: 415, sentence: wrongType},
		{name: "essay.zip", content: testkit.DOCX(t, "Tides"), status: 415, sentence: wrongType},
		{name: "program.pdf", content: testkit.EXE(), status: 415, sentence: wrongType},
		{name: "page.pdf", content: html, status: 415, sentence: wrongType},
		{name: "text.pdf", content: []byte("Tides"), status: 415, sentence: wrongType},
		{name: "word.pdf", content: testkit.DOCX(t, "Tides"), status: 415, sentence: wrongType},
		{name: "zip.docx", content: testkit.Zip(t, map[string]string{"a.txt": "Tides"}), status: 415, sentence: wrongType},
		{name: "sheet.docx", content: testkit.Zip(t, map[string]string{"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>"}), status: 415, sentence: wrongType},
		{name: "old.docx", content: testkit.DOC(), status: 415, sentence: wrongType},
		{name: "new.doc", content: testkit.DOCX(t, "Tides"), status: 415, sentence: wrongType},
		{name: "sheet.doc", content: excel(), status: 415, sentence: wrongType},
		{name: "program.doc", content: testkit.EXE(), status: 415, sentence: wrongType},
		{name: "image.txt", content: png, status: 415, sentence: wrongType},
		{name: "program.txt", content: testkit.EXE(), status: 415, sentence: wrongType},
		{name: "empty.pdf", content: nil, status: 400, sentence: "The file is empty"},
		{name: "empty.txt", content: nil, status: 400, sentence: "The file is empty"},
		{name: "essay.pdf", content: testkit.PDF("Tides"), status: 201, kind: "application/pdf"},
		{name: "ESSAY.PDF", content: testkit.PDF("Tides"), status: 201, kind: "application/pdf"},
		{name: "essay.docx", content: testkit.DOCX(t, "Tides"), status: 201, kind: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{name: "essay.doc", content: testkit.DOC(), status: 201, kind: "application/msword"},
		{name: "essay.txt", content: []byte("Tides, and what moves them.\n"), status: 201, kind: "text/plain; charset=utf-8"},
		{name: "table.txt", content: []byte("a,b\n1,2\n3,4\n"), status: 201, kind: "text/plain; charset=utf-8"},
		{name: "page.txt", content: html, status: 201, kind: "text/plain; charset=utf-8"},
		{name: "one letter.txt", content: []byte("x"), status: 201, kind: "text/plain; charset=utf-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: c.name, Content: c.content}}}
			if c.status != 201 {
				app.Call(t, "POST", "/api/assignments/public", "", form).Refused(t, c.status, c.sentence)
				app.Call(t, "POST", "/api/assignments", robin.Token, form).Refused(t, c.status, c.sentence)
				return
			}
			var created assignment
			app.Call(t, "POST", "/api/assignments", robin.Token, form).Granted(t, 201, &created)
			for _, link := range []string{created.FileURL, requestLink(t, app, robin, created.ID)} {
				got := app.Call(t, "GET", link, "", nil)
				if got.Status != 200 || !bytes.Equal(got.Body, c.content) {
					t.Errorf("the download: got %d with %d of %d bytes", got.Status, len(got.Body), len(c.content))
				}
				for header, want := range map[string]string{
					"Content-Type": c.kind, "Content-Disposition": disposition(c.name), "Cache-Control": "private, no-store",
					"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
				} {
					if got.Header.Get(header) != want {
						t.Errorf("%s is %q, want %q", header, got.Header.Get(header), want)
					}
				}
			}
		})
	}
}

// disposition is the Content-Disposition of a name without special characters.
func disposition(name string) string {
	if strings.Contains(name, " ") {
		name = `"` + name + `"`
	}
	return "attachment; filename=" + name
}

func TestFileNamesCannotBreakTheHeadersOfTheDownload(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct{ sent, want string }{
		{"../../etc/essay.pdf", "attachment; filename=essay.pdf"},
		{`say "hi".pdf`, `attachment; filename="say \"hi\".pdf"`},
		{"潮.pdf", "attachment; filename*=utf-8''%E6%BD%AE.pdf"},
		{"a\r\nSet-Cookie: x=y.pdf", ""},
		{strings.Repeat("n", 300) + ".pdf", "attachment; filename=" + strings.Repeat("n", 251) + ".pdf"},
	} {
		form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{pdf(c.sent)}}
		var created assignment
		app.Call(t, "POST", "/api/assignments", robin.Token, form).Granted(t, 201, &created)
		got := app.Call(t, "GET", created.FileURL, "", nil)
		disposition := got.Header.Get("Content-Disposition")
		if got.Status != 200 || strings.ContainsAny(disposition, "\r\n") || got.Header.Get("Set-Cookie") != "" || (c.want != "" && disposition != c.want) {
			t.Errorf("the download of %q returned %d with the disposition %q, want %q", c.sent, got.Status, disposition, c.want)
		}
	}
}

func TestAFileMayHave25MBAndNoMore(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	send := func(size int) testkit.Answer {
		form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: "essay.pdf", Content: sized(size)}}}
		return app.Call(t, "POST", "/api/assignments", robin.Token, form)
	}
	send(int(domain.MaxFileBytes)+1).Refused(t, 413, tooLarge)
	send(28<<20).Refused(t, 413, tooLarge)
	var created assignment
	send(int(domain.MaxFileBytes)).Granted(t, 201, &created)
	if got := app.Call(t, "GET", created.FileURL, "", nil); !bytes.Equal(got.Body, sized(int(domain.MaxFileBytes))) {
		t.Errorf("the download has %d bytes, or different ones", len(got.Body))
	}
}

func TestNamelessPartsAreIgnoredAndTwoFilesAreRefused(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, part := range []testkit.File{{Field: "file"}, {Field: "file", Content: []byte("undefined")}, {Field: "other", Name: "essay.exe", Content: testkit.EXE()}} {
		id := app.HandIn(t, "", nil, part)
		if record, err := app.FindRecordById(store.Assignments, id); err != nil || record.GetString(store.File) != "" {
			t.Errorf("%+v was stored as a file, %v", part, err)
		}
	}
	form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{pdf("one.pdf"), pdf("two.pdf")}}
	app.Call(t, "POST", "/api/assignments/public", "", form).Refused(t, 400, "Only one file can be attached")
}

func TestALinkGivesOneReaderOneFileFor15Minutes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	id, other := app.HandIn(t, robin.Token, nil, pdf("essay.pdf")), app.HandIn(t, robin.Token, nil, pdf("other.pdf"))
	bare := app.HandIn(t, robin.Token, nil)
	at := func(id string) string { return "/api/assignments/" + id + "/file" }
	record, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(reader testkit.Person, ago time.Duration) url.Values {
		link, err := url.Parse(files.Link(at(id), record.GetString(store.File), reader.Record, clock.Now(app).Add(-ago)))
		if err != nil {
			t.Fatal(err)
		}
		return link.Query()
	}
	later := func(query url.Values) url.Values {
		query.Set("until", strconv.FormatInt(clock.Now(app).Add(24*time.Hour).Unix(), 10))
		return query
	}
	changed := func(query url.Values, name, value string) url.Values {
		query.Set(name, value)
		return query
	}
	for name, link := range map[string]string{
		"no link":                     at(id),
		"a changed signature":         at(id) + "?" + changed(signed(robin, 0), "sign", "AAAA").Encode(),
		"no signature":                at(id) + "?" + changed(signed(robin, 0), "sign", "").Encode(),
		"a changed expiry":            at(id) + "?" + later(signed(robin, 0)).Encode(),
		"an invalid expiry":           at(id) + "?" + changed(signed(robin, 0), "until", "soon").Encode(),
		"another session":             at(id) + "?" + changed(signed(robin, 0), "session", signed(nia, 0).Get("session")).Encode(),
		"a reader without permission": at(id) + "?" + signed(nia, 0).Encode(),
		"no session":                  at(id) + "?" + changed(signed(robin, 0), "session", "").Encode(),
		"more than 15 minutes":        at(id) + "?" + signed(robin, 15*time.Minute+2*time.Second).Encode(),
		"another file":                at(other) + "?" + signed(robin, 0).Encode(),
		"no file":                     at(bare) + "?" + signed(robin, 0).Encode(),
		"an unknown assignment":       at("nosuch000000000") + "?" + signed(robin, 0).Encode(),
	} {
		t.Run(name, func(t *testing.T) {
			for _, token := range []string{"", nia.Token} {
				app.Call(t, "GET", link, token, nil).Refused(t, 404, "File not found")
			}
		})
	}
	app.Call(t, "POST", "/api/assignments/"+bare+"/link", robin.Token, nil).Refused(t, 404, "File not found")
	app.Call(t, "GET", at(id)+"?"+signed(robin, 14*time.Minute).Encode(), "", nil).Granted(t, 200, nil)

	ranged := httptest.NewRequest("GET", at(id)+"?"+signed(robin, 0).Encode(), nil)
	ranged.Header.Set("Range", "bytes=0-3")
	if got := app.Send(ranged); got.Status != http.StatusPartialContent || string(got.Body) != "%PDF" {
		t.Errorf("a range request: got %d %q", got.Status, got.Body)
	}
}

func TestALinkEndsWithItsReadersPermission(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, app *testkit.App, admin, robin, kim testkit.Person, id string) (loser testkit.Person){
		"a new password": func(t *testing.T, app *testkit.App, _, robin, _ testkit.Person, _ string) testkit.Person {
			robin.SetPassword("another horse")
			app.MustSave(t, robin.Record)
			return robin
		},
		"a deactivation, even after reactivation": func(t *testing.T, app *testkit.App, admin, robin, _ testkit.Person, _ string) testkit.Person {
			for _, status := range []string{"inactive", "active"} {
				app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"status": status}).Granted(t, 200, nil)
			}
			return robin
		},
		"the deletion of the account": func(t *testing.T, app *testkit.App, _, robin, _ testkit.Person, _ string) testkit.Person {
			if err := app.Delete(robin.Record); err != nil {
				t.Fatal(err)
			}
			return robin
		},
		"the deletion of the assignment": func(t *testing.T, app *testkit.App, _, robin, _ testkit.Person, id string) testkit.Person {
			app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
			return robin
		},
		"the removal of the tutor": func(t *testing.T, app *testkit.App, admin, _, kim testkit.Person, id string) testkit.Person {
			patch(t, app, admin, id, map[string]any{"tutor": nil})
			return kim
		},
		"a tutor who became a student": func(t *testing.T, app *testkit.App, admin, _, kim testkit.Person, _ string) testkit.Person {
			app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, map[string]string{"role": "student"}).Granted(t, 200, nil)
			return kim
		},
		"an admin who became a student": func(t *testing.T, app *testkit.App, admin, _, _ testkit.Person, _ string) testkit.Person {
			app.Person(t, domain.RoleAdmin, "Second Admin")
			app.Call(t, "PATCH", "/api/users/"+admin.Id, admin.Token, map[string]string{"role": "student"}).Granted(t, 200, nil)
			return admin
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
			id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
			patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
			links := map[string]string{}
			for _, person := range []testkit.Person{admin, robin, kim} {
				links[person.Id] = requestLink(t, app, person, id)
				app.Call(t, "GET", links[person.Id], "", nil).Granted(t, 200, nil)
			}
			loser := end(t, app, admin, robin, kim, id)
			app.Call(t, "GET", links[loser.Id], "", nil).Refused(t, 404, "File not found")
		})
	}
}

// requestLink requests a link, as the interface does when somebody opens a file.
func requestLink(t *testing.T, app *testkit.App, reader testkit.Person, id string) string {
	t.Helper()
	var link struct{ URL string }
	app.Call(t, "POST", "/api/assignments/"+id+"/link", reader.Token, nil).Granted(t, 200, &link)
	return link.URL
}

func TestDownloadingAFileThatTheStoreLacksIsNotFound(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
	for _, path := range storedFiles(t, app) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	answer := app.Call(t, "GET", read(t, app, robin.Token, id).FileURL, "", nil)
	answer.Refused(t, 404, "File not found")
	if disposition := answer.Header.Get("Content-Disposition"); disposition != "" {
		t.Errorf("the failure is a download: %s", disposition)
	}
}
