package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/disk"
)

// errNoCopy is the failure of a restore from an empty store.
var errNoCopy = errors.New("nothing has been copied yet")

// restoreCopy makes the copy, as it was at a time, the database of the site, or writes it to
// another file.
func restoreCopy(ctx context.Context, dataDir, when, to string, out io.Writer) error {
	at, err := parseTime(when)
	if err != nil {
		return err
	}
	r, stored, err := look(ctx, dataDir)
	if err != nil {
		return err
	}
	from, err := r.generationAt(ctx, stored, at)
	if err != nil {
		return err
	}
	if to != "" {
		if err := r.store.restore(ctx, from, at, to, r.logger); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Wrote %s, which is intact (generation %d).\n", to, from)
		return err
	}
	defer r.stop()
	if err := r.lock(); err != nil {
		return err
	}
	generation, err := r.claim(ctx, newest(stored))
	if err != nil {
		return err
	}
	kept, err := r.install(ctx, from, at, generation)
	if err != nil {
		return err
	}
	if err := r.start(r.logger); err != nil {
		return err
	}
	if kept != "" {
		kept = "The former database is kept as " + kept + ". "
	}
	_, err = fmt.Fprintf(out, "Restored generation %d as generation %d. %sYou can start the server now.\n", from, generation, kept)
	return err
}

func parseTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a time such as 2026-12-01T10:00:00Z", text)
	}
	return at, nil
}

// generationAt returns the generation that was being written at a time, or the newest.
func (r *Replica) generationAt(ctx context.Context, stored []int64, at time.Time) (int64, error) {
	if len(stored) == 0 {
		return 0, errNoCopy
	}
	if at.IsZero() {
		return newest(stored), nil
	}
	var earliest time.Time
	for i := len(stored) - 1; i >= 0; i-- {
		first, _, err := r.store.bounds(ctx, stored[i])
		if err != nil {
			return 0, err
		}
		if !first.IsZero() && !first.After(at) {
			return stored[i], nil
		}
		earliest = first
	}
	return 0, fmt.Errorf("the copy only reaches back to %s", earliest.UTC().Format(time.RFC3339))
}

// install puts a generation, as it was at a time, in the place of the database, as a new
// generation. It returns where the former database is kept, "" if there was none. The
// database gets its name last, so that whatever interrupts this, the next start begins again.
func (r *Replica) install(ctx context.Context, from int64, at time.Time, generation int64) (kept string, err error) {
	folder := filepath.Join(r.dataDir, ".fetched")
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o750)); err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	fetched := filepath.Join(folder, databaseFile)
	if err := r.store.restore(ctx, from, at, fetched, r.logger); err != nil {
		return "", err
	}
	if kept, err = r.setAside(); err != nil {
		return "", err
	}
	if err := r.begin(generation); err != nil {
		return "", err
	}
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		_ = os.Remove(r.database() + suffix) // of a database that is gone: SQLite would apply it to this one
	}
	mark := disk.Restored // by which the next start knows that it is an earlier state
	if at.IsZero() {
		mark = disk.Continued
	}
	if err := disk.SetMarks(r.dataDir, mark); err != nil {
		return "", err
	}
	return kept, os.Rename(fetched, r.database())
}

// setAside renames the database of a former generation, and returns its new path, "" if
// there was none. It replaces nothing: what is set aside may be all that is left of the
// latest changes.
func (r *Replica) setAside() (kept string, err error) {
	present, err := disk.HasDatabase(r.database())
	if err != nil || !present {
		return "", err
	}
	kept = filepath.Join(r.dataDir, fmt.Sprintf("%s%d-%s.db", disk.FormerPrefix, r.state.Generation, clock.Deadline(0).UTC().Format("20060102150405")))
	if _, err := os.Stat(kept); err == nil {
		return "", fmt.Errorf("%s is there already", kept)
	}
	// A crash between the renames must leave no database without its journal. One that is
	// damaged is kept as it is.
	if err := fold(r.database()); err != nil {
		say("the journal of the database could not be folded into it: %v", err)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(r.database()+suffix, kept+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}

// fold writes the journal of a database that nobody has open into it.
func fold(path string) error {
	db, err := database.Connect(path)
	if err != nil {
		return err
	}
	_, err = db.NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute()
	return errors.Join(err, db.Close())
}
