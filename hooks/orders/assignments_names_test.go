package orders_test

import (
	"bytes"
	"mime"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// fileNames maps the names of uploaded files to the names of their downloads.
var fileNames = map[string]string{
	"essay.pdf":                             "essay.pdf",
	"\xff.pdf":                              ".pdf",
	"a\xc3\x28b\xe2\x82.pdf":                "a(b.pdf",
	strings.Repeat("ж", 130) + ".pdf":       strings.Repeat("ж", 130) + ".pdf",
	strings.Repeat("ж", 300) + ".pdf":       strings.Repeat("ж", 251) + ".pdf",
	strings.Repeat("n", 300) + ".pdf":       strings.Repeat("n", 251) + ".pdf",
	"x" + strings.Repeat("ж", 127) + ".pdf": "x" + strings.Repeat("ж", 127) + ".pdf",
	".pdf":                                  ".pdf",
	"../../etc/essay.pdf":                   "essay.pdf",
	`C:\Users\Robin\essay.pdf`:              `C:\Users\Robin\essay.pdf`,
	"first\r\nSet-Cookie: x=y\n.pdf":        "firstSet-Cookie: x=y.pdf",
	"\u200fמאמר\u200f.pdf":                  "מאמר.pdf",
	"\u202egnp.pdf":                         "gnp.pdf",
	"re\u0301sume\u0301.pdf":                "re\u0301sume\u0301.pdf",
	"r\u00e9sum\u00e9.pdf":                  "r\u00e9sum\u00e9.pdf",
	`say "hi"; filename=evil.exe; x.pdf`:    `say "hi"; filename=evil.exe; x.pdf`,
}

// sendNamed sends a form with one file, whose name may contain any bytes.
func sendNamed(app *testkit.App, method, path, token string, texts map[string]string, name string, content []byte) testkit.Answer {
	var body bytes.Buffer
	for field, text := range texts {
		body.WriteString("--x\r\nContent-Disposition: form-data; name=" + field + "\r\n\r\n" + text + "\r\n")
	}
	encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	body.WriteString("--x\r\nContent-Disposition: form-data; name=file; filename*=utf-8''" + encoded + "\r\n\r\n")
	body.Write(content)
	body.WriteString("\r\n--x--\r\n")
	request := httptest.NewRequest(method, path, &body)
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return app.Send(request)
}

// download downloads an assignment's file and returns its name and content.
func download(t *testing.T, app *testkit.App, reader testkit.Person, id string) (name string, content []byte) {
	t.Helper()
	answer := app.Call(t, "GET", requestLink(t, app, reader, id), "", nil)
	answer.Granted(t, 200, nil)
	disposition, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
	if err != nil || disposition != "attachment" {
		t.Fatalf("the download has the disposition %q, %v", answer.Header.Get("Content-Disposition"), err)
	}
	return params["filename"], answer.Body
}

func TestDownloadsKeepTheOriginalFileNames(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	operator := app.Superuser(t)
	console := "/api/collections/assignments/records"
	row := testkit.NewAssignment()
	row[store.Status] = domain.StatusSubmitted
	patched := app.HandIn(t, robin.Token, nil, pdf("before.pdf"))
	for sent, want := range fileNames {
		content := testkit.PDF(sent)
		for _, c := range []struct {
			method, path, token string
			texts               map[string]string
			status              int
		}{
			{"POST", "/api/assignments", robin.Token, testkit.NewAssignment(), 201},
			{"POST", "/api/assignments/public", "", testkit.NewAssignment(), 201},
			{"POST", console, operator, row, 200},
			{"PATCH", console + "/" + patched, operator, nil, 200},
		} {
			answer := sendNamed(app, c.method, c.path, c.token, c.texts, sent, content)
			if answer.Status != c.status {
				t.Errorf("%s %s with a file %q: got %d %s", c.method, c.path, sent, answer.Status, answer.Body)
				continue
			}
			var created struct {
				ID        string `json:"_id"`
				ConsoleID string `json:"id"`
			}
			answer.Decode(t, &created)
			if name, got := download(t, app, admin, created.ID+created.ConsoleID); name != want || !bytes.Equal(got, content) {
				t.Errorf("%s %s: %q was downloaded as %q with %d of %d bytes, want %q", c.method, c.path, sent, name, len(got), len(content), want)
			}
		}
	}
}

func TestAnOperatorCanRenameAFile(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	id := app.HandIn(t, "", nil, pdf("essay.pdf"))
	console := "/api/collections/assignments/records/" + id
	app.Call(t, "PATCH", console, app.Superuser(t), map[string]string{store.FileName: "first\ndraft.pdf"}).Granted(t, 200, nil)
	if name, content := download(t, app, admin, id); name != "first\ndraft.pdf" || !bytes.Equal(content, testkit.PDF("essay.pdf")) {
		t.Errorf("the file was downloaded as %q with %d bytes", name, len(content))
	}
}
