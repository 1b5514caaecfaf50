package testkit

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/pocketbase/pocketbase/core"
)

// Mailbox is a mail server on loopback. It takes every mail unless Answer says
// otherwise.
type Mailbox struct {
	// Answer decides what the server does with a mail that has arrived. Set it before the
	// first mail arrives.
	Answer func(Mail) Response

	mu      sync.Mutex
	mails   []Mail
	news    chan struct{} // holds one element if something arrived since the last look
	release chan struct{}
	server  *smtp.Server
}

// stopLimit is how long a mail server may take to stop when its test ends.
const stopLimit = 10 * time.Second

// Response is what a mail server does with a mail.
type Response int

// The responses. A code of SMTP refuses the mail with that code.
const (
	Take     Response = 0
	Stall    Response = -1 // never answers
	Drop     Response = -2 // closes the connection without taking the mail
	TakeDrop Response = -3 // takes the mail, and closes the connection before it says so
)

// Mail is a mail that a server has taken.
type Mail struct {
	To     string
	Header mail.Header
	Text   string
	HTML   string
}

// Subject returns the decoded subject.
func (m Mail) Subject() string {
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err.Error()
	}
	return subject
}

// UseMailbox makes the app send its mails to a server on loopback until the test ends.
func (a *App) UseMailbox(t testing.TB) *Mailbox {
	t.Helper()
	box := NewMailbox(t)
	host, port := box.Address()
	a.UseMailServer(t, core.SMTPConfig{Host: host, Port: port})
	return box
}

// UseMailServer makes the app send its mails to a server.
func (a *App) UseMailServer(t testing.TB, server core.SMTPConfig) {
	t.Helper()
	settings := a.Settings()
	settings.SMTP = server
	settings.SMTP.Enabled = true
	settings.Meta.AppURL = "https://deskmate.example"
	settings.Meta.SenderName, settings.Meta.SenderAddress = "Deskmate", "desk@deskmate.example"
	if err := a.TestApp.Save(settings); err != nil {
		t.Fatal(err)
	}
}

// NewMailbox starts a mail server on loopback.
func NewMailbox(t testing.TB) *Mailbox {
	t.Helper()
	box := &Mailbox{news: make(chan struct{}, 1), release: make(chan struct{})}
	box.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &mailSession{box: box, conn: c}, nil
	}))
	box.server.Domain = "localhost"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	box.server.Addr = listener.Addr().String()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = box.server.Serve(listener)
	}()
	t.Cleanup(func() {
		close(box.release)
		_ = box.server.Close()
		_ = listener.Close() // the server does not know it yet if Serve has not begun
		select {
		case <-done:
		case <-time.After(stopLimit):
			t.Error("the mail server did not stop")
		}
	})
	return box
}

// Address returns the host and the port of the server.
func (b *Mailbox) Address() (host string, port int) {
	address, err := net.ResolveTCPAddr("tcp", b.server.Addr)
	if err != nil {
		return "", 0
	}
	return address.IP.String(), address.Port
}

// Mails returns the mails that the server has taken, in the order of arrival.
func (b *Mailbox) Mails() []Mail {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.mails)
}

// Await waits for a mail to an address whose subject begins with a text, removes it and
// returns it.
func (b *Mailbox) Await(t testing.TB, to, subject string) Mail {
	t.Helper()
	for limit := time.After(90 * time.Second); ; {
		b.mu.Lock()
		i := slices.IndexFunc(b.mails, func(m Mail) bool { return m.To == to && strings.HasPrefix(m.Subject(), subject) })
		if i >= 0 {
			found := b.mails[i]
			b.mails = slices.Delete(b.mails, i, i+1)
			b.mu.Unlock()
			return found
		}
		b.mu.Unlock()
		select {
		case <-b.news:
		case <-limit:
			t.Fatalf("no mail %q to %s arrived, but %q", subject, to, b.Subjects())
		}
	}
}

// Token returns the token in the fragment of the mail's link to a page of ours.
func (m Mail) Token(t testing.TB, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(m.Text, page+"#token=")
	if !found {
		t.Fatalf("the mail %q has no link to %s:\n%s", m.Subject(), page, m.Text)
	}
	token, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(token)
}

// Subjects returns the receivers and subjects of the mails, sorted.
func (b *Mailbox) Subjects() (subjects []string) {
	for _, mail := range b.Mails() {
		subjects = append(subjects, mail.To+" "+mail.Subject())
	}
	slices.Sort(subjects)
	return subjects
}

// Empty forgets the mails.
func (b *Mailbox) Empty() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails = nil
}

type mailSession struct {
	box  *Mailbox
	conn *smtp.Conn
	to   string
}

func (s *mailSession) Reset()                                    { s.to = "" }
func (s *mailSession) Logout() error                             { return nil }
func (s *mailSession) Mail(string, *smtp.MailOptions) error      { return nil }
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }

// Data takes a mail, or does what the mailbox is told to do with it.
func (s *mailSession) Data(r io.Reader) error {
	taken, err := parseMail(s.to, r)
	if err != nil {
		return err
	}
	response := Take
	if s.box.Answer != nil {
		response = s.box.Answer(taken)
	}
	if response == Take || response == TakeDrop {
		s.box.mu.Lock()
		s.box.mails = append(s.box.mails, taken)
		s.box.mu.Unlock()
		select {
		case s.box.news <- struct{}{}:
		default:
		}
	}
	switch response {
	case Take:
		return nil
	case Stall:
		<-s.box.release
		return errors.New("the test is over")
	case Drop, TakeDrop:
		return s.conn.Conn().Close()
	default:
		return &smtp.SMTPError{Code: int(response), Message: "refused by the test"}
	}
}

func parseMail(to string, r io.Reader) (Mail, error) {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return Mail{}, err
	}
	parsed := Mail{To: to, Header: message.Header}
	return parsed, parsed.read(message.Header.Get("Content-Type"), message.Body)
}

// read finds the text and the HTML in a body, which may have parts.
func (m *Mail) read(kind string, body io.Reader) error {
	kind, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		content, err := io.ReadAll(body)
		if kind == "text/html" {
			m.HTML = string(content)
		} else {
			m.Text = string(content)
		}
		return err
	}
	for parts := multipart.NewReader(body, params["boundary"]); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var content io.Reader = part
		if part.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			content = quotedprintable.NewReader(part)
		}
		if err := m.read(part.Header.Get("Content-Type"), content); err != nil {
			return err
		}
	}
}
