package testkit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Answer is what a call got back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Call sends a request. The body is sent as JSON, a string or bytes as they
// are (declared as JSON), a Form as multipart; nil sends none. An empty token
// sends no bearer.
func (a *App) Call(t testing.TB, method, path, token string, body any) Answer {
	t.Helper()
	var reader io.Reader
	contentType := ""
	switch body := body.(type) {
	case nil:
	case Form:
		reader, contentType = body.encode(t)
	case string:
		reader, contentType = strings.NewReader(body), "application/json"
	case []byte:
		reader, contentType = bytes.NewReader(body), "application/json"
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		reader, contentType = bytes.NewReader(encoded), "application/json"
	}
	request := httptest.NewRequest(method, path, reader)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return a.Send(request)
}

// Send serves a request that the test made itself.
func (a *App) Send(request *http.Request) Answer {
	recorder := httptest.NewRecorder()
	a.handler.ServeHTTP(recorder, request)
	if request.MultipartForm != nil {
		_ = request.MultipartForm.RemoveAll() // as the server does behind every request
	}
	return Answer{Status: recorder.Code, Header: recorder.Header(), Body: recorder.Body.Bytes()}
}

// Decode reads the JSON of an answer.
func (a Answer) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("%v in %d %s", err, a.Status, a.Body)
	}
}

// Failure is the one shape of every refusal.
type Failure struct {
	Status  int      `json:"status"`
	Message string   `json:"message"`
	Msg     string   `json:"msg"`
	Error   string   `json:"error"`
	Errors  []string `json:"errors"`
	Data    map[string]struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"data"`
}

// Refused holds an answer to a status and to the exact sentence, in all the
// places where a reader may look for it. It gives the failure for more.
func (a Answer) Refused(t testing.TB, status int, sentence string) Failure {
	t.Helper()
	if a.Status != status {
		t.Fatalf("got %d %s, want %d", a.Status, a.Body, status)
	}
	var failure Failure
	a.Decode(t, &failure)
	if failure.Status != status || len(failure.Errors) == 0 || failure.Data == nil {
		t.Errorf("not the shape of a failure: %s", a.Body)
	}
	for place, got := range map[string]string{"message": failure.Message, "msg": failure.Msg, "error": failure.Error, "errors": failure.Errors[0]} {
		if got != sentence {
			t.Errorf("%s says %q, want %q", place, got, sentence)
		}
	}
	return failure
}

// Rows reads the CSV of an export, which begins with the mark of UTF-8.
func (a Answer) Rows(t testing.TB) [][]string {
	t.Helper()
	body, marked := bytes.CutPrefix(a.Body, []byte("\uFEFF"))
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if a.Status != http.StatusOK || !marked || err != nil || len(rows) == 0 {
		t.Fatalf("answered %d is no export: marked %t, %d rows, %v", a.Status, marked, len(rows), err)
	}
	return rows
}

// Granted holds an answer to a status and reads its JSON.
func (a Answer) Granted(t testing.TB, status int, into any) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("got %d %s, want %d", a.Status, a.Body, status)
	}
	if into != nil {
		a.Decode(t, into)
	}
}

// Form is a multipart body: texts, and files by the name of their field.
type Form struct {
	Texts map[string]string
	Files []File
}

// File is one file of a form.
type File struct {
	Field   string
	Name    string
	Content []byte
}

func (f Form) encode(t testing.TB) (io.Reader, string) {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, text := range f.Texts {
		if err := writer.WriteField(name, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range f.Files {
		part, err := writer.CreateFormFile(file.Field, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(file.Content); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return &body, writer.FormDataContentType()
}
