package quotes

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/orders"
	"deskmate/hooks/store"
)

// guestQuotes declares how accounts get the requests that were sent from their address.
var guestQuotes = orders.Adoption{
	Name:         "quote requests",
	JobID:        "adoptQuotes",
	Schedule:     "27 * * * *",
	FindAdopters: store.FindQuoteAdopters,
	FindOrphans:  store.FindGuestQuotes,
	Give:         func(quote, account *core.Record) { quote.Set(store.Student, account.Id) },
}
