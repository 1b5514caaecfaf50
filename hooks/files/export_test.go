package files

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/disk"
)

// BeginNotes makes an app note uploads as a server that has started.
func BeginNotes(app core.App) error {
	NoteUploads(app)
	app.Store().Set(notesKey, notesOf(app))
	return os.MkdirAll(notesOf(app), 0o700)
}

// RemoveCutOff does what a start does about the notes of the last run.
func RemoveCutOff(app core.App) error {
	notes, err := os.ReadDir(notesOf(app))
	return errors.Join(err, removeCutOff(app, notesOf(app), notes))
}

func notesOf(app core.App) string { return filepath.Join(app.DataDir(), disk.Uploads) }
