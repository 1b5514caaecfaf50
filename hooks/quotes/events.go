package quotes

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Listen looks into the files of every quote request, be it sent to us or
// changed in the console, and writes back only what changed.
func Listen(app core.App) {
	app.OnRecordUpdate(records.Quotes).BindFunc(func(e *core.RecordEvent) error {
		e.Record.IgnoreUnchangedFields(true)
		return e.Next()
	})
	app.OnRecordValidate(records.Quotes).BindFunc(func(e *core.RecordEvent) error {
		for _, file := range e.Record.GetUnsavedFiles(records.Files) {
			problems, err := wire.CheckContent(file)
			if err != nil {
				return err
			}
			if len(problems) > 0 {
				return wire.AsFieldErrors(rules.Problems{{Field: records.Files, Code: problems[0].Code, Message: problems[0].Message}})
			}
		}
		return e.Next()
	})
}
