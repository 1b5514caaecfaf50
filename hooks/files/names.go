package files

import (
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/rules"
)

// KeptName is the name of a file as its author gave it, made fit to store: valid
// UTF-8 without control characters, and without its beginning where it is too
// long, so that the extension stays.
func KeptName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.TrimSpace(name))
	if runes := []rune(name); len(runes) > rules.FileNameLimit {
		name = string(runes[len(runes)-rules.FileNameLimit:])
	}
	return name
}

// Listen keeps the names that clients send out of the file store. PocketBase
// writes them into a file's metadata, cut at 255 bytes; a name that is not valid
// UTF-8, or no longer is after the cut, would make the save fail. Features keep
// the author's name in a field of their own (KeptName).
func Listen(app core.App) {
	useStoredNames := writes.At(writes.StageFileNames, func(e *core.RecordEvent) error {
		for _, field := range e.Record.Collection().Fields {
			if field.Type() != core.FieldTypeFile {
				continue
			}
			for _, file := range e.Record.GetUnsavedFiles(field.GetName()) {
				file.OriginalName = file.Name
			}
		}
		return e.Next()
	})
	app.OnRecordCreateExecute().Bind(useStoredNames)
	app.OnRecordUpdateExecute().Bind(useStoredNames)
}
