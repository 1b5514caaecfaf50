package activities

import (
	"errors"
	"net/url"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// listingOf is the history filtered, searched and ordered as the request asks.
func listingOf(e *core.RequestEvent) (records.Listing, error) {
	query := e.Request.URL.Query()
	listing := records.ActivityListing()
	anyText := func(text string) (string, bool) { return text, true }
	err := errors.Join(
		wire.Search(&listing, query, records.ActivitySearch...),
		wire.Filter(&listing, query, "kind", "x.kind", func(text string) (string, bool) { return text, slices.Contains(Kinds, text) }),
		wire.Filter(&listing, query, "actor", "x.actor", anyText),
		wire.Filter(&listing, query, "user", "x.user", anyText),
		wire.Filter(&listing, query, "assignment", "x.assignment", anyText),
		wire.Filter(&listing, query, "quote", "x.quote", anyText),
		filterPerson(&listing, query),
		filterSpan(&listing, query),
		wire.SortBy(&listing, query, records.ActivityOrders),
	)
	return listing, err
}

// filterPerson keeps what a person did and what happened to them, where the query names one.
func filterPerson(listing *records.Listing, query url.Values) error {
	person := query.Get("person")
	switch {
	case !query.Has("person"):
	case rules.IsBlank(person): // what nobody with an account did is nobody's
		return wire.BadRequest("Invalid person filter")
	default:
		records.WherePerson(listing, person)
	}
	return nil
}

// filterSpan keeps what happened from one time on, and before another, where the query names them.
func filterSpan(listing *records.Listing, query url.Values) error {
	for name, narrow := range map[string]func(*records.Listing, time.Time){
		"from": records.WhereHappenedFrom, "before": records.WhereHappenedBefore,
	} {
		if !query.Has(name) {
			continue
		}
		moment, ok := rules.ParseTime(query.Get(name))
		if !ok {
			return wire.BadRequest("Invalid " + name + " filter")
		}
		narrow(listing, moment)
	}
	return nil
}

func listActivities(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerList(e, listing, view)
}

// exportActivities sends the history, as filtered, for a spreadsheet.
func exportActivities(e *core.RequestEvent) error {
	listing, err := listingOf(e)
	if err != nil {
		return err
	}
	return wire.AnswerCSV(e, "activities.csv", listing, []string{
		"id", "time", "kind", "what", "by", "by id", "person", "person id", "assignment", "assignment id", "quote", "quote id",
	}, func(row records.ActivityRow) []string {
		return []string{
			row.ID, rules.FormatTime(row.Created.Time()), row.Kind, row.Title, actorOf(row).Name, row.Actor,
			row.UserName, row.User, row.AssignmentTitle, row.Assignment, row.QuoteReference, row.Quote,
		}
	})
}
