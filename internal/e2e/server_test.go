package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"deskmate/internal/testkit"
)

// server is a running process that serves a data folder.
type server struct {
	base    string
	process *exec.Cmd
}

func serve(t *testing.T, dir string) *server {
	t.Helper()
	return serveBy(t, dir, prepare(t))
}

// serveBy serves a data folder by a command that runs the program.
func serveBy(t *testing.T, dir string, program *exec.Cmd) *server {
	t.Helper()
	s, output := startBy(t, dir, program)
	answers := testkit.Holds(func() bool {
		answer, err := http.Get(s.base + "/api/auth/me")
		if err == nil {
			_ = answer.Body.Close()
		}
		return err == nil
	})
	if !answers {
		s.kill()
		t.Fatalf("no answer: %s", output.String())
	}
	return s
}

// start starts a server with additional variables of the environment, and does not wait
// until it answers.
func start(t *testing.T, dir string, env ...string) (s *server, output *bytes.Buffer) {
	t.Helper()
	program := prepare(t)
	program.Env = append(program.Env, env...)
	return startBy(t, dir, program)
}

func startBy(t *testing.T, dir string, program *exec.Cmd) (s *server, output *bytes.Buffer) {
	t.Helper()
	address := freeAddress(t)
	program.Args = append(program.Args, "serve", "--http="+address, "--dir="+dir)
	s, output = &server{base: "http://" + address, process: program}, &bytes.Buffer{}
	s.process.Stdout, s.process.Stderr = output, output
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	return s, output
}

// kill ends the process with no chance to clean up. Calling it again has no effect.
func (s *server) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// ports are those that freeAddress has given to somebody.
var ports sync.Map

// freeAddress returns an address for a program to listen at. Its port is below those that
// systems give to whoever asks for any, so that nobody else takes it meanwhile.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := 10_000 + rand.IntN(20_000)
		if _, isTaken := ports.LoadOrStore(port, true); isTaken {
			continue
		}
		if listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			_ = listener.Close()
			return listener.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}

// post sends a body, decodes the JSON response and returns the status.
func (s *server) post(t *testing.T, path, token, kind string, body io.Reader, into any) int {
	t.Helper()
	request, err := http.NewRequest("POST", s.base+path, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

func (s *server) get(t *testing.T, path, token string) (int, []byte) {
	t.Helper()
	return s.send(t, "GET", path, token, "")
}

// send sends a JSON body, or none if it is empty.
func (s *server) send(t *testing.T, method, path, token, body string) (int, []byte) {
	t.Helper()
	request, err := http.NewRequest(method, s.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, content
}

// waitFor waits until a path answers 200, across a restart of the server.
func (s *server) waitFor(t *testing.T, path, token string) {
	t.Helper()
	s.waitForStatus(t, path, token, http.StatusOK)
}

func (s *server) waitForStatus(t *testing.T, path, token string, status int) {
	t.Helper()
	request, err := http.NewRequest("GET", s.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	testkit.Eventually(t, fmt.Sprintf("%s answers %d", path, status), func() bool {
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == status
	})
}

// signInOperator signs an operator in to the console.
func (s *server) signInOperator(t *testing.T) (token string) {
	t.Helper()
	var got struct{ Token string }
	status := s.post(t, "/api/collections/_superusers/auth-with-password", "", "application/json",
		strings.NewReader(`{"identity":"operator@example.com","password":"secret secret"}`), &got)
	if status != http.StatusOK {
		t.Fatalf("signing in to the console: got %d", status)
	}
	return got.Token
}

// signUp creates an account and returns the status, the token and the message. An
// empty role means student.
func (s *server) signUp(t *testing.T, email, role, key string) (status int, token, message string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"name": "Robin Vale", "email": email, "password": "quill-1", "role": role, "adminKey": key})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Token, Message string }
	status = s.post(t, "/api/auth/signup", "", "application/json", bytes.NewReader(body), &got)
	return status, got.Token, got.Message
}

// logIn returns a new token of an account that signUp has made.
func (s *server) logIn(t *testing.T, email string) (token string) {
	t.Helper()
	var session struct{ Token string }
	body := strings.NewReader(`{"email":"` + email + `","password":"quill-1"}`)
	if status := s.post(t, "/api/auth/login", "", "application/json", body, &session); status != http.StatusOK {
		t.Fatalf("%s logs in: got %d", email, status)
	}
	return session.Token
}

// firstFile logs an account in and reads the file of its first assignment.
func (s *server) firstFile(t *testing.T, email string) (status int, content []byte) {
	t.Helper()
	var own []struct{ FileURL string }
	if _, answer := s.get(t, "/api/assignments", s.logIn(t, email)); json.Unmarshal(answer, &own) != nil || len(own) == 0 {
		t.Fatalf("there are no assignments: %s", answer)
	}
	return s.get(t, own[0].FileURL, "")
}

// form returns the content type and body of an assignment with a file.
func form(t *testing.T, file []byte) (kind string, body io.Reader) {
	t.Helper()
	var content bytes.Buffer
	writer := multipart.NewWriter(&content)
	for name, text := range testkit.NewAssignment() {
		if err := writer.WriteField(name, text); err != nil {
			t.Fatal(err)
		}
	}
	part, err := writer.CreateFormFile("file", "essay.pdf")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return writer.FormDataContentType(), &content
}
