package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/disk"
)

// A restore unpacks and checks a backup beside the data, in folders below disk.RestoreFolder:
const (
	unpacked = "unpacked" // not yet checked
	next     = "next"     // checked: a start that finds it takes it for the data
	leaving  = "leaving"  // takes the former data, one entry after the other
	coming   = "coming"   // next, from when all former data has left
	former   = "former-"  // leaving, once everything has come; a time follows
	lacking  = "lacking"  // a file: next lacks files, so that what it replaces is not forgotten
)

// keptSuffix ends the name of a former folder that the program does not delete.
const keptSuffix = "-kept"

// stays lists what a restore leaves where it is.
var stays = []string{core.LocalBackupsDirName, core.LocalTempDirName, core.LocalAutocertCacheDirName, "lost+found", ".notify", disk.RestoreFolder, disk.MarksFile}

// stage unpacks and checks a backup beside the data. Nothing of the data is touched.
func stage(ctx context.Context, app core.App, archive string, someMayMiss bool) (contents, error) {
	root := filepath.Join(app.DataDir(), disk.RestoreFolder)
	work := filepath.Join(root, unpacked)
	if err := errors.Join(os.RemoveAll(work), os.RemoveAll(filepath.Join(root, lacking)), os.MkdirAll(work, 0o700)); err != nil {
		return contents{}, err
	}
	err := checkMovable(app.DataDir(), work)
	var found contents
	if err == nil {
		found, err = examine(ctx, app, archive, work, true, someMayMiss)
	}
	if err == nil {
		err = errors.Join(os.RemoveAll(filepath.Join(work, core.LocalTempDirName)), os.RemoveAll(filepath.Join(root, next)))
	}
	if err == nil && found.missing > 0 {
		err = os.WriteFile(filepath.Join(root, lacking), nil, 0o600)
	}
	if err == nil {
		err = os.Rename(work, filepath.Join(root, next))
	}
	if err != nil {
		return contents{}, errors.Join(err, os.RemoveAll(work))
	}
	return found, nil
}

// checkMovable fails if a folder of the data cannot be moved aside.
func checkMovable(dir, work string) error {
	full := filepath.Join(work, "full")
	if err := os.MkdirAll(filepath.Join(full, "folder"), 0o700); err != nil {
		return err
	}
	entries, err := moved(dir)
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		folder := filepath.Join(dir, entry.Name())
		if err := disk.Movable(folder, full); err != nil {
			return fmt.Errorf("%s cannot be moved (%w). If it is a mount of its own, mount the whole data folder instead", folder, err)
		}
	}
	return errors.Join(err, os.RemoveAll(full))
}

// place makes a backup that stage left into the data of a folder that nothing uses. If it is
// interrupted, the next call continues. If it fails, everything is put back.
func place(app core.App) (kept string, err error) {
	dir := app.DataDir()
	root := filepath.Join(dir, disk.RestoreFolder)
	in := func(name string) string { return filepath.Join(root, name) }
	var marks []string // of the former data; none if an interrupted call has replaced them
	if exists(in(next)) {
		isFirst := !exists(in(leaving))
		before, failure := disk.Marks(dir)
		if err = failure; err == nil {
			err = disk.SetMarks(dir, disk.Restored)
		}
		if err == nil {
			if isFirst {
				marks = before
			}
			err = os.MkdirAll(in(leaving), 0o700)
		}
		if err == nil {
			err = moveAll(dir, in(leaving))
		}
		if err == nil {
			err = os.Rename(in(next), in(coming))
		}
	}
	if err == nil && exists(in(coming)) {
		err = moveAll(in(coming), dir)
	}
	if err != nil {
		return "", putBack(dir, marks, err)
	}
	_ = os.RemoveAll(in(coming)) // the next start tries again
	if !exists(in(leaving)) {
		return "", nil
	}
	kept = in(former + clock.Now(app).UTC().Format("20060102150405"))
	for exists(kept) || exists(kept+keptSuffix) {
		kept += "-"
	}
	if exists(in(lacking)) {
		kept += keptSuffix
	}
	if os.Rename(in(leaving), kept) != nil {
		return in(leaving), nil // the next start tries again
	}
	return kept, os.RemoveAll(in(lacking))
}

