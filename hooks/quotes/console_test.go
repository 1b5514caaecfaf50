package quotes_test

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// sendNamed sends a form with one file, whose name may contain any bytes.
func sendNamed(app *testkit.App, method, path, token string, texts map[string]string, field, name string, content []byte) testkit.Answer {
	var body bytes.Buffer
	for field, text := range texts {
		body.WriteString("--x\r\nContent-Disposition: form-data; name=" + field + "\r\n\r\n" + text + "\r\n")
	}
	encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	body.WriteString("--x\r\nContent-Disposition: form-data; name=" + field + "; filename*=utf-8''" + encoded + "\r\n\r\n")
	body.Write(content)
	body.WriteString("\r\n--x--\r\n")
	request := httptest.NewRequest(method, path, &body)
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return app.Send(request)
}

// show reads one request as an admin.
func show(t *testing.T, app *testkit.App, admin testkit.Person, id string) (got quote) {
	t.Helper()
	app.Call(t, "GET", "/api/quotes/"+id, admin.Token, nil).Granted(t, 200, &got)
	return got
}

// checkStoredFiles checks the names and sizes of a request's files, and that each of
// them downloads under its name.
func checkStoredFiles(t *testing.T, app *testkit.App, got quote, want map[string][]byte) {
	t.Helper()
	if len(got.Files) != len(want) {
		t.Errorf("the request lists %+v, want %d files", got.Files, len(want))
	}
	for _, file := range got.Files {
		answer := app.Call(t, "GET", file.URL, "", nil)
		_, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
		content, ok := want[file.Name]
		if !ok || err != nil || params["filename"] != file.Name || file.Size != int64(len(content)) || !bytes.Equal(answer.Body, content) {
			t.Errorf("%q of %d bytes was downloaded as %q with %d bytes, want %d: %v", file.Name, file.Size, params["filename"], len(answer.Body), len(content), err)
		}
	}
}

func TestDownloadsOfRequestFilesKeepTheOriginalNames(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, operator := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Superuser(t)
	row := map[string]string{
		"email": "visitor@example.com", "phone": "+61491570006", "countryCode": "AU", "subject": "Tides", "description": "Tides", "pages": "1",
		"deadline": "2031-12-01 10:00:00Z", "timeZone": "UTC", "status": "new", "currency": "AUD", "termsVersion": "1",
	}
	patched := app.AskForQuote(t).Id
	console := "/api/collections/quotes/records"
	number := 0
	for sent, want := range map[string]string{
		"\xff.pdf":                                ".pdf",
		strings.Repeat("ж", 130) + ".pdf":         strings.Repeat("ж", 130) + ".pdf",
		strings.Repeat("ж", 300) + ".pdf":         strings.Repeat("ж", 251) + ".pdf",
		strings.Repeat("n", 300) + ".pdf":         strings.Repeat("n", 251) + ".pdf",
		strings.Repeat("<", 300) + ".pdf":         strings.Repeat("<", 251) + ".pdf",
		".pdf":                                    ".pdf",
		"../../etc/essay.pdf":                     "essay.pdf",
		`C:\Users\Robin\essay.pdf`:                `C:\Users\Robin\essay.pdf`,
		"first\r\nSet-Cookie: x=y\n.pdf":          "firstSet-Cookie: x=y.pdf",
		"\u200fמאמר\u200f.pdf":                    "מאמר.pdf",
		"re\u0301sume\u0301 r\u00e9sum\u00e9.pdf": "re\u0301sume\u0301 r\u00e9sum\u00e9.pdf",
	} {
		content := testkit.PDF(sent)
		number++
		row["reference"] = strings.Repeat("R", number)
		for _, c := range []struct {
			method, path, token string
			texts               map[string]string
			status              int
		}{
			{"POST", "/api/quotes", "", testkit.NewQuote(), 201},
			{"POST", console, operator, row, 200},
			{"PATCH", console + "/" + patched, operator, nil, 200},
		} {
			answer := sendNamed(app, c.method, c.path, c.token, c.texts, store.Files, sent, content)
			if answer.Status != c.status {
				t.Errorf("%s %s with a file %q: got %d %s", c.method, c.path, sent, answer.Status, answer.Body)
				continue
			}
			var created struct {
				ID        string `json:"_id"`
				ConsoleID string `json:"id"`
			}
			answer.Decode(t, &created)
			checkStoredFiles(t, app, show(t, app, admin, created.ID+created.ConsoleID), map[string][]byte{want: content})
		}
	}
}

