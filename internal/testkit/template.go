package testkit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/database"
	_ "deskmate/pb_migrations"
)

// bcryptCost is the minimum, so that creating accounts is fast.
const bcryptCost = 4

// keptTemplates is how many templates stay in the cache: enough for the branches that
// somebody works on at the same time.
const keptTemplates = 8

// migratedDir returns a data folder with all migrations applied. The test binaries of all
// packages share it. It is made once and stays in the user's cache, named by a hash of what
// it is made from.
var migratedDir = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return templateIn(filepath.Join(cache, "deskmate-tests"))
})

func templateIn(cache string) (string, error) {
	hash, err := hashOfTemplate()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, hash)
	if isFolder(dir) {
		return dir, nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	making, err := os.MkdirTemp(cache, "making-*")
	if err != nil {
		return "", err
	}
	if err := migrate(making); err != nil {
		return "", errors.Join(err, os.RemoveAll(making))
	}
	// Another binary may have made one at the same time. The first to finish wins.
	if err := os.Rename(making, dir); err != nil {
		if !isFolder(dir) {
			return "", err
		}
		return dir, os.RemoveAll(making)
	}
	return dir, removeOldTemplates(cache)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// hashOfTemplate identifies what a template is made from: the migrations, the framework
// with its own, the way to open a database, and this file.
func hashOfTemplate() (string, error) {
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(here), "..", "..")
	var sources []string
	for _, pattern := range []string{"go.sum", "pb_migrations/*.go", "internal/database/*.go", "internal/testkit/template.go"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return "", err
		}
		if len(found) == 0 {
			return "", errors.New("no source is found at " + filepath.Join(root, pattern))
		}
		sources = append(sources, found...)
	}
	hash := sha256.New()
	for _, name := range sources {
		file, err := os.Open(name) // #nosec G304 -- a source of this module
		if err != nil {
			return "", err
		}
		_, err = io.Copy(hash, file)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil))[:24], nil
}

// migrate fills an empty data folder.
func migrate(dir string) error {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := prepareData(app); err != nil {
		return errors.Join(err, app.ResetBootstrapState())
	}
	return app.ResetBootstrapState()
}

func prepareData(app core.App) error {
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId(store.Users)
	if err != nil {
		return err
	}
	users.Fields.GetByName(store.PasswordField).(*core.PasswordField).Cost = bcryptCost
	if err := app.Save(users); err != nil {
		return err
	}
	settings := app.Settings()
	settings.RateLimits.Enabled = false
	return app.Save(settings)
}

// removeOldTemplates removes all but the newest folders of the cache, those that a test left
// unfinished among them.
func removeOldTemplates(cache string) error {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	var folders []os.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil { // another binary may have removed it
			folders = append(folders, info)
		}
	}
	slices.SortFunc(folders, func(a, b os.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for _, old := range folders[min(keptTemplates, len(folders)):] {
		if err := os.RemoveAll(filepath.Join(cache, old.Name())); err != nil {
			return err
		}
	}
	return nil
}
