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

// Answer is the response to a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Call sends a request. It sends a Form as multipart, a string or []byte unchanged
// with the JSON content type, nil as no body, and encodes anything else as JSON.
// With an empty token, the request has no Authorization header.
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

// Send serves a request that the test built itself.
func (a *App) Send(request *http.Request) Answer {
	recorder := httptest.NewRecorder()
	a.handler.ServeHTTP(recorder, request)
	if request.MultipartForm != nil {
		_ = request.MultipartForm.RemoveAll() // as the server does after every request
	}
	return Answer{Status: recorder.Code, Header: recorder.Header(), Body: recorder.Body.Bytes()}
}

// Decode decodes the JSON body.
func (a Answer) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("decode the answer %d %s: %v", a.Status, a.Body, err)
	}
}

// Failure is the JSON body of every error response.
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

// Refused checks that the request failed with the status and that every field for
// the message has exactly this sentence. It returns the body for further checks.
func (a Answer) Refused(t testing.TB, status int, sentence string) Failure {
	t.Helper()
	if a.Status != status {
		t.Fatalf("got %d %s, want %d", a.Status, a.Body, status)
	}
	var failure Failure
	a.Decode(t, &failure)
	if failure.Status != status || len(failure.Errors) == 0 || failure.Data == nil {
		t.Errorf("the body is not a complete error response: %s", a.Body)
	}
	for field, got := range map[string]string{"message": failure.Message, "msg": failure.Msg, "error": failure.Error, "errors": failure.Errors[0]} {
		if got != sentence {
			t.Errorf("%s is %q, want %q", field, got, sentence)
		}
	}
	return failure
}

// Rows parses the CSV body of an export, which must begin with a byte order mark.
func (a Answer) Rows(t testing.TB) [][]string {
	t.Helper()
	body, hasBOM := bytes.CutPrefix(a.Body, []byte("\uFEFF"))
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if a.Status != http.StatusOK || !hasBOM || err != nil || len(rows) == 0 {
		t.Fatalf("not a CSV export: status %d, byte order mark %t, %d rows, %v", a.Status, hasBOM, len(rows), err)
	}
	return rows
}

// Granted checks the status and, unless into is nil, decodes the JSON body.
func (a Answer) Granted(t testing.TB, status int, into any) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("got %d %s, want %d", a.Status, a.Body, status)
	}
	if into != nil {
		a.Decode(t, into)
	}
}

// Form is a multipart body of text fields and files.
type Form struct {
	Texts map[string]string
	Files []File
}

// File is a file in a form.
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
