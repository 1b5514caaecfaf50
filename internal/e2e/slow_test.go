package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// slowClients is how many connections of each kind are held open.
const slowClients = 250

// TestAThousandSlowConnectionsDelayNobodyElse holds connections open that never finish: some
// send a head or a body byte by byte, others do not read what they asked for.
func TestAThousandSlowConnectionsDelayNobodyElse(t *testing.T) {
	t.Parallel()
	s, admin := openDesk(t, t.TempDir())
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	kind, body := form(t, testkit.PDF("Tides"))
	upload, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	use := func() (slowest time.Duration) {
		for range 5 {
			elapsed := clock.Stopwatch()
			if status, answer := s.get(t, "/api/assignments/all?page=1", admin); status != http.StatusOK {
				t.Errorf("reading: got %d %s", status, answer)
			}
			var made struct{ Message string }
			if status := s.post(t, "/api/assignments", student, kind, bytes.NewReader(upload), &made); status != http.StatusCreated {
				t.Errorf("handing in: got %d %s", status, made.Message)
			}
			slowest = max(slowest, elapsed())
		}
		return slowest
	}
	alone := use()
	address := strings.TrimPrefix(s.base, "http://")
	type slow struct {
		start, drip string
		reads       bool // waits for the start of an answer
	}
	kinds := []slow{
		{"GET /api/site HTTP/1.1\r\nHost: x\r\n", "X-Slow: 1\r\n", false},
		{fmt.Sprintf("POST /api/assignments/public HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", kind, 20<<20), "x", false},
		{"GET /api/services HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/services HTTP/1.1\r\nHost: x\r\n\r\n", false},
		{"GET /api/realtime HTTP/1.1\r\nHost: x\r\n\r\n", "", true},
	}
	connections := make([]net.Conn, 0, slowClients*len(kinds))
	for range slowClients {
		for _, each := range kinds {
			conn, err := (&net.Dialer{Control: smallBuffer}).Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if _, err := io.WriteString(conn, each.start); err != nil {
				t.Fatal(err)
			}
			if each.reads {
				if n, err := conn.Read(make([]byte, 12)); err != nil || n == 0 {
					t.Fatalf("the live connection got %v", err)
				}
			}
			connections = append(connections, conn)
		}
	}
	done := make(chan struct{})
	var dripping sync.WaitGroup
	dripping.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			for i, conn := range connections {
				if drip := kinds[i%len(kinds)].drip; drip != "" {
					_ = conn.SetWriteDeadline(clock.Deadline(time.Millisecond)) // a server that reads nothing more does not hold up the others
					_, _ = io.WriteString(conn, drip)
				}
			}
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	})
	slowest := use()
	close(done)
	dripping.Wait()
	t.Logf("reading a list and handing in took %v at most, and %v with %d slow connections", alone, slowest, len(connections))
	if limit := max(5*time.Second, 10*alone); slowest > limit {
		t.Errorf("others waited %v, want less than %v", slowest, limit)
	}
	// A head that does not end is given up; a body may take as long as a slow line needs.
	for i, each := range kinds[:2] {
		_ = connections[i].SetReadDeadline(clock.Deadline([]time.Duration{20 * time.Second, time.Second}[i]))
		answer, err := io.ReadAll(connections[i])
		if isOpen := errors.Is(err, os.ErrDeadlineExceeded); isOpen != (i == 1) || len(answer) > 0 {
			t.Errorf("%.20q got %q, %v", each.start, answer, err)
		}
	}
}

// smallBuffer gives a connection a small receive buffer, so that answers that are not read
// soon fill it.
func smallBuffer(_, _ string, raw syscall.RawConn) error {
	var failure error
	if err := raw.Control(func(fd uintptr) {
		failure = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096)
	}); err != nil {
		return err
	}
	return failure
}
