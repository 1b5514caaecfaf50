package files

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"mime/multipart"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
)

// NewFiles returns the files that a change of a record brings, by the name of their field.
func NewFiles(record *core.Record) map[string][]*filesystem.File {
	found := map[string][]*filesystem.File{}
	for _, field := range record.Collection().Fields {
		if field.Type() == core.FieldTypeFile {
			found[field.GetName()] = record.GetUnsavedFiles(field.GetName())
		}
	}
	return found
}

// Uploaded returns a file of a form, to be stored under a name that says nothing: the name
// is part of its address, which is also read by people who may not read its original name.
func Uploaded(part *multipart.FileHeader) (*filesystem.File, error) {
	file, err := filesystem.NewFileFromMultipart(part)
	if err == nil {
		file.Name = "file_" + security.RandomStringWithAlphabet(20, "abcdefghijklmnopqrstuvwxyz0123456789") + path.Ext(file.Name)
	}
	return file, err
}

const notesKey = "deskmateUploads"

// NoteUploads makes a server remove at its start what the last run stored without a row,
// because it was killed. For that, it notes in the data folder which files it is about to
// store, until their rows are written or refused. Commands note nothing: a server that starts
// meanwhile would remove what they store.
func NoteUploads(app core.App) {
	handler := transaction.At(transaction.StageNote, noteUpload)
	app.OnRecordCreateExecute().Bind(handler)
	app.OnRecordUpdateExecute().Bind(handler)
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Then it listens, so no other server notes anything here, and it answers nobody yet.
		if err := e.Next(); err != nil {
			return err
		}
		dir := filepath.Join(app.DataDir(), disk.Uploads)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		notes, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		app.Store().Set(notesKey, dir)
		go func() { // a bucket may be slow
			if err := removeCutOff(app, dir, notes); err != nil {
				app.Logger().Warn("removing files of uploads that were cut off failed; the next start tries again", "error", err)
			}
		}()
		return nil
	})
}

// noteUpload leaves an empty file for each new file, whose name is the key of the new one.
func noteUpload(e *core.RecordEvent) error {
	dir, isServer := e.App.Store().Get(notesKey).(string)
	if !isServer {
		return e.Next()
	}
	var notes []string
	for _, attached := range NewFiles(e.Record) {
		for _, file := range attached {
			note := filepath.Join(dir, url.PathEscape(path.Join(e.Record.BaseFilesPath(), file.Name)))
			if err := os.WriteFile(note, nil, 0o600); err != nil {
				return err
			}
			notes = append(notes, note)
		}
	}
	err := e.Next()
	if e.App.IsTransactional() { // it may still be undone: the next start looks
		return err
	}
	for _, note := range notes {
		_ = os.Remove(note) // the next start removes one that stays
	}
	return err
}

// cutOffLimit is how long removing what was cut off may take.
const cutOffLimit = 5 * time.Minute

// removeCutOff removes the files that were noted, unless their rows name them. While a
// database that was set aside is there, it leaves them: they may belong to that one.
func removeCutOff(app core.App, dir string, notes []os.DirEntry) error {
	former, failed := disk.Former(app.DataDir())
	if len(former) > 0 || failed != nil {
		return failed
	}
	ctx, cancel := context.WithTimeout(context.Background(), cutOffLimit)
	defer cancel()
	for _, note := range notes {
		key, err := url.PathUnescape(note.Name())
		if err == nil {
			err = removeUnnamed(ctx, app, key)
		}
		if err == nil {
			err = os.Remove(filepath.Join(dir, note.Name()))
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// removeUnnamed removes a file that no row names, whole or in part. The names of its parts
// begin with its own.
func removeUnnamed(ctx context.Context, app core.App, key string) error {
	parts := strings.Split(key, "/")
	if len(parts) != 3 {
		return fmt.Errorf("%q is no note of an upload", key)
	}
	row, err := app.FindRecordById(parts[0], parts[1])
	if err == nil && row.FindFileFieldByFile(parts[2]) != nil {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	files, err := list(ctx, app, path.Dir(key))
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasPrefix(file.Key, key) {
			if err := remove(ctx, app, file.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// KeepTemporaries gives a server a temporary folder of its own in the data folder. What
// uploads leave there when the program is killed is deleted at the next start, and what is
// left when it stops, at once. It changes the environment of the process.
func KeepTemporaries(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Only once it listens: a server that does not start must not take the files of one that runs.
		if err := e.Next(); err != nil {
			return err
		}
		dir, err := filepath.Abs(filepath.Join(app.DataDir(), disk.Temporary))
		if err != nil {
			return err
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
			Id: "deskmateTemporaries",
			Func: func(e *core.TerminateEvent) error {
				err := e.Next()
				_ = os.RemoveAll(dir) // the next start tries again
				return err
			},
		})
		// Windows reads the second.
		for _, variable := range []string{"TMPDIR", "TMP"} {
			if err := os.Setenv(variable, dir); err != nil {
				return err
			}
		}
		return nil
	})
}
