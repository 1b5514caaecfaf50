package services

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/records"
	"deskmate/rules"
)

// Listen requires every service to have four features, because its page shows four.
func Listen(app core.App) {
	app.OnRecordValidate(records.Services).BindFunc(func(e *core.RecordEvent) error {
		var features []string
		if err := e.Record.UnmarshalJSONField("features", &features); err != nil || len(features) != 4 {
			return failures.FieldErrors(rules.Problems{{
				Field: "features", Code: rules.Invalid, Message: "Features must be a list of four texts",
			}})
		}
		return e.Next()
	})
}
