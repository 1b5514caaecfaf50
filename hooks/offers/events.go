// Package offers is the public face of priced quote requests: the link that a customer
// gets, what it shows, and the customer's answer (docs/product.md, section 10.4).
package offers

import (
	"crypto/rand"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen makes, changes and withdraws offers as the desk prices quote requests, whether a
// route or the console does it.
func Listen(app core.App) {
	app.OnRecordUpdateExecute(records.Quotes).Bind(writes.At(writes.StageFollowUp, followQuote))
	app.OnRecordUpdate(records.Quotes).BindFunc(keepAccepted)
	refuse := func(*core.RecordEvent) error { return failures.Conflict("What was offered cannot be changed") }
	app.OnRecordUpdate(records.OfferVersionRows).BindFunc(refuse)
	app.OnRecordCreateRequest(records.Offers, records.OfferVersionRows).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Price the quote request instead")
	})
	app.OnRecordCreateRequest(records.Quotes).BindFunc(refuseAcceptance)
	app.OnRecordUpdateRequest(records.Quotes).BindFunc(refuseAcceptance)
}

// refuseAcceptance refuses an operator who marks a request as accepted in the console: it
// would have no order.
func refuseAcceptance(e *core.RecordRequestEvent) error {
	if e.Record.GetString(records.Status) == rules.QuoteAccepted && nouns.Differs(e.Record, records.Status) {
		return failures.FieldErrors(rules.Problems{{Field: records.Status, Code: rules.Invalid, Message: "Only the customer can accept an offer"}})
	}
	return e.Next()
}

// keepAccepted refuses to offer again what was accepted, whoever tries.
func keepAccepted(e *core.RecordEvent) error {
	wasAccepted := e.Record.Original().GetString(records.Status) == rules.QuoteAccepted
	if wasAccepted && nouns.Differs(e.Record, records.Status, records.AmountCents, records.ValidUntil, records.Note) {
		return failures.Conflict("An accepted quote cannot be changed")
	}
	return e.Next()
}

// followQuote brings the offer in step with its quote request.
func followQuote(e *core.RecordEvent) error {
	quote := e.Record
	return writes.InTransaction(e, func() error {
		open, err := records.FindOpenOffer(e.App, quote.Id)
		if err != nil {
			return err
		}
		switch status := quote.GetString(records.Status); {
		case status == rules.QuoteQuoted && isOffered(quote, open):
			err = offer(e, quote, open)
		case status == rules.QuoteNew || status == rules.QuoteClosed:
			err = end(e, open, rules.OfferWithdrawn)
		case status == rules.QuoteDeclined:
			err = end(e, open, rules.OfferDeclined)
		}
		if err != nil {
			return err
		}
		return e.Next()
	})
}

// isOffered reports whether saving a quoted request offers something. A request that was
// priced before there were offers has none; it gets one when it is priced again, but not
// when it only changes hands.
func isOffered(quote, open *core.Record) bool {
	if nouns.Differs(quote, records.AmountCents, records.ValidUntil, records.Note) {
		return true
	}
	return open == nil && !nouns.Differs(quote, records.Student)
}

// checkPricing returns the problems of what a quote request offers.
func checkPricing(quote *core.Record, now time.Time) rules.Problems {
	var amount *int
	if cents := quote.GetInt(records.AmountCents); cents > 0 {
		amount = &cents
	}
	return rules.CheckPricing(amount, quote.GetDateTime(records.ValidUntil).Time(), now)
}

// end closes an open offer, if there is one. Its link shows what became of it for good.
func end(e *core.RecordEvent, open *core.Record, status string) error {
	if open == nil {
		return nil
	}
	open.Set(records.Status, status)
	open.Set(records.AnsweredAt, clock.Now(e.App))
	return writes.SaveNested(e.Context, e.App, open)
}

// offer stores a new version of what is offered. A quote request without an open offer
// gets a new one, with a link of its own.
func offer(e *core.RecordEvent, quote, open *core.Record) error {
	if problems := checkPricing(quote, clock.Now(e.App)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if open == nil {
		created, err := records.NewRecord(e.App, records.Offers, map[string]any{
			records.Quote: quote.Id, records.Nonce: rand.Text(), records.Status: rules.OfferOpen,
		})
		if err != nil {
			return err
		}
		open = created
	}
	// Nobody accepts a price that they made, whoever has changed anything else since.
	if open.IsNew() || nouns.Differs(quote, records.AmountCents) {
		open.Set(records.PricedBy, "")
		if person := records.ActorOf(e.Context, quote).Person; person != nil {
			open.Set(records.PricedBy, person.Id)
		}
	}
	if err := writes.SaveNested(e.Context, e.App, open); err != nil {
		return err
	}
	policy, err := records.FindPolicy(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	site, err := records.FindSite(e.App)
	if err != nil {
		return err
	}
	number := quote.GetInt(records.Version) + 1
	version, err := records.NewRecord(e.App, records.OfferVersionRows, map[string]any{
		records.Quote:       quote.Id,
		records.Offer:       open.Id,
		records.Version:     number,
		records.AmountCents: quote.GetInt(records.AmountCents),
		records.ValidUntil:  quote.GetDateTime(records.ValidUntil),
		records.Note:        quote.GetString(records.Note),
		records.Policy:      policy.Id,
		records.TutorShare:  site.GetInt(records.TutorShare),
	})
	if err != nil {
		return err
	}
	quote.Set(records.Version, number)
	if err := writes.SaveNested(e.Context, e.App, version); err != nil {
		return err
	}
	return tell(e, quote)
}
