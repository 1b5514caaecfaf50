package clamd_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"deskmate/internal/clamd"
	"deskmate/internal/testkit"
)

const limit = 1 << 20

func TestMain(m *testing.M) { testkit.Main(m) }

func TestAddressesOfADaemon(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]clamd.Daemon{
		"unix:/run/clamav/clamd.ctl": {Network: "unix", Address: "/run/clamav/clamd.ctl"},
		"tcp:127.0.0.1:3310":         {Network: "tcp", Address: "127.0.0.1:3310"},
		"tcp:[::1]:3310":             {Network: "tcp", Address: "[::1]:3310"},
		"tcp:scanner:3310":           {Network: "tcp", Address: "scanner:3310"},
		"unix:clamd.ctl":             {},
		"/run/clamav/clamd.ctl":      {},
		"tcp:127.0.0.1":              {},
		"tcp::3310":                  {},
		"udp:127.0.0.1:3310":         {},
		"clamd":                      {},
	} {
		if got, err := clamd.ParseDaemon(text); got != want || (err == nil) != (want != clamd.Daemon{}) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

func TestADaemonFindsMalware(t *testing.T) {
	t.Parallel()
	daemon := clamd.Daemon{Network: "unix", Address: testkit.StartClamd(t, limit, "AlertExceedsMax yes").Socket}
	for name, c := range map[string]struct {
		content []byte
		malware string
	}{
		"clean":                    {content: []byte("Two thousand words on the tides.")},
		"empty":                    {},
		"as long as several parts": {content: bytes.Repeat([]byte("tide "), 60_000)},
		"malware":                  {content: testkit.Malware(), malware: "Deskmate.Test.UNOFFICIAL"},
		"in an archive":            {content: testkit.Zip(t, map[string]string{"a.txt": string(testkit.Malware())}), malware: "Deskmate.Test.UNOFFICIAL"},
		"in a document":            {content: testkit.DOCX(t, string(testkit.Malware())), malware: "Deskmate.Test.UNOFFICIAL"},
	} {
		if malware, err := daemon.Scan(t.Context(), bytes.NewReader(c.content)); err != nil || malware != c.malware {
			t.Errorf("%s: it finds %q, %v", name, malware, err)
		}
	}
	var refused *clamd.RefusedError
	if _, err := daemon.Scan(t.Context(), bytes.NewReader(make([]byte, 4*limit))); !errors.As(err, &refused) || !strings.Contains(err.Error(), "size limit") {
		t.Errorf("of a file beyond its limit, it says %v", err)
	}
	deep := testkit.Malware()
	for range 30 {
		deep = testkit.Zip(t, map[string]string{"a.zip": string(deep)})
	}
	if malware, err := daemon.Scan(t.Context(), bytes.NewReader(deep)); !errors.As(err, &refused) || !strings.Contains(err.Error(), "MaxRecursion") {
		t.Errorf("of malware in 30 archives, it says %q, %v", malware, err)
	}
	if version, err := daemon.Version(t.Context()); err != nil || !strings.HasPrefix(version, "ClamAV ") {
		t.Errorf("its version is %q, %v", version, err)
	}
	away := errors.New("the store is away")
	broken := io.MultiReader(strings.NewReader("tide"), iotest.ErrReader(away))
	if _, err := daemon.Scan(t.Context(), broken); !errors.Is(err, away) {
		t.Errorf("of a file that cannot be read, it says %v", err)
	}
}

func TestScanWaitsForASilentDaemonUntilTheContextEnds(t *testing.T) {
	t.Parallel()
	running := testkit.StartClamd(t, limit)
	daemon := clamd.Daemon{Network: "unix", Address: running.Socket}
	running.Pause()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := daemon.Scan(ctx, bytes.NewReader(make([]byte, limit))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("paused: %v", err)
	}
	running.Resume()
	running.Kill()
	var refused *clamd.RefusedError
	if _, err := daemon.Scan(t.Context(), strings.NewReader("tide")); err == nil || errors.As(err, &refused) {
		t.Errorf("away: %v", err)
	}
	running.Start(t)
	if malware, err := daemon.Scan(t.Context(), strings.NewReader("tide")); err != nil || malware != "" {
		t.Errorf("back: %q, %v", malware, err)
	}
}
