package lifecycle_test

import (
	"bytes"
	"errors"
	"net"
	"testing"
	"time"

	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clamd"
	"deskmate/internal/clock"
)

// scannerThat is a daemon that answers what verdict returns for the content of a file, and
// hangs up if that is nothing.
func scannerThat(t *testing.T, verdict func(content []byte) string) clamd.Daemon {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	serve := func(connection net.Conn) {
		defer connection.Close()
		var asked bytes.Buffer
		for piece, answer := make([]byte, 1<<16), ""; answer == ""; {
			n, err := connection.Read(piece)
			asked.Write(piece[:n])
			switch {
			case err != nil:
				return
			case bytes.HasPrefix(asked.Bytes(), []byte("zVERSION\x00")):
				answer = "Scanner 1"
			case bytes.HasSuffix(asked.Bytes(), make([]byte, 4)):
				if answer = verdict(asked.Bytes()); answer == "" {
					return
				}
			}
			_, _ = connection.Write([]byte(answer + "\x00"))
		}
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				continue
			}
			go serve(connection)
		}
	}()
	return clamd.Daemon{Network: "tcp", Address: listener.Addr().String()}
}

func TestAnOrderCanBeDeletedWhileItsFileIsScanned(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	d.clamd.Kill()
	id, _ := d.handIn(t, []byte(clean))
	arrived, goOn := make(chan struct{}), make(chan struct{})
	scanner := scannerThat(t, func([]byte) string {
		close(arrived)
		<-goOn
		return "stream: Test FOUND"
	})
	if err := lifecycle.UseScanner(d, lifecycle.ScanSettings{Daemon: scanner, IsOn: true, Patience: time.Minute, JobPatience: 5 * time.Minute}); err != nil {
		t.Fatal(err)
	}
	scanned := make(chan struct{})
	go func() {
		defer close(scanned)
		d.scan(t)
	}()
	<-arrived
	d.Call(t, "DELETE", "/api/assignments/"+id, d.student.Token, nil).Granted(t, 200, nil)
	close(goOn)
	<-scanned
	if counts := d.counts(t); counts != (store.FileScanCounts{}) {
		t.Errorf("there are %+v", counts)
	}
	var told int
	if err := d.DB().NewQuery("SELECT count(*) FROM outbox WHERE kind LIKE 'file.%'").Row(&told); err != nil || told != 0 {
		t.Errorf("%d mails tell of a file that is gone, %v", told, err)
	}
}

func TestAFileTheScannerCannotFinishDelaysNoOther(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"slow": "An endless tide.", "breaks off": "A deadly tide."} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newScanDesk(t, false)
			d.clamd.Kill()
			bad, _ := d.handIn(t, []byte(content))
			good, _ := d.handIn(t, []byte(clean))
			scanner := scannerThat(t, func(content []byte) string {
				switch {
				case bytes.Contains(content, []byte("endless")):
					<-t.Context().Done()
					return ""
				case bytes.Contains(content, []byte("deadly")):
					return ""
				}
				return "stream: OK"
			})
			settings := lifecycle.ScanSettings{Daemon: scanner, IsOn: true, Patience: time.Minute, JobPatience: time.Second}
			if err := lifecycle.UseScanner(d, settings); err != nil {
				t.Fatal(err)
			}
			// On a slow machine, the good file may take too long as well, and is tried again.
			for range 10 {
				d.scan(t)
				if d.read(t, good, d.student).Materials[0].State == "" {
					break
				}
				clock.Advance(d, 2*time.Hour)
			}
			for id, state := range map[string]string{bad: "checking", good: ""} {
				if view := d.read(t, id, d.student); view.Materials[0].State != state {
					t.Errorf("its student reads %+v", view)
				}
			}
			if counts := d.counts(t); counts.Waiting != 1 {
				t.Errorf("there are %+v", counts)
			}
		})
	}
}

// A scanner that is away is no file's fault: once it is back, all are scanned at once.
func TestAScannerThatIsAwayPostponesNoFile(t *testing.T) {
	t.Parallel()
	d := newScanDesk(t, false)
	d.clamd.Kill()
	id, _ := d.handIn(t, []byte(clean))
	for range 5 {
		d.scan(t)
	}
	d.clamd.Start(t)
	d.scan(t)
	if view := d.read(t, id, d.student); view.Materials[0].State != "" {
		t.Errorf("its student reads %+v", view)
	}
}
