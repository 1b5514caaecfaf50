package files

import (
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/rules"
)

// KeptName is the name of a file as its author chose it, made fit to store: valid
// UTF-8 without control characters. A name that is too long loses its beginning,
// so that it keeps its extension.
func KeptName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name))
	if runes := []rune(name); len(runes) > rules.FileNameLimit {
		name = string(runes[len(runes)-rules.FileNameLimit:])
	}
	return name
}

// Listen keeps the names that clients send out of the file store. PocketBase
// writes them into a file's metadata, cut at 255 bytes, and the save fails if the
// result is not valid UTF-8. Features keep the author's name in a field of their
// own (KeptName).
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
