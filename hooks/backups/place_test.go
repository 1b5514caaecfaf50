package backups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/disk"
)

// layout makes the files of a data folder, each with its own name as its content.
func layout(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, file := range files {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func contentOf(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Error(err)
	}
	return string(content)
}

// Each state is what a process leaves behind if it is killed between two moves.
func TestTheNextStartFinishesAKilledRestore(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"before the first move":   {"data.db", "storage/old", ".restore/next/data.db", ".restore/next/storage/new"},
		"half of the data left":   {"storage/old", ".restore/leaving/data.db", ".restore/next/data.db", ".restore/next/storage/new"},
		"all of the data left":    {".restore/leaving/data.db", ".restore/leaving/storage/old", ".restore/next/data.db", ".restore/next/storage/new"},
		"nothing has come":        {".restore/leaving/data.db", ".restore/leaving/storage/old", ".restore/coming/data.db", ".restore/coming/storage/new"},
		"half of it has come":     {"storage/new", ".restore/leaving/data.db", ".restore/leaving/storage/old", ".restore/coming/data.db"},
		"everything is in place":  {"data.db", "storage/new", ".restore/leaving/data.db", ".restore/leaving/storage/old"},
		"restored over a restore": {"data.db", "storage/old", ".restore/former-20200101000000/kept", ".restore/next/data.db", ".restore/next/storage/new"},
	} {
		dir := t.TempDir()
		layout(t, dir, append(files, "backups/a.zip", "former-g1-20260101000000.db")...)
		kept, err := place(core.NewBaseApp(core.BaseAppConfig{DataDir: dir}))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		contentOf(t, dir, "data.db")
		contentOf(t, dir, "storage", "new")
		contentOf(t, kept, "data.db")
		contentOf(t, kept, "storage", "old")
		contentOf(t, dir, "backups", "a.zip")
		contentOf(t, dir, "former-g1-20260101000000.db")
		if t.Failed() {
			t.Fatal(name)
		}
		if err := forgetFormer(dir); err != nil || exists(filepath.Join(dir, disk.RestoreFolder)) {
			t.Errorf("%s: after a good start, the folder is still there (%v)", name, err)
		}
	}
}

func TestARestoreThatCannotMovePutsEverythingBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	layout(t, dir, "data.db", "storage/old", ".restore/next/data.db", ".restore/next/storage/new", ".restore/leaving/storage/in-the-way")
	if _, err := place(core.NewBaseApp(core.BaseAppConfig{DataDir: dir})); err == nil || !strings.Contains(err.Error(), "is in the way") {
		t.Errorf("got %v", err)
	}
	if contentOf(t, dir, "data.db") != "data.db" {
		t.Error("the data was not put back")
	}
	contentOf(t, dir, "storage", "old")
}

// A folder cannot be moved into itself, just as a mount cannot be moved.
func unmovable(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	layout(t, dir, "data.db", "storage/old", "storage/restore/next/data.db", "storage/restore/next/storage/new", disk.MarksFile)
	if err := os.Symlink(filepath.Join("storage", "restore"), filepath.Join(dir, disk.RestoreFolder)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAFailedRestoreLeavesTheDataAndNoTrace(t *testing.T) {
	t.Parallel()
	dir := unmovable(t)
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if _, err := place(app); err == nil || !strings.Contains(err.Error(), "The data is as it was") {
		t.Errorf("got %v", err)
	}
	contentOf(t, dir, "data.db")
	contentOf(t, dir, "storage", "old")
	if marks := contentOf(t, dir, disk.MarksFile); marks != disk.MarksFile {
		t.Errorf("the marks are %q", marks)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, disk.RestoreFolder)); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
	if kept, err := place(app); kept != "" || err != nil {
		t.Errorf("the next start says that %q is kept, %v", kept, err)
	}
}

func TestAFolderThatCannotBeMovedIsRefusedBeforeAnything(t *testing.T) {
	t.Parallel()
	dir := unmovable(t)
	if err := checkMovable(dir, filepath.Join(dir, disk.RestoreFolder, unpacked)); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "storage")+" cannot be moved") {
		t.Errorf("got %v", err)
	}
	contentOf(t, dir, "storage", "old")
	plain := t.TempDir()
	layout(t, plain, "data.db", "storage/old")
	if err := checkMovable(plain, filepath.Join(plain, disk.RestoreFolder, unpacked)); err != nil {
		t.Error(err)
	}
	contentOf(t, plain, "storage", "old")
}

func TestNothingMovesIfTheMarksCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	layout(t, dir, "data.db", "storage/old", ".restore/next/data.db", ".restore/next/storage/new", disk.MarksFile+"/in-the-way")
	if _, err := place(core.NewBaseApp(core.BaseAppConfig{DataDir: dir})); err == nil || !strings.Contains(err.Error(), "The data is as it was") {
		t.Errorf("got %v", err)
	}
	contentOf(t, dir, "storage", "old")
}

func TestWhatABackupLacksIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	layout(t, dir, "data.db", "storage/old", ".restore/former-20200101000000/kept", ".restore/next/data.db", ".restore/"+lacking)
	kept, err := place(core.NewBaseApp(core.BaseAppConfig{DataDir: dir}))
	if err != nil || lastFormer(dir) != kept {
		t.Errorf("kept is %q, the last one %q, %v", kept, lastFormer(dir), err)
	}
	if err := forgetFormer(dir); err != nil {
		t.Fatal(err)
	}
	contentOf(t, kept, "storage", "old")
	if left, _ := os.ReadDir(filepath.Join(dir, disk.RestoreFolder)); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
}
