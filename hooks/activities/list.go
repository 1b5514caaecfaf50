package activities

import (
	"errors"
	"net/url"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/lists"
	"deskmate/records"
	"deskmate/rules"
)

// listingOf returns the history as the query filters, searches and sorts it.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.ActivityListing()
	anyText := func(text string) (string, bool) { return text, true }
	err := errors.Join(
		lists.SearchIndexed(&listing, query, records.ActivitySources...),
		lists.Filter(&listing, query, "kind", "x.kind", func(text string) (string, bool) { return text, isKind(e.App, text) }),
		lists.Filter(&listing, query, "actor", "x.actor", anyText),
		lists.Filter(&listing, query, "user", "x.user", anyText),
		lists.Filter(&listing, query, "assignment", "x.assignment", anyText),
		lists.Filter(&listing, query, "quote", "x.quote", anyText),
		filterPerson(&listing, query),
		filterSpan(&listing, query),
		lists.SortBy(&listing, query, records.ActivityOrders),
	)
	return listing, err
}

// filterPerson limits the listing to what one person did and what was done to them.
func filterPerson(listing *records.Listing, query url.Values) error {
	person := query.Get("person")
	switch {
	case !query.Has("person"):
	case rules.IsBlank(person): // an empty id would match every entry without an account
		return failures.BadRequest("Invalid person filter")
	default:
		records.WherePerson(listing, person)
	}
	return nil
}

// filterSpan limits the listing to a span of time: from is inclusive, before is exclusive.
func filterSpan(listing *records.Listing, query url.Values) error {
	for name, limit := range map[string]func(*records.Listing, time.Time){
		"from": records.WhereHappenedFrom, "before": records.WhereHappenedBefore,
	} {
		if !query.Has(name) {
			continue
		}
		moment, ok := rules.ParseTime(query.Get(name))
		if !ok {
			return failures.BadRequest("Invalid " + name + " filter")
		}
		limit(listing, moment)
	}
	return nil
}

func listActivities(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, view)
}
