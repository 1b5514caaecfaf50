package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"deskmate/internal/testkit"
)

// nativeAndOpen are the framework's own endpoints that read a body from everyone.
var nativeAndOpen = []string{
	"/api/realtime", "/api/oauth2-redirect", "/api/collections/users/request-verification", "/api/collections/users/request-password-reset",
	"/api/collections/users/confirm-password-reset", "/api/collections/_superusers/auth-with-password", "/api/collections/_superusers/auth-with-oauth2",
	"/api/collections/_superusers/auth-with-otp", "/api/collections/_superusers/request-otp", "/api/collections/_superusers/request-password-reset",
	"/api/collections/_superusers/confirm-password-reset", "/api/collections/_superusers/auth-refresh",
}

// endless is a body that counts what was read of it.
type endless struct{ read int }

func (b *endless) Read(into []byte) (int, error) {
	b.read += len(into)
	return copy(into, strings.Repeat(" ", len(into))), nil
}

func TestOpenEndpointsOfTheFrameworkReadSixteenKilobytes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, path := range nativeAndOpen {
		for _, kind := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"} {
			body := &endless{}
			request := httptest.NewRequest("POST", path, io.NopCloser(body))
			request.Header.Set("Content-Type", kind)
			answer := app.Send(request)
			if answer.Status < 400 && path != "/api/oauth2-redirect" || answer.Status >= 500 || body.read > 64<<10 {
				t.Errorf("%s with %s: got %d after %d bytes", path, kind, answer.Status, body.read)
			}
		}
		request := httptest.NewRequest("POST", path, strings.NewReader(strings.Repeat(" ", 16<<10+1)))
		app.Send(request).Refused(t, http.StatusRequestEntityTooLarge, "The request is too large")
	}
	large := `{"clientId":"x","subscriptions":["` + strings.Repeat("x", 2000) + strings.Repeat(`","`+strings.Repeat("x", 2000), 10) + `"]}`
	if answer := app.Call(t, "POST", "/api/realtime", app.Superuser(t), large); answer.Status != http.StatusNotFound {
		t.Errorf("an operator got %d", answer.Status)
	}
}

// timed is an answer whose connection notes when reading has to end.
type timed struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (a *timed) SetReadDeadline(at time.Time) error {
	a.deadlines = append(a.deadlines, at)
	return nil
}

func TestABodyWithoutFilesHasAMinute(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	send := func(method, path, kind, body string) (limited []bool) {
		answer := &timed{ResponseRecorder: httptest.NewRecorder()}
		request := httptest.NewRequest(method, path, iotest.DataErrReader(strings.NewReader(body))) // as the server's bodies end
		request.ContentLength = int64(len(body))
		request.Header.Set("Content-Type", kind)
		app.Handler().ServeHTTP(answer, request)
		for _, at := range answer.deadlines {
			limited = append(limited, !at.IsZero())
		}
		return limited
	}
	const body = `{"email":"nobody@example.com","password":"secret1"}`
	for _, c := range []struct {
		method, path, kind, body string
		want                     []bool
	}{
		{"POST", "/api/collections/users/request-password-reset", "application/json", body, []bool{true, false}},
		{"POST", "/api/auth/login", "application/json", body, []bool{true, false}},
		{"POST", "/api/assignments/public", "application/json", body, []bool{true, false}},
		{"POST", "/api/assignments/public", "multipart/form-data; boundary=b", "--b--", nil},
		{"GET", "/api/site", "", "", nil},
	} {
		if got := send(c.method, c.path, c.kind, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: limited %v, want %v", c.path, c.kind, got, c.want)
		}
	}
}
