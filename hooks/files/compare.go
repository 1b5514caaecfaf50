package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

const (
	// youngest is the age below which a file may lack its row: a change stores its files
	// first, and its row 5 minutes later at most.
	youngest = 24 * time.Hour
	// sidecar ends the name of a file in which the framework keeps the metadata of another.
	sidecar = ".attrs"
)

// Differences are what does not agree between the store and the rows.
type Differences struct {
	WithoutRow  []*blob.ListObject // files that no row names, and that are at least a day old
	WithoutFile []string           // files that rows name and the store does not have: collection, row, name
}

// Compare compares the store with the rows. It fails if none of the files that rows name is
// in the store: that is the store of another site.
func Compare(ctx context.Context, app core.App) (found Differences, err error) {
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		return found, err
	}
	named := 0
	for _, collection := range collections {
		count, err := found.add(ctx, app, collection)
		if err != nil {
			return found, err
		}
		named += count
	}
	if missing := len(found.WithoutFile); missing > 0 && missing == named {
		return found, fmt.Errorf("the store has none of the %d files that rows name: check that it is the one of this site", missing)
	}
	return found, nil
}

// add compares the files of one collection, and returns how many its rows name. The rows are
// read before and after the files are listed, so that what changes meanwhile is no difference.
func (d *Differences) add(ctx context.Context, app core.App, collection *core.Collection) (named int, err error) {
	before, err := store.ReadFileKeys(ctx, app, collection)
	if before == nil || err != nil {
		return 0, err
	}
	files, err := list(ctx, app, collection.BaseFilesPath())
	if err != nil {
		return 0, err
	}
	after, err := store.ReadFileKeys(ctx, app, collection)
	if err != nil {
		return 0, err
	}
	stored := make(map[string]bool, len(files))
	for _, file := range files {
		stored[file.Key] = true
	}
	for key := range before {
		if after[key] {
			named++
			if !stored[key] {
				d.WithoutFile = append(d.WithoutFile, collection.Name+strings.TrimPrefix(key, collection.BaseFilesPath()))
			}
		}
	}
	slices.Sort(d.WithoutFile)
	for _, file := range files {
		key, isSidecar := strings.CutSuffix(file.Key, sidecar)
		hasFile := isSidecar && stored[key]
		isOurs := strings.Count(file.Key, "/") == 2 // nothing that the program stores lies deeper
		if isOurs && !hasFile && !before[key] && !after[key] && clock.Now(app).Sub(file.ModTime) >= youngest {
			d.WithoutRow = append(d.WithoutRow, file)
		}
	}
	return named, nil
}

// list returns all files below a folder of the store. On this machine it is a walk of its
// own: the framework leaves out sidecars, and walks again for every thousand files.
func list(ctx context.Context, app core.App, folder string) (found []*blob.ListObject, err error) {
	if app.Settings().S3.Enabled {
		store, err := app.NewFilesystem()
		if err != nil {
			return nil, err
		}
		defer store.Close()
		store.SetContext(ctx)
		return store.List(folder + "/")
	}
	root := os.DirFS(filepath.Join(app.DataDir(), core.LocalStorageDirName))
	err = fs.WalkDir(root, folder, func(key string, entry fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err == nil && !entry.IsDir() {
			var info fs.FileInfo
			if info, err = entry.Info(); err == nil {
				found = append(found, &blob.ListObject{Key: key, Size: info.Size(), ModTime: info.ModTime()})
			}
		}
		if errors.Is(err, fs.ErrNotExist) { // files come and go
			return nil
		}
		return err
	})
	return found, err
}

// remove deletes a file from the store, with its sidecar.
func remove(ctx context.Context, app core.App, key string) error {
	if app.Settings().S3.Enabled {
		store, err := app.NewFilesystem()
		if err != nil {
			return err
		}
		defer store.Close()
		store.SetContext(ctx)
		return store.Delete(key)
	}
	path := filepath.Join(app.DataDir(), core.LocalStorageDirName, filepath.FromSlash(key))
	for _, path := range []string{path, path + sidecar} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_ = os.Remove(filepath.Dir(path)) // unless something else is in it
	return nil
}
