package quotes

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/adoption"
	"deskmate/records"
)

// guestQuotes declares how accounts get the requests that were sent from their address.
var guestQuotes = adoption.Kind{
	Name:         "quote requests",
	JobID:        "adoptQuotes",
	Schedule:     "27 * * * *",
	FindAdopters: records.FindQuoteAdopters,
	FindOrphans:  records.FindGuestQuotes,
	Give:         func(quote, account *core.Record) { quote.Set(records.Student, account.Id) },
}
