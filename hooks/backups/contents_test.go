package backups_test

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/archive"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestABackupHasTheSameFilesAsPocketBasesOwn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.HandIn(t, "", map[string]string{"email": "robin@example.com"}, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	mustWrite(t, app, "types.d.ts", []byte("declare"))
	mustWrite(t, app, "storage/a/b/notes.TXT", bytes.Repeat([]byte("notes "), 1000))
	mustWrite(t, app, "storage/a/b/empty.txt", nil)
	for _, excluded := range []string{"backups/old.zip", ".notify/x", ".autocert_cache/x", "lost+found/x", ".temporary/multipart-1", ".uploads/pbc_1", "former-g1-20261123110000.db", "former-g1-20261123110000.db-wal"} {
		mustWrite(t, app, excluded, []byte("excluded"))
	}
	app.OnBackupCreate().BindFunc(func(e *core.BackupEvent) error {
		e.Exclude = append(e.Exclude, "storage/a/b/empty.txt")
		return e.Next()
	})

	own := filepath.Join(t.TempDir(), "own.zip")
	err := archive.Create(app.DataDir(), own, "backups", core.LocalTempDirName, ".notify", ".autocert_cache", "lost+found", ".temporary", ".uploads", "storage/a/b/empty.txt",
		"former-g1-20261123110000.db", "former-g1-20261123110000.db-wal")
	if err != nil {
		t.Fatal(err)
	}
	want, got := unpack(t, own), mustCreate(t, app, context.Background())
	for path, content := range want {
		if strings.HasSuffix(path, "-wal") || strings.HasSuffix(path, "-shm") {
			delete(want, path)
		} else if found, ok := got[path]; !ok || !strings.HasSuffix(path, ".db") && !bytes.Equal(found, content) {
			t.Errorf("%s is missing or differs", path)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the backup has %d files, want %d", len(got), len(want))
	}
	for _, database := range []string{"data.db", "auxiliary.db"} {
		if result := query(t, got[database], "PRAGMA integrity_check"); result != "ok" {
			t.Errorf("%s: %s", database, result)
		}
	}
	if title := query(t, got["data.db"], "SELECT title FROM assignments"); title != "Essay on tides" {
		t.Errorf("the assignment is %q", title)
	}
}

func TestFilesInCompressedFormatsAreNotDeflated(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, file := range []string{"a.pdf", "a.docx", "a.txt", "a.doc"} {
		mustWrite(t, app, "storage/"+file, make([]byte, 4096))
	}
	mustCreate(t, app, context.Background())
	backup, err := zip.OpenReader(filepath.Join(app.DataDir(), core.LocalBackupsDirName, name))
	if err != nil {
		t.Fatal(err)
	}
	defer backup.Close()
	for _, entry := range backup.File {
		stored := strings.HasSuffix(entry.Name, ".pdf") || strings.HasSuffix(entry.Name, ".docx")
		if stored != (entry.Method == zip.Store) {
			t.Errorf("%s is written with method %d", entry.Name, entry.Method)
		}
	}
}

func TestTheSnapshotKeepsRowids(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	const rows = "SELECT group_concat(rowid || ':' || id) FROM services"
	_, err := app.DB().NewQuery("DELETE FROM services WHERE rowid = (SELECT min(rowid) FROM services)").Execute()
	if err != nil {
		t.Fatal(err)
	}
	var want string
	if err := app.DB().NewQuery(rows).Row(&want); err != nil {
		t.Fatal(err)
	}
	if got := query(t, mustCreate(t, app, context.Background())["data.db"], rows); got != want {
		t.Errorf("the rows are %s, want %s", got, want)
	}
}

func TestEveryRowOfTheSnapshotHasItsFileDespiteUploads(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	stop, uploading := make(chan struct{}), make(chan struct{})
	var uploads sync.WaitGroup
	uploads.Go(func() {
		for first := true; ; first = false {
			app.HandIn(t, "", map[string]string{"email": "robin@example.com"}, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
			if first {
				close(uploading)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	<-uploading
	files := mustCreate(t, app, context.Background())
	close(stop)
	uploads.Wait()
	paths := query(t, files["data.db"], "SELECT group_concat((SELECT id FROM _collections WHERE name = '"+store.Assignments+"') || '/' || id || '/' || file) FROM assignments")
	for path := range strings.SplitSeq(paths, ",") {
		if _, ok := files["storage/"+path]; !ok || path == "" {
			t.Errorf("the file %q is missing", path)
		}
	}
}

func TestFilesMayBeAddedAndRemovedDuringABackup(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	mustWrite(t, app, "storage/a/stays.txt", []byte("stays"))
	mustWrite(t, app, "storage/b/goes.txt", []byte("goes"))
	if err := os.Symlink("nowhere", filepath.Join(app.DataDir(), "dangling")); err != nil {
		t.Fatal(err)
	}
	files := mustCreate(t, app, during(packingFiles, func() {
		if err := os.RemoveAll(filepath.Join(app.DataDir(), "storage", "b")); err != nil {
			t.Error(err)
		}
		mustWrite(t, app, "storage/c/comes.txt", []byte("comes"))
	}))
	if string(files["storage/a/stays.txt"]) != "stays" {
		t.Error("the file that stayed is missing")
	}
}

func TestABackupSurvivesAnotherCommandEmptyingTheTemporaryFolder(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Copying data.db", "Packing data.db", packingFiles, "Storing " + name} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			files := mustCreate(t, app, during(title, func() {
				if err := os.RemoveAll(filepath.Join(app.DataDir(), core.LocalTempDirName)); err != nil {
					t.Error(err)
				}
			}))
			if result := query(t, files["data.db"], "PRAGMA integrity_check"); result != "ok" {
				t.Error(result)
			}
		})
	}
}

func TestALinkToAnotherFolderIsNotSilentlyLeftOut(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if err := os.Symlink(t.TempDir(), filepath.Join(app.DataDir(), "elsewhere")); err != nil {
		t.Fatal(err)
	}
	err := app.CreateBackup(context.Background(), name)
	if err == nil || !strings.Contains(err.Error(), "elsewhere is a link to another folder") {
		t.Errorf("the backup returned %v", err)
	}
	nothingLeft(t, app.DataDir())
}

// query returns the single value that a query of a database file yields.
func query(t *testing.T, database []byte, statement string) (value string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, database, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.QueryRow(statement).Scan(&value), db.Close()); err != nil {
		t.Fatal(err)
	}
	return value
}
