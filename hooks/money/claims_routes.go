package money

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// claimRoutes returns the routes of this package.
func claimRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/assignments/{id}/claims", Who: api.SignedIn, Handler: openClaim},
		{Method: "GET", Path: "/assignments/{id}/claims", Who: api.SignedIn, Handler: listClaimsOf},
		{Method: "GET", Path: "/claims", Who: api.Admins, Handler: listClaims},
		{Method: "PATCH", Path: "/claims/{id}", Who: api.Admins, Handler: decideClaim},
		{Method: "POST", Path: "/claims/{id}/withdraw", Who: api.SignedIn, Handler: withdrawClaim, Unlimited: true},
		{Method: "POST", Path: "/claims/{id}/pay", Who: api.Admins, Handler: payClaim},
	}
}

func claimNotFound() error { return failures.NotFound("Claim not found") }

func listClaims(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	listing := store.ClaimListing()
	err := errors.Join(
		api.FilterAny(&listing, query, "status", "c.status", domain.ParseClaimStatus),
		api.Filter(&listing, query, "kind", "c.kind", domain.ParseClaimKind),
		api.SortBy(&listing, query, store.ClaimOrders),
	)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, claimViewFor(sessions.Reader(e)))
}

func listClaimsOf(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, store.ClaimsOfListing(row.ID), claimViewFor(sessions.Reader(e)))
}

// answerClaim responds with a claim as it is stored now.
func answerClaim(e *core.RequestEvent, status int, id string) error {
	row, err := store.FindClaimRow(e.Request.Context(), e.App, id)
	if err != nil {
		return err
	}
	return e.JSON(status, claimViewFor(sessions.Reader(e))(row))
}

// answerClaimAct responds with the claim in the request path after an action, or with the
// failure of the action.
func answerClaimAct(e *core.RequestEvent, err error) error {
	if err != nil {
		return err
	}
	return answerClaim(e, http.StatusOK, e.Request.PathValue("id"))
}
