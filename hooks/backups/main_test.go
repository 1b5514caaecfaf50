package backups_test

import (
	"archive/zip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/backups"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	packingFiles = "Packing files"
	name         = "test.zip"
)

// during returns a context for a backup, which calls act once, when it begins the step.
func during(title string, act func()) context.Context {
	acted := false
	return backups.WithReporter(context.Background(), func(at string, done int64, ended bool) {
		if at == title && !acted {
			acted = true
			act()
		}
	})
}

func mustWrite(t *testing.T, app *testkit.App, path string, content []byte) {
	t.Helper()
	path = filepath.Join(app.DataDir(), path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func mustCreate(t *testing.T, app *testkit.App, ctx context.Context) map[string][]byte {
	t.Helper()
	if err := app.CreateBackup(ctx, name); err != nil {
		t.Fatal(err)
	}
	return unpack(t, filepath.Join(app.DataDir(), core.LocalBackupsDirName, name))
}

func unpack(t *testing.T, path string) map[string][]byte {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	files := map[string][]byte{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(file)
		if err != nil {
			t.Fatalf("%s: %v", entry.Name, err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if _, twice := files[entry.Name]; twice {
			t.Errorf("%s is in the archive twice", entry.Name)
		}
		files[entry.Name] = content
	}
	return files
}

// nothingLeft checks that a failed backup left nothing behind.
func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	for _, folder := range []string{core.LocalTempDirName, core.LocalBackupsDirName} {
		root := filepath.Join(dir, folder)
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && path != root {
				t.Errorf("%s is left behind", strings.TrimPrefix(path, dir))
			}
			return nil
		})
	}
}
