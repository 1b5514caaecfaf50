package health

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/files"
	"deskmate/internal/clock"
	"deskmate/internal/disk"
	"deskmate/internal/preflight"
	"deskmate/internal/replica"
	"deskmate/internal/version"
)

const (
	// fewFiles is below what a busy site needs: a connection and a database file each count.
	fewFiles = 4096
	// littleSpace is what a site needs to take the largest uploads and to keep its journal.
	littleSpace = 1 << 30
)

// machine checks what does not depend on the data folder.
func (r *report) machine(app core.App) {
	r.ok("version", fmt.Sprintf("%s, commit %s, %s, PocketBase %s", version.Number(), version.Commit(), version.Platform(), version.Module("github.com/pocketbase/pocketbase")))
	r.clock(app)
	if files, known := openFileLimit(); known && files < fewFiles {
		r.note("open files", fmt.Sprintf("at most %d", files), fmt.Sprintf("raise the limit to %d or more: LimitNOFILE in the systemd unit, or ulimit -n", fewFiles))
	} else if known {
		r.ok("open files", fmt.Sprintf("at most %d", files))
	}
}

// environment checks the names of the variables, and the key of the settings.
func (r *report) environment(app core.App) {
	for _, err := range []error{preflight.CheckVariables(os.Environ()), preflight.CheckKey(app.EncryptionEnv(), os.Getenv(app.EncryptionEnv()))} {
		if err != nil {
			r.problem("environment", err.Error(), "correct it in the environment of the server, which does not start with it")
		}
	}
}

// clock checks that something keeps the machine's clock right.
func (r *report) clock(app core.App) {
	now := clock.Now(app).UTC()
	switch synchronized, known := clockIsSynchronized(); {
	case known && !synchronized:
		r.note("clock", now.Format(time.RFC3339)+", not synchronized", "let the system set its clock: deadlines, links and one-time codes depend on it (systemd-timesyncd or chrony)")
	default:
		r.ok("clock", now.Format(time.RFC3339))
	}
}

// folder checks the data folder, and reports whether its database can be opened.
func (r *report) folder(app core.App) bool {
	dir := app.DataDir()
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		r.problem("data folder", dir+" is no folder", "pass the data folder with --dir, or start the server once to create it")
		return false
	}
	if owner, foreign := foreignOwner(info); foreign {
		r.problem("data folder", fmt.Sprintf("%s belongs to another user (%d)", dir, owner), "run this command as that user: files that it makes would be out of the server's reach")
		return false
	}
	probe, err := os.CreateTemp(dir, ".doctor_*")
	if err != nil {
		r.problem("data folder", err.Error(), "make the folder writable for the user that the server runs as")
		return false
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	if err := preflight.CheckDatabase(dir); err != nil && !hasCopy() {
		r.problem("data folder", err.Error(), "see docs/operations.md, Backups")
		return false
	}
	database, err := os.Stat(filepath.Join(dir, "data.db"))
	if errors.Is(err, fs.ErrNotExist) {
		if hasCopy() {
			r.note("data folder", dir+" has no database", "start the server, which fetches the copy; then run this command again for the other checks")
			return false
		}
		r.problem("data folder", dir+" contains no Deskmate data", "pass the data folder with --dir, or start the server once to create it")
		return false
	}
	if err != nil {
		r.problem("data folder", err.Error(), "make the folder readable for the user that the server runs as")
		return false
	}
	if info.Mode().Perm()&0o077 != 0 {
		r.note("data folder", fmt.Sprintf("%s can be read by other users (%v)", dir, info.Mode().Perm()), "chmod 700 "+dir)
	} else {
		r.ok("data folder", dir+" can be written, by its owner only")
	}
	if ahead := database.ModTime().Sub(clock.Now(app)); ahead > time.Minute {
		r.problem("clock", "the database was written "+ahead.Round(time.Minute).String()+" in the future", "set the clock before you start the server")
	}
	r.former(dir)
	r.space(dir, true)
	return true
}

// hasCopy reports whether the environment asks for a copy of the database.
func hasCopy() bool { return os.Getenv("DESKMATE_REPLICA_URL") != "" }

// copied checks what the copy of the database needs.
func (r *report) copied(ctx context.Context, app core.App) {
	text, troubles := replica.Examine(ctx, app.DataDir())
	for _, trouble := range troubles {
		r.problem("copy", trouble.Text, trouble.Do)
	}
	if text != "" && len(troubles) == 0 {
		r.ok("copy", text)
	}
}

// former names the databases that were set aside.
func (r *report) former(dir string) {
	kept, err := disk.Former(dir)
	if err != nil || len(kept) == 0 {
		return
	}
	r.note("former databases", "there are some, such as "+filepath.Base(kept[0]),
		"delete them once you know that you need none of their changes: they hold people who have deleted their account since. Until then, deskmate files clean deletes nothing")
}

// space compares what is free with what the data takes: the database with its journal, and
// the stored files if it is to count them.
func (r *report) space(dir string, withFiles bool) {
	free, known := disk.Free(dir)
	if !known {
		return
	}
	database := disk.Used(filepath.Join(dir, "data.db")) + disk.Used(filepath.Join(dir, "data.db-wal"))
	text := humanize.IBytes(free) + " free, and the database has " + humanize.IBytes(database)
	data := database
	if withFiles {
		stored := disk.Used(filepath.Join(dir, core.LocalStorageDirName))
		text = fmt.Sprintf("%s free, the database has %s, and the stored files have %s", humanize.IBytes(free), humanize.IBytes(database), humanize.IBytes(stored))
		data += stored
	}
	room, err := files.ReadSettings(os.Getenv)
	if err != nil {
		r.problem("environment", err.Error(), "correct it in the environment of the server, which does not start with it")
	}
	switch floor := uint64(room.Floor) << 20; { // #nosec G115 -- the setting is at least 0
	case free < floor:
		r.problem("disk", fmt.Sprintf("%s: less than the %s of %s, so uploads are refused", text, humanize.IBytes(floor), files.FloorVariable), "free more, or lower "+files.FloorVariable)
	case free < littleSpace:
		r.problem("disk", text, "free at least "+humanize.IBytes(littleSpace)+": without space, changes fail")
	case free < 2*data:
		r.note("disk", text, "a backup can need twice as much as all of it: free more, or keep backups in S3")
	default:
		r.ok("disk", text)
	}
}
