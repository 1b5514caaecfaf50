package health

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clamd"
	"deskmate/internal/clock"
)

// oldSignatures is the age at which the scanner's database misses too much.
const oldSignatures = 7 * 24 * time.Hour

// archiveDepth is deeper than scanners open archives in archives.
const archiveDepth = 200

// scanner checks that the virus scanner answers and knows recent malware. If asked to, it
// sends it files at its limits (docs/product.md, section 19).
func (r *report) scanner(ctx context.Context, app core.App, withFiles bool) {
	const subject = "virus scanner"
	settings, err := lifecycle.ReadScanSettings(os.Getenv)
	if err != nil {
		r.problem(subject, err.Error(), "correct the variable; the server does not start with it")
		return
	}
	if !settings.IsOn {
		r.ok(subject, "none is set up")
		return
	}
	reaching, cancel := context.WithTimeout(ctx, settings.Patience)
	defer cancel()
	version, err := settings.Daemon.Version(reaching)
	if err != nil {
		r.problem(subject, err.Error(), "start clamd, and check "+lifecycle.DaemonVariable+" and who may open its socket")
		return
	}
	saysWhatItSkips := true
	if withFiles {
		_, err = settings.Daemon.Scan(reaching, io.LimitReader(zeros{}, domain.MaxFileBytes))
		if err == nil {
			saysWhatItSkips, err = reportsDeepArchives(reaching, settings.Daemon)
		}
	}
	var refused *clamd.RefusedError
	switch {
	case errors.As(err, &refused):
		r.problem(subject, "it refuses files of the largest size: "+refused.Text, "set StreamMaxLength in clamd.conf to at least 25M")
	case err != nil:
		r.problem(subject, err.Error(), "look at the log of clamd")
	default:
		r.ok(subject, version)
	}
	if !saysWhatItSkips {
		r.note(subject, "it calls archives clean that it has not read to the end", "set AlertExceedsMax yes in clamd.conf")
	}
	parts := strings.Split(version, "/")
	if made, err := time.Parse(time.ANSIC, parts[len(parts)-1]); err == nil && clock.Now(app).Sub(made) > oldSignatures {
		r.note(subject, "its database is from "+made.Format(time.DateOnly), "run freshclam, or install clamav-freshclam")
	}
	if counts, err := store.CountFileScans(ctx, app); err != nil {
		r.problem(subject, err.Error(), "")
	} else if counts.Waiting+counts.Infected > 0 {
		r.note(subject, fmt.Sprintf("files that wait: %d, files with malware: %d", counts.Waiting, counts.Infected), "")
	}
}

// reportsDeepArchives returns whether the scanner reports what it leaves out of an archive.
func reportsDeepArchives(ctx context.Context, daemon clamd.Daemon) (bool, error) {
	content := []byte("nothing")
	for range archiveDepth {
		var body bytes.Buffer
		archive := zip.NewWriter(&body)
		entry, err := archive.Create("a.zip")
		if err == nil {
			_, err = entry.Write(content)
		}
		if err = errors.Join(err, archive.Close()); err != nil {
			return false, err
		}
		content = body.Bytes()
	}
	malware, err := daemon.Scan(ctx, bytes.NewReader(content))
	var refused *clamd.RefusedError
	if errors.As(err, &refused) {
		return true, nil
	}
	return malware != "", err
}

// zeros are as many bytes as are read.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
