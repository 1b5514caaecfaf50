package testkit

import (
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// malware is the test file that all virus scanners know (www.eicar.org). It is harmless, and
// built here so that no scanner objects to this program's source.
var malware = strings.Join([]string{`X5O!P%@AP[4\PZX54(P^)7CC)7}`, "$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"}, "")

// Malware returns a text file that the Clamd of the tests takes for malware.
func Malware() []byte { return []byte(malware) }

// Clamd is a real clamd daemon, with a database that knows only Malware.
type Clamd struct {
	Socket  string
	dir     string
	process *exec.Cmd
	ended   chan struct{}
}

// StartClamd starts a daemon that scans files of at most limit bytes, and stops it when the
// test ends. settings are more lines of its configuration.
func StartClamd(t testing.TB, limit int, settings ...string) *Clamd {
	t.Helper()
	dir, err := os.MkdirTemp("", "clamd") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c := &Clamd{Socket: filepath.Join(dir, "socket"), dir: dir}
	files := map[string]string{
		"test.ndb": "Deskmate.Test:0:*:" + hex.EncodeToString([]byte(malware)) + "\n",
		"clamd.conf": fmt.Sprintf("Foreground yes\nLocalSocket %s\nDatabaseDirectory %s\nTemporaryDirectory %s\nStreamMaxLength %d\nMaxThreads 4\nCommandReadTimeout 30\n%s\n",
			c.Socket, dir, dir, limit, strings.Join(settings, "\n")),
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.Start(t)
	t.Cleanup(c.Kill)
	return c
}

// Start starts the daemon again, and waits until it listens.
func (c *Clamd) Start(t testing.TB) {
	t.Helper()
	program, err := exec.LookPath("clamd")
	if err != nil {
		program = "/usr/sbin/clamd" // Debian's, which is not on everybody's path
	}
	c.process = exec.Command(program, "--config-file="+filepath.Join(c.dir, "clamd.conf")) // #nosec G204 -- a test's own program
	var output strings.Builder
	c.process.Stdout, c.process.Stderr = &output, &output
	if err := c.process.Start(); err != nil {
		t.Fatalf("%v: install it (apt-get install clamav-daemon)", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = c.process.Wait()
		close(ended)
	}()
	c.ended = ended
	limit, tick := time.After(2*time.Minute), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		if connection, err := net.Dial("unix", c.Socket); err == nil {
			_ = connection.Close()
			return
		}
		select {
		case <-tick.C:
		case <-ended:
			t.Fatalf("clamd has ended: %s", output.String())
		case <-limit:
			t.Fatal("clamd does not listen")
		}
	}
}

// Kill ends the daemon at once.
func (c *Clamd) Kill() {
	_ = c.process.Process.Kill()
	<-c.ended
	_ = os.Remove(c.Socket)
}

// Pause stops the daemon, which goes on listening and answers nothing, until Resume.
func (c *Clamd) Pause() { _ = c.process.Process.Signal(syscall.SIGSTOP) }

// Resume lets the daemon go on.
func (c *Clamd) Resume() { _ = c.process.Process.Signal(syscall.SIGCONT) }
