package api_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestAllRefusalsHaveTheSameShape(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	large := `{"email":"` + strings.Repeat("x", 1<<20) + `","password":"x"}`
	for _, c := range []struct {
		method, path, token, kind, body string
		status                          int
		sentence                        string
	}{
		{"GET", "/api/auth/me", "", "", "", 401, "Please log in to continue"},
		{"GET", "/api/assignments/all", robin.Token, "", "", 403, "You do not have permission to do this"},
		{"GET", "/api/nosuch", "", "", "", 404, "There is nothing at this address"},
		{"PUT", "/api/auth/me", "", "", "", 404, "There is nothing at this address"},
		{"GET", "/api/auth/login", "", "", "", 404, "There is nothing at this address"},
		{"POST", "/api/auth/login", "", "application/json", large, 413, "The request is too large"},
		{"POST", "/api/auth/login", "", "application/json", "", 400, "Email and password are required"},
		{"POST", "/api/auth/login", "", "", "", 400, "Email and password are required"},
		{"POST", "/api/auth/login", "", "application/json", " \n", 400, "Email and password are required"},
		{"POST", "/api/auth/login", "", "application/json", "null", 400, "Email and password are required"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"a`, 400, "The request body is not valid JSON"},
		{"POST", "/api/auth/login", "", "application/json", `{} {}`, 400, "The request body is not valid JSON"},
		{"POST", "/api/auth/login", "", "application/json", "{\"email\":\"a\xff@example.com\"}", 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", "{\"a\xc3\":1}", 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"\ud800x"}`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"x\uDC00"}`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"\ud83d\u0041"}`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"\ud83d\\udc4d"}`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"\udfff":1}`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"\ud83d`, 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":"\ud83d\uDC4D \\ud800"}`, 400, "Email and password are required"},
		{"POST", "/api/assignments/public", "", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\xff\r\n--x--\r\n", 400, "The request body is not valid UTF-8"},
		{"POST", "/api/auth/login", "", "application/json", `[]`, 400, "The request body must be an object"},
		{"POST", "/api/auth/login", "", "application/json", `"text"`, 400, "The request body must be an object"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":5}`, 400, "email must be text"},
		{"POST", "/api/auth/login", "", "application/json", `{"email":["a"]}`, 400, "email must be text"},
		{"POST", "/api/auth/login", "", "application/json", `{"password":{}}`, 400, "password must be text"},
		{"POST", "/api/auth/login", "", "text/plain", `{}`, 400, "The request body must be JSON"},
		{"POST", "/api/auth/login", "", "application/x-www-form-urlencoded", `email=a`, 400, "The request body must be JSON"},
		{"POST", "/api/auth/login", "", "multipart/form-data; boundary=x", "--x--", 400, "The request body must be JSON"},
		{"POST", "/api/auth/login", "", "nonsense;;;", `{}`, 400, "The request body must be JSON"},
		{"POST", "/api/assignments/public", "", "application/json", large, 413, "The request is too large"},
		{"POST", "/api/assignments/public", "", "multipart/form-data", "x", 400, "The form could not be read"},
		{"POST", "/api/assignments/public", "", "multipart/form-data; boundary=x", "x", 400, "The form could not be read"},
		{"POST", "/api/assignments/public", "", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\ncut o", 400, "The form could not be read"},
		{"POST", "/api/assignments/public", "", "multipart/form-data; boundary=x", "--x--\r\n", 400, "Title is required"},
		{"POST", "/api/assignments/public?title=T&description=D&subject=S&dueDate=2031-01-01", "", "application/json", "{}", 400, "Title is required"},
		{"POST", "/api/assignments/public", "", "application/json", `{"title":["a"]}`, 400, "title must be text"},
	} {
		t.Run(c.path+" "+c.kind+" "+c.body[:min(len(c.body), 30)], func(t *testing.T) {
			request := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			if c.kind != "" {
				request.Header.Set("Content-Type", c.kind)
			}
			if c.token != "" {
				request.Header.Set("Authorization", "Bearer "+c.token)
			}
			answer := app.Send(request)
			answer.Refused(t, c.status, c.sentence)
			if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
				t.Errorf("Content-Type is %q", kind)
			}
			if policy := answer.Header.Get("Cache-Control"); policy != "private, no-store" {
				t.Errorf("Cache-Control is %q", policy)
			}
			var fields map[string]json.RawMessage
			answer.Decode(t, &fields)
			var names []string
			for name := range fields {
				names = append(names, name)
			}
			slices.Sort(names)
			if !slices.Equal(names, []string{"data", "error", "errors", "message", "msg", "status"}) {
				t.Errorf("the body has the fields %q", names)
			}
		})
	}
}

// A body of undeclared length is cut off while it is read.
func TestTheSizeLimitHoldsForBodiesOfUndeclaredLength(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	send := func(path, kind string, body []byte) testkit.Answer {
		request := httptest.NewRequest("POST", path, bytes.NewReader(body))
		request.ContentLength = -1
		request.Header.Set("Content-Type", kind)
		return app.Send(request)
	}
	send("/api/auth/login", "application/json", []byte(`{"email":"`+strings.Repeat("x", 2<<20)+`"}`)).Refused(t, 413, "The request is too large")
	form := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n" + strings.Repeat("x", 28<<20) + "\r\n--x--\r\n"
	send("/api/assignments/public", "multipart/form-data; boundary=x", []byte(form)).Refused(t, 413, "Files may be at most 25 MB")
	texts := "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n" + strings.Repeat("x", 12<<20) + "\r\n--x--\r\n"
	if answer := send("/api/assignments/public", "multipart/form-data; boundary=x", []byte(texts)); answer.Status != 400 && answer.Status != 413 {
		t.Errorf("a title of 12 MB: got %d %s", answer.Status, answer.Body)
	}
}
