package backups_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/backups"
	"deskmate/internal/testkit"
)

func TestACancelledBackupLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Copying data.db", "Packing data.db", packingFiles, "Storing " + name} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			mustWrite(t, app, "storage/a.txt", []byte("a"))
			ctx, cancel := context.WithCancel(context.Background())
			err := app.CreateBackup(backups.WithReporter(ctx, func(at string, _ int64, _ bool) {
				if at == title {
					cancel()
				}
			}), name)
			if err == nil || !strings.Contains(err.Error(), "context canceled") {
				t.Errorf("the backup returned %v", err)
			}
			nothingLeft(t, app.DataDir())
		})
	}
}

func TestAShutdownInterruptsABackupAndWaitsForItsCleanup(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	mustWrite(t, app, "storage/large.txt", make([]byte, 256<<20))
	ending, ended := make(chan struct{}), make(chan struct{})
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{Priority: -200_000, Func: func(e *core.TerminateEvent) error {
		close(ending)
		return e.Next()
	}})
	t.Cleanup(func() { app.OnTerminate().UnbindAll() }) // the test kit terminates the app again
	err := app.CreateBackup(during(packingFiles, func() {
		go func() {
			defer close(ended)
			// This replaces the framework's own step, which would close the databases.
			_ = app.OnTerminate().Trigger(&core.TerminateEvent{App: app}, func(*core.TerminateEvent) error {
				nothingLeft(t, app.DataDir())
				return nil
			})
		}()
		<-ending
	}), name)
	if err == nil || err.Error() != "the backup was interrupted and nothing was kept" {
		t.Fatalf("the backup returned %v", err)
	}
	<-ended
}

func TestAFailingStoreGivesAClearErrorAndLeavesNothing(t *testing.T) {
	t.Parallel()
	t.Run("a file in place of the folder", func(t *testing.T) {
		t.Parallel()
		app := testkit.New(t)
		mustWrite(t, app, core.LocalBackupsDirName, []byte("no folder"))
		err := app.CreateBackup(context.Background(), name)
		if err == nil || !strings.Contains(err.Error(), "opening the backup storage") || !strings.Contains(err.Error(), "not a directory") {
			t.Errorf("the backup returned %v", err)
		}
		nothingLeft(t, app.DataDir())
	})
	t.Run("S3 that refuses", func(t *testing.T) {
		t.Parallel()
		app := testkit.New(t)
		s3 := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`))
		}))
		t.Cleanup(s3.Close)
		app.Settings().Backups.S3 = core.S3Config{Enabled: true, Bucket: "b", Region: "r", Endpoint: s3.URL, AccessKey: "k", Secret: "s", ForcePathStyle: true}
		err := app.CreateBackup(context.Background(), name)
		if err == nil || !strings.Contains(err.Error(), "storing "+name) || !strings.Contains(err.Error(), "AccessDenied") {
			t.Errorf("the backup returned %v", err)
		}
		nothingLeft(t, app.DataDir())
	})
}

func TestAFailedUploadKeepsTheEarlierBackupOfThatName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, err := filesystem.NewLocal(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	if err := store.Upload([]byte("earlier"), name); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, make([]byte, 4<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	err = backups.Upload(backups.WithReporter(context.Background(), func(_ string, done int64, _ bool) {
		if done > 0 {
			_ = file.Close() // the next read fails
		}
	}), store, file, name)
	if err == nil || !strings.Contains(err.Error(), "file already closed") {
		t.Errorf("the upload returned %v", err)
	}
	if kept, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(kept) != "earlier" {
		t.Errorf("the stored backup has %d bytes, %v", len(kept), err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 { // the backup and its attributes
		t.Errorf("the folder contains %v, %v", files, err)
	}
}

func TestASecondBackupIsRefusedWhileOneRuns(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	mustCreate(t, app, during(packingFiles, func() {
		if err := app.CreateBackup(context.Background(), "second.zip"); err == nil || !strings.Contains(err.Error(), "try again later") {
			t.Errorf("the second backup returned %v", err)
		}
		if answer := app.Call(t, "POST", "/api/backups", operator, map[string]string{"name": "second.zip"}); answer.Status != http.StatusBadRequest {
			t.Errorf("a second backup from the console: got %d %s", answer.Status, answer.Body)
		}
		// As if both had started at the same moment.
		app.Store().Remove(core.StoreKeyActiveBackup)
		if err := app.CreateBackup(context.Background(), "second.zip"); err == nil || !strings.Contains(err.Error(), "try again later") {
			t.Errorf("the second backup returned %v", err)
		}
	}))
}
