package files

import (
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/transaction"
)

// CleanName makes the original name of a file fit to store: valid UTF-8 without
// characters that cannot be seen, such as those that let it read backwards. A name that is too long loses its beginning, so that it keeps
// its extension.
func CleanName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, domain.Visible(name)))
	if runes := []rune(name); len(runes) > domain.FileNameLimit {
		name = string(runes[len(runes)-domain.FileNameLimit:])
	}
	return name
}

// Listen prepares files for the store. The store does not get the names that clients
// send: PocketBase would write them into a file's metadata, cut at 255 bytes, and the
// save would fail if the result were not valid UTF-8. Features store the original
// name in a field of their own (CleanName). Listen also paces the copy to a store on
// this machine. A remote store is only as fast as its network.
func Listen(app core.App) {
	prepare := transaction.At(transaction.StageFileNames, func(e *core.RecordEvent) error {
		for _, attached := range NewFiles(e.Record) {
			for _, file := range attached {
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
	listenForRoom(app)
}
