package api_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// send sends any body, and fails the test if the answer is a 5xx or not JSON.
func send(t *testing.T, app *testkit.App, method, target, token, kind string, body []byte) {
	t.Helper()
	request := httptest.NewRequest(method, target, bytes.NewReader(body))
	request.Header.Set("Content-Type", kind)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer := app.Send(request)
	if answer.Status >= 500 || !json.Valid(answer.Body) {
		t.Errorf("%s %s with %q: got %d %s", method, target, body, answer.Status, answer.Body)
	}
}

var jsonSeeds = []string{
	``, `{}`, `null`, `[]`, `"x"`, `5`, `{"`, `{"title":null}`, "\x00", "\xff\xfe", `{"a":{"a":{"a":[]}}}`,
	`{"email":"a@example.com","password":"quill-1","name":"A","role":"admin","adminKey":"x"}`,
	`{"title":"T","description":"D","dueDate":"2031-01-01","subject":"S","priority":"High"}`,
	`{"title":"\u0000","description":"\ud800","dueDate":"9999-12-31T23:59:59-23:59","subject":"\uffff"}`,
	`{"status":"graded","grade":"A","feedback":"f","tutor":null,"type":"t","price":1e308}`,
	`{"price":-0,"tutor":"","status":"GRADED"}`, `{"price":1e-320,"tutor":{}}`, `{"rating":1e300,"comment":"\u0000"}`,
	`{"ids":["a","a"],"status":"graded"}`, `{"firstName":"A","lastName":"B","email":"a@example.com","experience":"Expert","specialization":"x"}`,
	`{"currentPassword":"x","newPassword":"quill-1"}`,
}

func FuzzLoginBody(f *testing.F) {
	app := testkit.New(f)
	for _, seed := range jsonSeeds {
		f.Add("application/json", []byte(seed))
	}
	f.Add("multipart/form-data; boundary=x", []byte("--x--"))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		send(t, app, "POST", "/api/auth/login", "", kind, body)
		send(t, app, "POST", "/api/auth/signup", "", kind, body)
	})
}

func FuzzCreateBody(f *testing.F) {
	app := testkit.New(f)
	for _, seed := range jsonSeeds {
		f.Add("application/json", []byte(seed))
	}
	form := "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\nD\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"subject\"\r\n\r\nS\xff\x00\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"dueDate\"\r\n\r\n2031-01-01\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\x01/../é.txt\"\r\nContent-Type: text/html\r\n\r\nTides\r\n--x--\r\n"
	for _, seed := range []string{form, form[:len(form)-20], "--x--\r\n", "--x\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--", ""} {
		f.Add("multipart/form-data; boundary=x", []byte(seed))
	}
	f.Add("multipart/form-data; boundary=", []byte(form))
	f.Add("application/json", []byte(`{"email":"a@example.com","phone":"1","subject":"S","description":"D","deadline":"2031-01-01","deadlineTime":"25:61","timeZone":"../etc","pages":"1e9","terms":true}`))
	f.Add("application/json", []byte(`{"email":"a@example.com","phone":"1","subject":"S","description":"D","deadline":"2031-01-01","deadlineTime":"10:00","timeZone":"Australia/Sydney","pages":-1,"terms":"true"}`))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		send(t, app, "POST", "/api/assignments/public", "", kind, body)
		send(t, app, "POST", "/api/quotes", "", kind, body)
	})
}

func FuzzPatchBody(f *testing.F) {
	app := testkit.New(f)
	admin, robin := app.Person(f, domain.RoleAdmin, "Ada Quill"), app.Person(f, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(f, robin.Token, nil)
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		send(t, app, "PATCH", "/api/assignments/"+id, admin.Token, "application/json", body)
		send(t, app, "PATCH", "/api/assignments", admin.Token, "application/json", body)
		send(t, app, "POST", "/api/assignments/"+id+"/rating", robin.Token, "application/json", body)
		send(t, app, "PATCH", "/api/quotes/nosuch000000000", admin.Token, "application/json", body)
		send(t, app, "PATCH", "/api/users/"+robin.Id, admin.Token, "application/json", body)
		send(t, app, "PUT", "/api/users/profile", robin.Token, "application/json", body)
		send(t, app, "PUT", "/api/users/change-password", robin.Token, "application/json", body)
	})
}

func FuzzListQuery(f *testing.F) {
	app := testkit.New(f)
	admin := app.Person(f, domain.RoleAdmin, "Ada Quill")
	app.HandIn(f, admin.Token, nil)
	for _, seed := range []string{
		"", "page=1&perPage=500", "page=2147483647&perPage=500", "perPage=-1", "sort=-title", "sort=priority", "sort=%00", "status=graded&priority=low",
		"subject=%00%ff", "search=%25_%5C%27%22", "search=%ff", "search={:me}", "role=admin", "kind=x&actor=y&user=z&assignment=w", "fields=*&expand=student", "a=%zz;b",
		"search=" + strings.Repeat("a", 60_000),
		"fields=_id,student.name:excerpt(1,true)", "fields=:excerpt(", "sort=createdAt&sort=x&page=1&page=x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{
			"/api/assignments", "/api/assignments/all", "/api/users", "/api/activities", "/api/tutors", "/api/quotes", "/api/services", "/api/experts",
			"/api/assignments/export.csv", "/api/users/export.csv", "/api/quotes/export.csv",
		} {
			target := url.URL{Path: path, RawQuery: query}
			request := httptest.NewRequest("GET", path, nil)
			request.URL = &target
			request.Header.Set("Authorization", "Bearer "+admin.Token)
			answer := app.Send(request)
			if csv := strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv"); answer.Status >= 500 || !csv && !json.Valid(answer.Body) {
				t.Errorf("%s?%s: got %d %s", path, query, answer.Status, answer.Body)
			}
		}
	})
}
