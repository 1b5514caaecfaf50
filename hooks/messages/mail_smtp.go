package messages

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/smtp"
	"net/textproto"
	"strconv"
	"time"

	"github.com/domodwyer/mailyak/v3"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/internal/clock"
)

// goodbyeLimit is how long the server may take to end a session after it has taken a mail.
const goodbyeLimit = time.Second

// step is a step of handing over a mail, as admins read it.
type step string

const (
	connection step = "Connection"
	greeting   step = "Greeting"
	encryption step = "Encryption"
	signIn     step = "Sign-in"
	from       step = "Sender"
	recipient  step = "Recipient"
	content    step = "Content"
)

// stepError is a failure at a step.
type stepError struct {
	step step
	err  error
}

func (e stepError) Error() string { return string(e.step) + ": " + e.err.Error() }
func (e stepError) Unwrap() error { return e.err }

// serverAnswer returns the code of the server's answer about one mail: about its recipient
// or its content. All other failures concern the site or its server, and so all mails.
func serverAnswer(err error) (code int, ok bool) {
	var (
		at    stepError
		reply *textproto.Error
	)
	if !errors.As(err, &at) || at.step != recipient && at.step != content || !errors.As(err, &reply) {
		return 0, false
	}
	return reply.Code, true
}

// isRefusal reports whether the server has refused a mail for good. Codes 530 to 539
// mean that the site has to sign in or to encrypt, which an operator can correct.
func isRefusal(err error) bool {
	code, ok := serverAnswer(err)
	return ok && code >= 500 && code < 600 && code/10 != 53
}

// transmit hands a mail to the server of the settings until ctx is done. It does what
// PocketBase's mailer does, which neither has a time limit nor tells at which step the
// server refused.
func transmit(ctx context.Context, server core.SMTPConfig, message *mailer.Message) error {
	encoded, err := encode(message)
	if err != nil {
		return permanent(err.Error())
	}
	conn, err := dial(ctx, server)
	if err != nil {
		return stepError{connection, err}
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	client, err := smtp.NewClient(conn, server.Host)
	if err != nil {
		return stepError{connection, err}
	}
	if err := greet(client, server); err != nil {
		return err
	}
	if err := client.Mail(message.From.Address); err != nil {
		return stepError{from, err}
	}
	for _, to := range message.To {
		if err := client.Rcpt(to.Address); err != nil {
			return stepError{recipient, err}
		}
	}
	if err := write(client, encoded); err != nil {
		return stepError{content, err}
	}
	_ = conn.SetDeadline(clock.Deadline(goodbyeLimit))
	_ = client.Quit() // the mail has been taken
	return nil
}

// roots are the authorities that servers' certificates are checked with; nil for those
// of the system.
var roots *x509.CertPool

func encryptionFor(server core.SMTPConfig) *tls.Config {
	return &tls.Config{ServerName: server.Host, RootCAs: roots}
}

func dial(ctx context.Context, server core.SMTPConfig) (net.Conn, error) {
	address := net.JoinHostPort(server.Host, strconv.Itoa(server.Port))
	if server.TLS {
		dialer := tls.Dialer{Config: encryptionFor(server)}
		return dialer.DialContext(ctx, "tcp", address)
	}
	var dialer net.Dialer
	return dialer.DialContext(ctx, "tcp", address)
}

// greet introduces the site to the server: encrypted if the server can, and signed in
// if the settings say how.
func greet(client *smtp.Client, server core.SMTPConfig) error {
	if err := client.Hello(cmp.Or(server.LocalName, "localhost")); err != nil {
		return stepError{greeting, err}
	}
	if ok, _ := client.Extension("STARTTLS"); ok && !server.TLS {
		if err := client.StartTLS(encryptionFor(server)); err != nil {
			return stepError{encryption, err}
		}
	}
	if server.Username == "" && server.Password == "" {
		return nil
	}
	auth := smtp.PlainAuth("", server.Username, server.Password, server.Host)
	if server.AuthMethod == mailer.SMTPAuthLogin {
		auth = loginAuth{server.Username, server.Password}
	}
	if err := client.Auth(auth); err != nil {
		return stepError{signIn, err}
	}
	return nil
}

func write(client *smtp.Client, encoded []byte) error {
	body, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := body.Write(encoded); err != nil {
		return err
	}
	return body.Close()
}

// encode returns a mail in the format of the protocol.
func encode(message *mailer.Message) ([]byte, error) {
	mail := mailyak.New("", nil)
	mail.From(message.From.Address)
	if message.From.Name != "" {
		mail.FromName(message.From.Name)
	}
	for _, to := range message.To {
		mail.To(to.Address)
	}
	mail.Subject(message.Subject)
	mail.HTML().Set(message.HTML)
	mail.Plain().Set(message.Text)
	for name, value := range message.Headers {
		mail.AddHeader(name, value)
	}
	encoded, err := mail.MimeBuf()
	if err != nil {
		return nil, err
	}
	return encoded.Bytes(), nil
}

// loginAuth is the sign-in method LOGIN, which some servers offer instead of PLAIN.
type loginAuth struct{ username, password string }

// Start begins to sign in, unless others could read the password.
func (a loginAuth) Start(server *smtp.ServerInfo) (string, []byte, error) {
	if ip := net.ParseIP(server.Name); !server.TLS && server.Name != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", nil, errors.New("the connection is not encrypted")
	}
	return "LOGIN", nil, nil
}

// Next answers what the server asks for: first the user, then the password.
func (a loginAuth) Next(question []byte, more bool) ([]byte, error) {
	switch {
	case !more:
		return nil, nil
	case bytes.EqualFold(question, []byte("Username:")):
		return []byte(a.username), nil
	case bytes.EqualFold(question, []byte("Password:")):
		return []byte(a.password), nil
	default:
		return nil, errors.New("the server asks for something unknown")
	}
}
