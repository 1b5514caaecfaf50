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
)

// stays lists what a restore leaves where it is.
var stays = []string{core.LocalBackupsDirName, core.LocalTempDirName, core.LocalAutocertCacheDirName, "lost+found", ".notify", disk.RestoreFolder, disk.MarksFile}

// stage unpacks and checks a backup beside the data. Nothing of the data is touched.
func stage(ctx context.Context, app core.App, archive string) (contents, error) {
	root := filepath.Join(app.DataDir(), disk.RestoreFolder)
	work := filepath.Join(root, unpacked)
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(work, 0o700)); err != nil {
		return contents{}, err
	}
	found, err := examine(ctx, app, archive, work, true)
	if err == nil {
		err = errors.Join(os.RemoveAll(filepath.Join(work, core.LocalTempDirName)), os.RemoveAll(filepath.Join(root, next)))
	}
	if err == nil {
		err = os.Rename(work, filepath.Join(root, next))
	}
	if err != nil {
		return contents{}, errors.Join(err, os.RemoveAll(work))
	}
	return found, nil
}

// place makes a backup that stage has left the data of a folder that nothing uses. If it is
// interrupted, the next call goes on. If it fails, everything is put back.
func place(app core.App) (kept string, err error) {
	dir := app.DataDir()
	root := filepath.Join(dir, disk.RestoreFolder)
	in := func(name string) string { return filepath.Join(root, name) }
	if exists(in(next)) {
		if err := os.MkdirAll(in(leaving), 0o700); err != nil {
			return "", err
		}
		if err := moveAll(dir, in(leaving)); err != nil {
			return "", errors.Join(err, moveAll(in(leaving), dir), os.RemoveAll(in(next)))
		}
		if err := os.Rename(in(next), in(coming)); err != nil {
			return "", errors.Join(err, moveAll(in(leaving), dir))
		}
	}
	if exists(in(coming)) {
		if err := moveAll(in(coming), dir); err != nil {
			return "", errors.Join(err, moveAll(dir, in(coming)), moveAll(in(leaving), dir), os.RemoveAll(in(coming)))
		}
		if err := os.RemoveAll(in(coming)); err != nil {
			return "", err
		}
	}
	if !exists(in(leaving)) {
		return "", nil
	}
	if err := disk.SetMarks(dir, disk.Restored); err != nil {
		return "", err
	}
	kept = in(former + clock.Now(app).UTC().Format("20060102150405"))
	for exists(kept) {
		kept += "-"
	}
	return kept, os.Rename(in(leaving), kept)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// moveAll moves what is in a folder to another one of the same disk, except what stays.
func moveAll(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if slices.Contains(stays, entry.Name()) || strings.HasPrefix(entry.Name(), disk.FormerPrefix) {
			continue
		}
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
		if !slices.Contains([]string{next, leaving, coming}, entry.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(root, entry.Name())))
		}
	}
	_ = os.Remove(root) // unless something is left
	return err
}
