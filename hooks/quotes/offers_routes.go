package quotes

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// offerRoutes returns the routes of this package.
func offerRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/quotes/{id}/offer-link", Who: api.Admins, Handler: linkOffer, Unlimited: true},
		{Method: "GET", Path: "/quotes/mine", Who: api.SignedIn, Handler: listOwn},
		{Method: "GET", Path: "/offers/{token}", Who: api.Anyone, Handler: showOffer},
		{Method: "POST", Path: "/offers/{token}/accept", Who: api.Anyone, Handler: acceptOffer},
		{Method: "POST", Path: "/offers/{token}/decline", Who: api.Anyone, Handler: declineOffer, Unlimited: true},
	}
}

// An offer has two links. The one that is mailed, or passed on by an admin, proves that
// whoever has it reads the mail of the address that asked. The other one is shown to the
// account that asked, which may have typed any address, so it proves nothing.
const (
	mailedLink = "offer"
	ownLink    = "own offer"
)

func offerNotFound() error { return failures.NotFound("Offer not found") }

// linkOffer returns the link of an open offer, for admins to pass on by hand.
func linkOffer(e *core.RequestEvent) error {
	row, err := store.FindQuoteRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Quote not found")
	}
	if err != nil {
		return err
	}
	if domain.OfferStatus(row.OfferStatus, row.ValidUntil.Time(), clock.Now(e.App)) != domain.OfferOpen {
		return failures.Conflict("This quote has no offer")
	}
	token, err := sessions.JoinToken(e.App, mailedLink, row.Offer, row.OfferNonce)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, map[string]string{"url": api.Origin(e) + "/offers/" + token, "validUntil": string(row.ValidUntil)})
}

// found is an offer as its link shows it. The version is the newest one of this link.
type found struct {
	offer, version, quote *core.Record
	status                string
	isMailed              bool // the link proves the address
}

// findOffer returns the offer that the token in the request path opens.
func findOffer(e *core.RequestEvent, app core.App) (found, error) {
	token := e.Request.PathValue("token")
	id, _ := sessions.SplitToken(token)
	offer, err := store.FindOffer(app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return found{}, offerNotFound()
	}
	if err != nil {
		return found{}, err
	}
	isMailed, err := sessions.TokenMatches(app, token, mailedLink, id, offer.GetString(store.Nonce))
	if err != nil {
		return found{}, err
	}
	isOwn, err := sessions.TokenMatches(app, token, ownLink, id, offer.GetString(store.Nonce))
	if err != nil {
		return found{}, err
	}
	if !isMailed && !isOwn {
		return found{}, offerNotFound()
	}
	quote, err := app.FindRecordById(store.Quotes, offer.GetString(store.Quote))
	if err != nil {
		return found{}, err
	}
	version, err := store.FindNewestVersion(app, id)
	if err != nil {
		return found{}, err
	}
	status := domain.OfferStatus(offer.GetString(store.Status), version.GetDateTime(store.ValidUntil).Time(), clock.Now(app))
	if status == domain.OfferAccepted && quote.GetString(store.Student) == "" {
		return found{}, offerNotFound() // the account that accepted it has been deleted
	}
	return found{offer, version, quote, status, isMailed}, nil
}

// showOffer returns what the link of an offer shows, and notes when a customer first
// reads it.
func showOffer(e *core.RequestEvent) error {
	f, err := findOffer(e, e.App)
	if err != nil {
		return err
	}
	isFirst := f.status == domain.OfferOpen && f.offer.GetDateTime(store.OpenedAt).IsZero()
	if isFirst && !sessions.HasRole(e, domain.RoleAdmin) {
		if err := markOpened(e, f.offer.Id); err != nil {
			return err
		}
	}
	view, err := viewOffer(e.Request.Context(), e.App, f)
	if err != nil {
		return err
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.JSON(http.StatusOK, view)
}

func markOpened(e *core.RequestEvent, id string) error {
	return sessions.Change(e, func(ctx context.Context, tx core.App) error {
		offer, err := store.FindOffer(tx, id)
		if err != nil || !offer.GetDateTime(store.OpenedAt).IsZero() {
			return err
		}
		offer.Set(store.OpenedAt, clock.Now(tx))
		if err := tx.SaveWithContext(ctx, offer); err != nil {
			return err
		}
		// Nothing else changes, but the desk hears of changes of quote requests.
		quote, err := tx.FindRecordById(store.Quotes, offer.GetString(store.Quote))
		if err != nil {
			return err
		}
		return tx.SaveWithContext(ctx, quote)
	})
}

// declineOffer takes the customer's no, with a reason if they give one.
func declineOffer(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		f, err := findOffer(e, tx)
		if err != nil {
			return err
		}
		if refusal, refused := domain.OfferRefusals[f.status]; refused {
			return failures.Conflict(refusal)
		}
		if problems := domain.CheckDeclineReason(input.Reason); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		f.offer.Set(store.Reason, strings.TrimSpace(input.Reason))
		if err := tx.SaveWithContext(ctx, f.offer); err != nil {
			return err
		}
		f.quote.Set(store.Status, domain.QuoteDeclined)
		return tx.SaveWithContext(ctx, f.quote) // which closes the offer
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"status": domain.OfferDeclined})
}
