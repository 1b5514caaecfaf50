package history

import (
	"errors"
	"net/url"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// listingOf returns the history as the query filters, searches and sorts it.
func listingOf(e *core.RequestEvent) (store.Listing, error) {
	query := e.Request.URL.Query()
	listing := store.ActivityListing()
	anyText := func(text string) (string, bool) { return text, true }
	err := errors.Join(
		api.SearchIndexed(&listing, query, store.ActivitySources...),
		api.Filter(&listing, query, "kind", "x.kind", func(text string) (string, bool) { return text, isKind(e.App, text) }),
		api.Filter(&listing, query, "actor", "x.actor", anyText),
		api.Filter(&listing, query, "user", "x.user", anyText),
		api.Filter(&listing, query, "assignment", "x.assignment", anyText),
		api.Filter(&listing, query, "quote", "x.quote", anyText),
		filterPerson(&listing, query),
		filterSpan(&listing, query),
		api.SortBy(&listing, query, store.ActivityOrders),
	)
	return listing, err
}

// filterPerson limits the listing to what one person did and what was done to them.
func filterPerson(listing *store.Listing, query url.Values) error {
	person := query.Get("person")
	switch {
	case !query.Has("person"):
	case domain.IsBlank(person): // an empty id would match every entry without an account
		return failures.BadRequest("Invalid person filter")
	default:
		store.WherePerson(listing, person)
	}
	return nil
}

// filterSpan limits the listing to a span of time: from is inclusive, before is exclusive.
func filterSpan(listing *store.Listing, query url.Values) error {
	for name, limit := range map[string]func(*store.Listing, time.Time){
		"from": store.WhereHappenedFrom, "before": store.WhereHappenedBefore,
	} {
		if !query.Has(name) {
			continue
		}
		moment, ok := domain.ParseTime(query.Get(name))
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
	return api.AnswerList(e, listing, view)
}