func TestFileDescriptionsFollowWhatAnOperatorAddsAndRemoves(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, operator := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Superuser(t)
	one, two, three := testkit.PDF("one"), testkit.PDF("number two"), testkit.PDF("the third one")
	record := app.AskForQuote(t, part("one.pdf", one), part("two.pdf", two))
	console := "/api/collections/quotes/records/" + record.Id
	change := func(body any) {
		t.Helper()
		app.Call(t, "PATCH", console, operator, body).Granted(t, 200, nil)
	}

	sendNamed(app, "PATCH", console, operator, nil, "files+", "three.pdf", three).Granted(t, 200, nil)
	checkStoredFiles(t, app, show(t, app, admin, record.Id), map[string][]byte{"one.pdf": one, "two.pdf": two, "three.pdf": three})

	change(map[string]any{"files-": record.GetStringSlice(store.Files)[0]})
	checkStoredFiles(t, app, show(t, app, admin, record.Id), map[string][]byte{"two.pdf": two, "three.pdf": three})

	var described store.QuoteFiles
	stored, err := app.FindRecordById(store.Quotes, record.Id)
	if err != nil {
		t.Fatal(err)
	}
	if err := stored.UnmarshalJSONField(store.FileNames, &described); err != nil {
		t.Fatal(err)
	}
	described[0].Name = "renamed.pdf"
	change(map[string]any{store.FileNames: described})
	renamed := map[string][]byte{"renamed.pdf": two, "three.pdf": three}
	checkStoredFiles(t, app, show(t, app, admin, record.Id), renamed)

	for _, text := range []string{`null`, `[]`, `{}`, `"text"`, `[null, 5]`, `[{"file":"no such file.pdf","name":"x","size":1}]`, `{"file":1}`} {
		change(map[string]any{store.FileNames: json.RawMessage(text)})
		checkStoredFiles(t, app, show(t, app, admin, record.Id), renamed)
	}

	change(map[string]any{store.Files: nil})
	for _, text := range []string{`{"file":1}`, `[{"file":"no such file.pdf"}]`} {
		change(map[string]any{store.FileNames: json.RawMessage(text)})
		if got := list(t, app, admin, ""); len(got) != 1 || len(got[0].Files) != 0 {
			t.Errorf("without files and with the descriptions %s, the list has %+v", text, got)
		}
	}
}

func TestTheHistoryRecordsWhenAnOperatorChangesTheFiles(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator, record := app.Superuser(t), app.AskForQuote(t)
	console := "/api/collections/quotes/records/" + record.Id
	for want, change := range []func() testkit.Answer{
		func() testkit.Answer { return app.Call(t, "PATCH", console, operator, map[string]any{"note": ""}) },
		func() testkit.Answer {
			return sendNamed(app, "PATCH", console, operator, nil, "files+", "one.pdf", testkit.PDF("one"))
		},
		func() testkit.Answer {
			return sendNamed(app, "PATCH", console, operator, nil, "files+", "two.pdf", testkit.PDF("two"))
		},
		func() testkit.Answer { return app.Call(t, "PATCH", console, operator, map[string]any{"files": nil}) },
	} {
		change().Granted(t, 200, nil)
		if got, err := app.CountRecords(store.Activities, dbx.HashExp{"kind": "quote.updated"}); err != nil || int(got) != want {
			t.Errorf("after change %d the history has %d changes, %v", want, got, err)
		}
	}
}

func TestAnOperatorsFilesAreChecked(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	record := app.AskForQuote(t, part("one.pdf", testkit.PDF("one")))
	console := "/api/collections/quotes/records/" + record.Id
	answer := sendNamed(app, "PATCH", console, app.Superuser(t), nil, "files+", "program.pdf", testkit.EXE())
	if answer.Status != 400 || !bytes.Contains(answer.Body, []byte("Only .pdf, .doc, .docx and .txt files are accepted")) {
		t.Errorf("a program: got %d %s", answer.Status, answer.Body)
	}
	stored, err := app.FindRecordById(store.Quotes, record.Id)
	if err != nil || !slices.Equal(stored.GetStringSlice(store.Files), record.GetStringSlice(store.Files)) {
		t.Errorf("the stored files are %v, %v", stored.GetStringSlice(store.Files), err)
	}
}
