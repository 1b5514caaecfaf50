package files

import (
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/rules"
)

// CleanName is the name of a file as its author chose it, made fit to store: valid
// UTF-8 without control characters. A name that is too long loses its beginning,
// so that it keeps its extension.
func CleanName(name string) string {
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

// Listen prepares files for the store. It keeps the names that clients send out of
// it: PocketBase writes them into a file's metadata, cut at 255 bytes, and the save
// fails if the result is not valid UTF-8. Features keep the author's name in a field
// of their own (CleanName). It also paces the copy to a store on this machine; one
// elsewhere is as fast as its network.
func Listen(app core.App) {
	prepare := writes.At(writes.StageFileNames, func(e *core.RecordEvent) error {
		for _, field := range e.Record.Collection().Fields {
			if field.Type() != core.FieldTypeFile {
				continue
			}
			for _, file := range e.Record.GetUnsavedFiles(field.GetName()) {
				file.OriginalName = file.Name
				if _, isPaced := file.Reader.(pacedFile); !isPaced && !e.App.Settings().S3.Enabled {
					file.Reader = pacedFile{file.Reader}
				}
			}
		}
		return e.Next()
	})
	app.OnRecordCreateExecute().Bind(prepare)
	app.OnRecordUpdateExecute().Bind(prepare)
}
