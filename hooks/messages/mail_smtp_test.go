package messages_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// certified is a certificate for 127.0.0.1, and its authority.
var certified = sync.OnceValues(func() (tls.Certificate, *x509.CertPool) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return server.TLS.Certificates[0], pool
})

func authority() *x509.CertPool {
	_, pool := certified()
	return pool
}

// scripted is a mail server that answers each command as a test says.
type scripted struct {
	answers map[string]string // by the first word of the command; "" is the greeting, "." the end of a mail
	tls     bool              // encrypts from the beginning

	mu       sync.Mutex
	commands []string
}

// serve answers one connection at a time until the test ends.
func (s *scripted) serve(t *testing.T) core.SMTPConfig {
	t.Helper()
	certificate, _ := certified()
	encryption := &tls.Config{Certificates: []tls.Certificate{certificate}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			if s.tls {
				conn = tls.Server(conn, encryption)
			}
			s.talk(conn, encryption)
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-done
	})
	return core.SMTPConfig{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, TLS: s.tls}
}

func (s *scripted) talk(conn net.Conn, encryption *tls.Config) {
	answer := func(word, otherwise string) {
		if own, ok := s.answers[word]; ok {
			otherwise = own
		}
		_, _ = conn.Write([]byte(otherwise + "\r\n"))
	}
	answer("", "220 ready")
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		s.mu.Lock()
		s.commands = append(s.commands, line)
		s.mu.Unlock()
		word, _, _ := strings.Cut(line, " ")
		switch word {
		case "STARTTLS":
			answer(word, "220 go on")
			conn = tls.Server(conn, encryption)
			lines = bufio.NewReader(conn)
		case "DATA":
			answer(word, "354 go on")
			for line != "." && err == nil {
				line, err = lines.ReadString('\n')
				line = strings.TrimSpace(line)
			}
			answer(".", "250 taken")
		case "QUIT":
			answer(word, "221 bye")
			return
		default:
			answer(word, "250 fine")
		}
	}
}

func TestOnlyARefusedRecipientOrContentMakesAMailFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, command, answer, status string
	}{
		{"greeting", "", "554 no service here", "queued"},
		{"introduction", "EHLO", "550 not you", "queued"},
		{"sign-in", "AUTH", "535 wrong password", "queued"},
		{"sender", "MAIL", "550 not from you", "queued"},
		{"recipient", "RCPT", "550 no such user", "failed"},
		{"recipient for now", "RCPT", "450 come back", "queued"},
		{"recipient without sign-in", "RCPT", "530 sign in first", "queued"},
		{"content", ".", "554 looks like spam", "failed"},
		{"content for now", ".", "451 come back", "queued"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			queued := queue(t, app, "visitor@example.com")
			clock.Set(app, clock.Now(app))
			server := &scripted{answers: map[string]string{"EHLO": "250-fine\r\n250 AUTH PLAIN", "AUTH": "235 fine", c.command: c.answer}}
			if c.name == "introduction" {
				server.answers["HELO"] = c.answer
			}
			settings := server.serve(t)
			settings.Username, settings.Password = "desk", "secret"
			app.UseMailServer(t, settings)
			app.RunJob(t, sendJob)
			got := reload(t, app, queued)
			if got.GetString(store.Status) != c.status || got.GetInt(store.Attempts) != 1 || !strings.Contains(got.GetString(store.Error), c.answer[4:]) {
				t.Errorf("the mail is %s after %d attempts: %s", got.GetString(store.Status), got.GetInt(store.Attempts), got.GetString(store.Error))
			}
			retries := got.GetDateTime(store.NextAt).Time().Sub(clock.Now(app)).Round(time.Second)
			if (retries == time.Minute) != (c.status == "queued") {
				t.Errorf("the next attempt is after %v", retries)
			}
		})
	}
}

func TestSendingStopsWhenTheServerRefusesTheSite(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	copies(t, app, 9)
	server := &scripted{answers: map[string]string{"MAIL": "550 not from you"}}
	app.UseMailServer(t, server.serve(t))
	app.RunJob(t, sendJob)
	asked := 0
	for _, mail := range outbox(t, app) {
		asked += mail.GetInt(store.Attempts)
	}
	if asked != 3 {
		t.Errorf("%d mails were tried, want 3", asked)
	}
}

func TestMailsAreEncryptedAndSignedInAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, method string
		server       *scripted
		want         []string
	}{
		{"STARTTLS", mailer.SMTPAuthPlain, &scripted{answers: map[string]string{"EHLO": "250-fine\r\n250-STARTTLS\r\n250 AUTH PLAIN", "AUTH": "235 fine"}},
			[]string{"STARTTLS", "AUTH PLAIN AGRlc2sAc2VjcmV0"}},
		{"TLS", mailer.SMTPAuthPlain, &scripted{answers: map[string]string{"EHLO": "250-fine\r\n250 AUTH PLAIN", "AUTH": "235 fine"}, tls: true},
			[]string{"AUTH PLAIN AGRlc2sAc2VjcmV0"}},
		{"LOGIN", mailer.SMTPAuthLogin, &scripted{answers: map[string]string{
			"EHLO": "250-fine\r\n250 AUTH LOGIN", "AUTH": "334 VXNlcm5hbWU6", "ZGVzaw==": "334 UGFzc3dvcmQ6", "c2VjcmV0": "235 fine",
		}}, []string{"AUTH LOGIN", "ZGVzaw==", "c2VjcmV0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			queued := queue(t, app, "visitor@example.com")
			settings := c.server.serve(t)
			settings.Username, settings.Password, settings.AuthMethod = "desk", "secret", c.method
			app.UseMailServer(t, settings)
			app.RunJob(t, sendJob)
			if got := reload(t, app, queued); got.GetString(store.Status) != "sent" {
				t.Fatalf("the mail is %s: %s", got.GetString(store.Status), got.GetString(store.Error))
			}
			c.server.mu.Lock()
			defer c.server.mu.Unlock()
			for _, want := range c.want {
				if !slices.Contains(c.server.commands, want) {
					t.Errorf("%q is not among %q", want, c.server.commands)
				}
			}
		})
	}
}
