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

// checkFiles inspects newly attached files, and keeps a description of every file
// next to it.
func checkFiles(e *core.RecordEvent) error {
	quote := e.Record
	var current, stored, descriptions records.QuoteFiles
	err := quote.UnmarshalJSONField(records.FileNames, &current)
	isReadable := err == nil // an operator may have written anything there
	if err := quote.Original().UnmarshalJSONField(records.FileNames, &stored); err != nil {
		stored = nil
	}
	for _, file := range quote.GetStringSlice(records.Files) {
		descriptions = append(descriptions, describe(file, current, stored))
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
	if !isReadable || !slices.Equal(current, descriptions) {
		quote.Set(records.FileNames, descriptions)
	}
	return e.Next()
}

// describe finds the description of a stored file in the first list that has one.
func describe(file string, lists ...records.QuoteFiles) records.QuoteFile {
	for _, list := range lists {
		for _, description := range list {
			if description.File == file {
				return description
			}
		}
	}
	return records.QuoteFile{File: file, Name: file}
}
