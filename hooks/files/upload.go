package files

import (
	"mime/multipart"
	"path"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/security"
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
// is part of its address, which people read who may not read what it was called.
func Uploaded(part *multipart.FileHeader) (*filesystem.File, error) {
	file, err := filesystem.NewFileFromMultipart(part)
	if err == nil {
		file.Name = "file_" + security.RandomStringWithAlphabet(20, "abcdefghijklmnopqrstuvwxyz0123456789") + path.Ext(file.Name)
	}
	return file, err
}
