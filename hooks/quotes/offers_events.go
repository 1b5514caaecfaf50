package quotes

import (
	"crypto/rand"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// listenOffers keeps offers from being changed in the console: they follow their quote
// requests (FollowQuote).
func listenOffers(app core.App) {
	refuse := func(*core.RecordEvent) error { return failures.Conflict("What was offered cannot be changed") }
	app.OnRecordUpdate(store.OfferVersionRows).BindFunc(refuse)
	app.OnRecordCreateRequest(store.Offers, store.OfferVersionRows).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Price the quote request instead")
	})
	app.OnRecordCreateRequest(store.Quotes).BindFunc(refuseAcceptance)
	app.OnRecordUpdateRequest(store.Quotes).BindFunc(refuseAcceptance)
}

// refuseAcceptance refuses an operator who marks a request as accepted in the console: it
// would have no order.
func refuseAcceptance(e *core.RecordRequestEvent) error {
	if e.Record.GetString(store.Status) == domain.QuoteAccepted && api.Differs(e.Record, store.Status) {
		return failures.FieldErrors(domain.Problems{{Field: store.Status, Code: domain.Invalid, Message: "Only the customer can accept an offer"}})
	}
	return e.Next()
}

// KeepAccepted refuses to offer again what was accepted, whoever tries.
func KeepAccepted(e *core.RecordEvent) error {
	wasAccepted := e.Record.Original().GetString(store.Status) == domain.QuoteAccepted
	if wasAccepted && api.Differs(e.Record, store.Status, store.AmountCents, store.ValidUntil, store.Note) {
		return failures.Conflict("An accepted quote cannot be changed")
	}
	return e.Next()
}

// FollowQuote brings the offer in step with its quote request.
func FollowQuote(e *core.RecordEvent) error {
	quote := e.Record
	open, err := store.FindOpenOffer(e.App, quote.Id)
	if err != nil {
		return err
	}
	switch status := quote.GetString(store.Status); {
	case status == domain.QuoteQuoted && isOffered(quote, open):
		err = offer(e, quote, open)
	case status == domain.QuoteNew || status == domain.QuoteClosed:
		err = endOffer(e, open, domain.OfferWithdrawn)
	case status == domain.QuoteDeclined:
		err = endOffer(e, open, domain.OfferDeclined)
	}
	if err != nil {
		return err
	}
	return e.Next()
}

// isOffered reports whether saving a quoted request offers something. A request that was
// priced before there were offers has none; it gets one when it is priced again, but not
// when it only changes hands.
func isOffered(quote, open *core.Record) bool {
	if api.Differs(quote, store.AmountCents, store.ValidUntil, store.Note) {
		return true
	}
	return open == nil && !api.Differs(quote, store.Student)
}

// checkOfferPricing returns the problems of what a quote request offers.
func checkOfferPricing(quote store.StoredQuote, now time.Time) domain.Problems {
	var amount *int
	if quote.AmountCents > 0 {
		amount = &quote.AmountCents
	}
	return domain.CheckPricing(amount, quote.ValidUntil.Time(), now)
}

// endOffer closes an open offer, if there is one. Its link then shows the outcome for good.
func endOffer(e *core.RecordEvent, open *core.Record, status string) error {
	if open == nil {
		return nil
	}
	open.Set(store.Status, status)
	open.Set(store.AnsweredAt, clock.Now(e.App))
	return transaction.SaveNested(e.Context, e.App, open)
}

// offer stores a new version of what is offered. A quote request without an open offer
// gets a new one, with a link of its own.
func offer(e *core.RecordEvent, quote, open *core.Record) error {
	stored := store.QuoteOf(quote)
	if problems := checkOfferPricing(stored, clock.Now(e.App)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if open == nil {
		created, err := store.NewRecord(e.App, store.Offers, map[string]any{
			store.Quote: quote.Id, store.Nonce: rand.Text(), store.Status: domain.OfferOpen,
		})
		if err != nil {
			return err
		}
		open = created
	}
	// Nobody accepts a price that they made, whoever has changed anything else since.
	if open.IsNew() || api.Differs(quote, store.AmountCents) {
		open.Set(store.PricedBy, "")
		if person := store.ActorOf(e.Context, quote).Person; person != nil {
			open.Set(store.PricedBy, person.Id)
		}
	}
	if err := transaction.SaveNested(e.Context, e.App, open); err != nil {
		return err
	}
	policy, err := store.FindPolicy(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	number := stored.Version + 1
	version, err := store.NewRecord(e.App, store.OfferVersionRows, map[string]any{
		store.Quote:       quote.Id,
		store.Offer:       open.Id,
		store.Version:     number,
		store.AmountCents: stored.AmountCents,
		store.ValidUntil:  quote.GetDateTime(store.ValidUntil),
		store.Note:        stored.Note,
		store.Policy:      policy.Id,
		store.TutorShare:  site.GetInt(store.TutorShare),
	})
	if err != nil {
		return err
	}
	quote.Set(store.Version, number)
	if err := transaction.SaveNested(e.Context, e.App, version); err != nil {
		return err
	}
	return tellOfOffer(e, quote)
}