// putBack undoes what place did before it failed, and says what state the data is in. If it is
// interrupted, place continues.
func putBack(dir string, marks []string, cause error) error {
	in := func(name string) string { return filepath.Join(dir, disk.RestoreFolder, name) }
	var err error
	if exists(in(coming)) {
		if err = moveAll(dir, in(coming)); err == nil {
			err = os.Rename(in(coming), in(next))
		}
	}
	if err == nil && exists(in(leaving)) {
		if err = moveAll(in(leaving), dir); err == nil {
			err = os.Remove(in(leaving))
		}
	}
	if err != nil {
		return fmt.Errorf("%w. Some of the data is still in %s (%w). The server does not start until that can be moved", cause, in(leaving), err)
	}
	err = errors.Join(os.RemoveAll(in(next)), os.RemoveAll(in(lacking)))
	if len(marks) > 0 {
		err = errors.Join(err, disk.SetMarks(dir, marks...))
	}
	return errors.Join(fmt.Errorf("%w. The data is as it was", cause), err)
}

// until says how long the folder with former data is kept.
func until(kept string) string {
	if strings.HasSuffix(kept, keptSuffix) {
		return "until you delete it, because the backup lacks files"
	}
	return "until the server has started"
}

// lastFormer is the folder with what the last restore has replaced, or empty.
func lastFormer(dir string) (path string) {
	root := filepath.Join(dir, disk.RestoreFolder)
	entries, _ := os.ReadDir(root) // sorted, and the names have the times
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), former) {
			path = filepath.Join(root, entry.Name())
		}
	}
	return path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// moved returns what is in a folder, except what stays.
func moved(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	return slices.DeleteFunc(entries, func(entry os.DirEntry) bool {
		return slices.Contains(stays, entry.Name()) || strings.HasPrefix(entry.Name(), disk.FormerPrefix)
	}), err
}

// moveAll moves what is in a folder to another one of the same disk, except what stays.
func moveAll(from, to string) error {
	entries, err := moved(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		target := filepath.Join(to, entry.Name())
		if exists(target) {
			return fmt.Errorf("%s is in the way", target)
		}
		if err := os.Rename(filepath.Join(from, entry.Name()), target); err != nil {
			return err
		}
	}
	return nil
}

// fetch gives use the path of a backup on this disk.
func fetch(ctx context.Context, app core.App, name string, use func(path string) error) error {
	if !isName(name) {
		return errNone(name)
	}
	if path := filepath.Join(app.DataDir(), core.LocalBackupsDirName, name); exists(path) {
		return use(path)
	}
	if !app.IsBootstrapped() || !app.Settings().Backups.S3.Enabled {
		return errNone(name)
	}
	store, err := app.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	store.SetContext(ctx)
	reader, err := store.GetReader(name)
	if err != nil {
		return errors.Join(errNone(name), err)
	}
	defer reader.Close()
	root := filepath.Join(app.DataDir(), disk.RestoreFolder)
	if err := os.MkdirAll(root, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(root, "fetched-*.zip")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = io.Copy(file, reader)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return use(file.Name())
}

func errNone(name string) error { return fmt.Errorf("there is no backup named %s", name) }

// forgetFormer removes what restores have left, once the program has started well on what
// they brought.
func forgetFormer(dir string) error {
	root := filepath.Join(dir, disk.RestoreFolder)
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if !slices.Contains([]string{next, leaving, coming, lacking}, entry.Name()) && !strings.HasSuffix(entry.Name(), keptSuffix) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(root, entry.Name())))
		}
	}
	_ = os.Remove(root) // unless something is left
	return err
}
