package scans_test

import (
	"bytes"
	"net"
	"testing"
	"time"

	"deskmate/hooks/scans"
	"deskmate/internal/clamd"
	"deskmate/internal/testkit"
	"deskmate/records"
)

func TestAnOrderCanBeDeletedWhileItsFileIsScanned(t *testing.T) {
	t.Parallel()
	d := newDesk(t, false)
	d.clamd.Kill()
	id, _ := d.handIn(t, testkit.Malware())
	d.clamd.Start(t)
	d.clamd.Pause()
	scanned := make(chan struct{})
	go func() {
		defer close(scanned)
		d.scan(t)
	}()
	d.Call(t, "DELETE", "/api/assignments/"+id, d.student.Token, nil).Granted(t, 200, nil)
	d.clamd.Resume()
	<-scanned
	if counts := d.counts(t); counts != (records.FileScanCounts{}) {
		t.Errorf("there are %+v", counts)
	}
	var told int
	if err := d.DB().NewQuery("SELECT count(*) FROM outbox WHERE kind LIKE 'file.%'").Row(&told); err != nil || told != 0 {
		t.Errorf("%d mails tell of a file that is gone, %v", told, err)
	}
}

// slowDaemon is a scanner that is there, but does not get to the end of some files.
func slowDaemon(t *testing.T, slow string) clamd.Daemon {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	answer := func(connection net.Conn) {
		defer connection.Close()
		var asked bytes.Buffer
		piece := make([]byte, 1<<16)
		for {
			n, err := connection.Read(piece)
			asked.Write(piece[:n])
			switch {
			case err != nil:
				return
			case bytes.HasPrefix(asked.Bytes(), []byte("zVERSION\x00")):
				_, _ = connection.Write([]byte("Scanner 1\x00"))
				return
			case bytes.HasSuffix(asked.Bytes(), make([]byte, 4)) && !bytes.Contains(asked.Bytes(), []byte(slow)):
				_, _ = connection.Write([]byte("stream: OK\x00"))
				return
			}
		}
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go answer(connection)
		}
	}()
	return clamd.Daemon{Network: "tcp", Address: listener.Addr().String()}
}

func TestAFileThatTakesTheScannerTooLongHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	d := newDesk(t, false)
	d.clamd.Kill()
	slow, _ := d.handIn(t, []byte("An endless tide."))
	quick, _ := d.handIn(t, []byte(clean))
	settings := scans.Settings{Daemon: slowDaemon(t, "endless"), IsOn: true, Patience: time.Minute, JobPatience: time.Second}
	if err := scans.Use(d, settings); err != nil {
		t.Fatal(err)
	}
	d.scan(t)
	for id, state := range map[string]string{slow: "checking", quick: ""} {
		if view := d.read(t, id, d.student); view.Materials[0].State != state {
			t.Errorf("its student reads %+v", view)
		}
	}
	if counts := d.counts(t); counts.Waiting != 1 {
		t.Errorf("there are %+v", counts)
	}
}
