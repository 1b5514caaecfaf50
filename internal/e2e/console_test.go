package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

// consoleCalls are calls that only operators make.
var consoleCalls = []string{
	"GET /_/", "GET /_/index.html", "GET /api/collections", "GET /api/collections/users/records", "GET /api/collections/_superusers/records",
	"POST /api/collections/_superusers/auth-with-password", "POST /api/collections/_superusers/auth-refresh", "POST /api/collections/_superusers/request-password-reset",
	"GET /api/settings", "GET /api/logs", "GET /api/backups", "GET /api/crons", "POST /api/batch", "POST /api/sql", "POST /api/files/token",
	"POST /api/api/sql",
}

// serveWith serves a data folder with variables in the program's environment.
func serveWith(t *testing.T, dir string, variables ...string) *server {
	t.Helper()
	program := prepare(t)
	program.Env = append(program.Env, variables...)
	return serveBy(t, dir, program)
}

// at returns the same server at another address.
func (s *server) at(address string) *server {
	return &server{base: "http://" + address, process: s.process}
}

func folderWithOperator(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	return dir
}

func TestAConsoleWithItsOwnAddressIsNowhereElse(t *testing.T) {
	t.Parallel()
	own := freeAddress(t)
	s := serveWith(t, folderWithOperator(t), "DESKMATE_CONSOLE_ADDRESS="+own)
	console := s.at(own)
	operator := console.signInOperator(t)
	for _, call := range consoleCalls {
		method, path, _ := strings.Cut(call, " ")
		for _, token := range []string{"", operator} {
			if status, body := s.send(t, method, path, token, `{"query":"SELECT 1"}`); status != http.StatusNotFound {
				t.Errorf("%s at the site's address: got %d %s", call, status, body)
			}
		}
	}
	for path, want := range map[string]int{
		"/_/": 200, "/": 200, "/api/collections": 200, "/api/settings": 200, "/api/health": 200, "/services": 404, "/assets/main.js": 404,
	} {
		if status, body := console.get(t, path, operator); status != want {
			t.Errorf("%s at the console's address: got %d, want %d: %.200s", path, status, want, body)
		}
	}
	for _, path := range []string{"/nosuch", "/_/", "/api/site"} {
		answer, err := http.Get(console.base + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if id := answer.Header.Get("X-Request-Id"); len(id) != 20 {
			t.Errorf("%s at the console's address has the id %q", path, id)
		}
	}
	status, _, message := s.signUp(t, "robin@example.com", "", "")
	if status != 201 {
		t.Errorf("signing up at the site's address: got %d %s", status, message)
	}
	for _, endpoint := range []string{"request-verification", "request-password-reset"} {
		if status, body := s.send(t, "POST", "/api/collections/users/"+endpoint, "", `{"email":"robin@example.com"}`); status != 204 {
			t.Errorf("%s at the site's address: got %d %s", endpoint, status, body)
		}
	}
	// A live connection belongs to whoever subscribed first: nobody else may change it.
	for where, want := range map[*server]int{s: 204, console: 403} {
		if status := where.resubscribe(t, operator); status != want {
			t.Errorf("a guest changes what an operator's live connection at %s hears: got %d, want %d", where.base, status, want)
		}
	}
}

// resubscribe subscribes a live connection with a token, and then without any. It returns
// the status of the latter.
func (s *server) resubscribe(t *testing.T, token string) (status int) {
	t.Helper()
	answer, err := http.Get(s.base + "/api/realtime")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	id := clientID(t, bufio.NewScanner(answer.Body))
	body := fmt.Sprintf(`{"clientId":%q,"subscriptions":["users/*"]}`, id)
	if status, answer := s.send(t, "POST", "/api/realtime", token, body); status != 204 {
		t.Fatalf("subscribing: got %d %s", status, answer)
	}
	status, _ = s.send(t, "POST", "/api/realtime", "", body)
	return status
}

// clientID reads the first message of a live connection, which says which client it is.
func clientID(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	var client struct{ ClientID string }
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
			if err := json.Unmarshal([]byte(data), &client); err != nil {
				t.Fatal(err)
			}
			return client.ClientID
		}
	}
	t.Fatalf("no message: %v", lines.Err())
	return ""
}

func TestTheConsoleIsOnlyForChosenNetworks(t *testing.T) {
	t.Parallel()
	s := serveWith(t, folderWithOperator(t), "DESKMATE_CONSOLE_FROM=127.0.0.9, 10.8.0.0/24")
	for _, call := range consoleCalls {
		method, path, _ := strings.Cut(call, " ")
		if status, body := s.send(t, method, path, "", ""); status != http.StatusNotFound {
			t.Errorf("%s from elsewhere: got %d %s", call, status, body)
		}
	}
	chosen := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 9)}}).DialContext}}
	defer chosen.CloseIdleConnections()
	for header, want := range map[string]int{"": 200, "X-Forwarded-For": 404, "X-Real-IP": 404, "Forwarded": 404, "Via": 404} {
		request, err := http.NewRequest("GET", s.base+"/_/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if header != "" {
			request.Header.Set(header, "10.8.0.4") // a proxy that the settings do not name
		}
		answer, err := chosen.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("from a chosen address with %q: got %d, want %d", header, answer.StatusCode, want)
		}
	}
	if status, _ := s.get(t, "/api/health", ""); status != 200 {
		t.Errorf("the health check: got %d", status)
	}
}

func TestAnUnusableConsoleAddressIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	dir := t.TempDir()
	for variable, want := range map[string]string{
		"DESKMATE_CONSOLE_ADDRESS=" + busy.Addr().String(): "the console's own address: listen tcp",
		"DESKMATE_CONSOLE_ADDRESS=here":                    "which is no address such as 127.0.0.1:8091",
		"DESKMATE_CONSOLE_FROM=office":                     "which is no IP address or network",
	} {
		call := prepare(t, "serve", "--http="+freeAddress(t), "--dir="+dir)
		call.Env = append(call.Env, variable)
		if out, err := call.CombinedOutput(); err == nil || call.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), want) {
			t.Errorf("%s: it returned %v and printed %q", variable, err, out)
		}
	}
}

func TestTheOperatorNamesOtherSitesWhosePagesMayCall(t *testing.T) {
	t.Parallel()
	naming := prepare(t)
	naming.Args = append(naming.Args, "--origins=https://app.example.com,https://*.partner.example")
	named, plain := serveBy(t, folderWithOperator(t), naming), serve(t, folderWithOperator(t))
	for _, c := range []struct {
		s            *server
		origin, want string
	}{
		{named, "https://app.example.com", "https://app.example.com"},
		{named, "https://desk.partner.example", "https://desk.partner.example"},
		{named, named.base, named.base},
		{named, "https://evil.example", ""},
		{plain, plain.base, plain.base},
		{plain, "https://evil.example", ""},
	} {
		request, err := http.NewRequest("GET", c.s.base+"/api/site", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Origin", c.origin)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if got := answer.Header.Get("Access-Control-Allow-Origin"); got != c.want || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: got %d, and %q is admitted", c.origin, answer.StatusCode, got)
		}
	}
}
