package admin

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// listenServices requires every service to have four features, because its page shows four.
func listenServices(app core.App) {
	app.OnRecordValidate(store.Services).BindFunc(func(e *core.RecordEvent) error {
		var features []string
		if err := e.Record.UnmarshalJSONField("features", &features); err != nil || len(features) != 4 {
			return failures.FieldErrors(domain.Problems{{
				Field: "features", Code: domain.Invalid, Message: "Features must be a list of four texts",
			}})
		}
		return e.Next()
	})
}
