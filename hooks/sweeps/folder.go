package sweeps

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// sidecar ends the name of a file in which the framework keeps the metadata of another.
const sidecar = ".attrs"

// folder is a store on this machine.
type folder struct{ root string }

func openFolder(dataDir string) folder {
	return folder{filepath.Join(dataDir, core.LocalStorageDirName)}
}

func (f folder) path(key string) string { return filepath.Join(f.root, filepath.FromSlash(key)) }

func (f folder) top(ctx context.Context, visit func(name string) error) error {
	return f.entries(ctx, f.root, func(entries []fs.DirEntry) error {
		for _, entry := range entries {
			name := entry.Name()
			if info, err := os.Stat(f.path(name)); err == nil && info.IsDir() {
				name += "/"
			}
			if err := visit(name); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f folder) list(ctx context.Context, name string, visit func([]object) error) error {
	return f.entries(ctx, f.path(name), func(entries []fs.DirEntry) error {
		var found []object
		for _, entry := range entries {
			if err := f.walk(filepath.Join(f.path(name), entry.Name()), &found); err != nil {
				return err
			}
		}
		return visit(found)
	})
}

// entries calls visit with the entries of a folder, in pieces. A folder that does not exist
// has none.
func (f folder) entries(ctx context.Context, path string, visit func([]fs.DirEntry) error) error {
	opened, err := os.Open(path) // #nosec G304 -- the path comes from a walk of the data folder
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer opened.Close()
	for {
		entries, err := opened.ReadDir(page)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(entries); err != nil {
			return err
		}
	}
}

// walk appends the files at a path and below. Files may appear and disappear meanwhile.
func (f folder) walk(path string, found *[]object) error {
	last := ""
	return filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		if path == last+sidecar || f.hasOwner(path) {
			return nil
		}
		last = path
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		key, err := filepath.Rel(f.root, path)
		*found = append(*found, object{filepath.ToSlash(key), info.Size(), info.ModTime()})
		return err
	})
}

// hasOwner reports whether a file is the sidecar of one that exists.
func (f folder) hasOwner(path string) bool {
	owner, isSidecar := strings.CutSuffix(path, sidecar)
	if !isSidecar {
		return false
	}
	_, err := os.Lstat(owner)
	return err == nil
}

func (f folder) stat(_ context.Context, key string) (found object, exists bool, err error) {
	info, err := os.Stat(f.path(key))
	if errors.Is(err, fs.ErrNotExist) || err == nil && f.hasOwner(f.path(key)) {
		return object{}, false, nil
	}
	if err != nil {
		return object{}, false, err
	}
	return object{key, info.Size(), info.ModTime()}, true, nil
}

func (f folder) put(_ context.Context, key, content string) error {
	if err := os.MkdirAll(filepath.Dir(f.path(key)), 0o750); err != nil {
		return err
	}
	return os.WriteFile(f.path(key), []byte(content), 0o600)
}

func (f folder) remove(_ context.Context, key string) error {
	for _, path := range []string{f.path(key), f.path(key) + sidecar} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
