package quotes

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/records"
	"deskmate/rules"
)

// Listen checks the files of every quote request, whether a visitor sent it or
// an operator changes it in the console, and writes only what changed.
func Listen(app core.App) {
	app.OnRecordUpdate(records.Quotes).BindFunc(func(e *core.RecordEvent) error {
		e.Record.IgnoreUnchangedFields(true)
		return e.Next()
	})
	app.OnRecordValidate(records.Quotes).BindFunc(checkFiles)
}

// checkFiles looks into newly attached files, and keeps each file's name and size
// next to it, in the order of the files.
func checkFiles(e *core.RecordEvent) error {
	quote := e.Record
	var kept, descriptions records.QuoteFiles
	if err := quote.UnmarshalJSONField(records.FileNames, &kept); err != nil {
		kept = nil // an operator may have written anything there
	}
	for _, stored := range quote.GetStringSlice(records.Files) {
		known := slices.IndexFunc(kept, func(file records.QuoteFile) bool { return file.File == stored })
		if known >= 0 {
			descriptions = append(descriptions, kept[known])
		}
	}
	for _, file := range quote.GetUnsavedFiles(records.Files) {
		problems, err := files.CheckContent(e.Context, e.App, file)
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return failures.FieldErrors(rules.Problems{{Field: records.Files, Code: problems[0].Code, Message: problems[0].Message}})
		}
		descriptions = append(descriptions, records.QuoteFile{File: file.Name, Name: files.KeptName(file.OriginalName), Size: file.Size})
	}
	if !slices.Equal(kept, descriptions) {
		quote.Set(records.FileNames, descriptions)
	}
	return e.Next()
}
