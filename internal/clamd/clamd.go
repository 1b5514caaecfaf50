// Package clamd asks a clamd daemon whether a file contains malware. It speaks the part of
// the daemon's protocol that Deskmate needs (clamd(8)): INSTREAM, PING and VERSION.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"deskmate/internal/clock"
)

const (
	// dialLimit is how long the daemon may take to accept a connection.
	dialLimit = 2 * time.Second
	// pieceSize is how much of a file is sent at once.
	pieceSize = 64 << 10
	// answerSize is the most that is read of an answer.
	answerSize = 4 << 10
)

// limitExceeded begins the name under which the daemon reports a file that it has not read
// to its end, such as archives in archives. It reports them only with AlertExceedsMax.
const limitExceeded = "Heuristics.Limits.Exceeded"

// RefusedError is the daemon's own refusal to scan a file, or all of it, such as one beyond
// its limits.
type RefusedError struct{ Text string }

func (e *RefusedError) Error() string { return "clamd: " + e.Text }

// Daemon is where a clamd daemon listens: Network is "unix" or "tcp".
type Daemon struct{ Network, Address string }

// ParseDaemon reads an address such as unix:/run/clamav/clamd.ctl or tcp:127.0.0.1:3310.
func ParseDaemon(text string) (Daemon, error) {
	network, address, _ := strings.Cut(text, ":")
	switch {
	case network == "unix" && strings.HasPrefix(address, "/"):
		return Daemon{network, address}, nil
	case network == "tcp":
		if host, port, err := net.SplitHostPort(address); err == nil && host != "" && port != "" {
			return Daemon{network, address}, nil
		}
	}
	return Daemon{}, fmt.Errorf("%q is no address of clamd, such as unix:/run/clamav/clamd.ctl or tcp:127.0.0.1:3310", text)
}

// Scan sends a file to the daemon. It returns the name of the malware that the daemon
// found, or "" if the file is clean. It fails with a RefusedError if the daemon answered
// but did not scan all of the file, and with another error if it could not be asked.
func (d Daemon) Scan(ctx context.Context, content io.Reader) (malware string, err error) {
	answer, err := d.ask(ctx, "zINSTREAM\x00", func(connection io.Writer) error { return send(connection, content) })
	if err != nil {
		return "", err
	}
	result := strings.TrimPrefix(answer, "stream: ")
	if name, isFound := strings.CutSuffix(result, " FOUND"); isFound {
		if strings.HasPrefix(name, limitExceeded) {
			return "", &RefusedError{"the file goes beyond its limits: " + name}
		}
		return name, nil
	}
	if result == "OK" {
		return "", nil
	}
	return "", &RefusedError{strings.TrimSuffix(answer, " ERROR")}
}

// Version returns what the daemon says about itself: its version, and the number and the
// day of its database.
func (d Daemon) Version(ctx context.Context) (string, error) {
	return d.ask(ctx, "zVERSION\x00", func(io.Writer) error { return nil })
}

// readError is a failure to read what was to be scanned. The daemon is not to blame.
type readError struct{ error }

func (e readError) Unwrap() error { return e.error }

// send sends a file in pieces, each after its length. An empty one ends it.
func send(connection io.Writer, content io.Reader) error {
	piece := make([]byte, 4+pieceSize)
	for {
		n, err := io.ReadFull(content, piece[4:])
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return readError{err}
		}
		if n == 0 {
			break
		}
		binary.BigEndian.PutUint32(piece, uint32(n)) // #nosec G115 -- at most pieceSize
		if _, err := connection.Write(piece[:4+n]); err != nil {
			return err
		}
	}
	_, err := connection.Write(make([]byte, 4))
	return err
}

// ask sends a command and what belongs to it, and returns the answer. The connection ends
// with the context, so that a daemon that has stopped holds nobody up.
func (d Daemon) ask(ctx context.Context, command string, more func(io.Writer) error) (string, error) {
	dialer := net.Dialer{Timeout: dialLimit}
	connection, err := dialer.DialContext(ctx, d.Network, d.Address)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = connection.SetDeadline(clock.Deadline(-time.Second)) })
	defer stop()
	_, sendErr := io.WriteString(connection, command)
	if sendErr == nil {
		sendErr = more(connection)
	}
	if unreadable := (readError{}); errors.As(sendErr, &unreadable) {
		return "", sendErr
	}
	// A daemon that has had enough answers before everything was sent.
	answer, readErr := bufio.NewReader(io.LimitReader(connection, answerSize)).ReadString(0)
	answer = strings.TrimRight(answer, "\x00\n")
	if answer != "" {
		return answer, nil
	}
	if sendErr != nil {
		readErr = sendErr
	}
	return "", errors.Join(ctx.Err(), fmt.Errorf("clamd did not answer: %w", readErr))
}
