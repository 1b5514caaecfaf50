// Package claims lets students and tutors claim a refund or dispute delivered work, and
// admins decide and pay (docs/product.md, section 12).
package claims

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/lists"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "POST", Path: "/assignments/{id}/claims", Who: routes.SignedIn, Handler: openClaim},
		{Method: "GET", Path: "/assignments/{id}/claims", Who: routes.SignedIn, Handler: listClaimsOf},
		{Method: "GET", Path: "/claims", Who: routes.Admins, Handler: listClaims},
		{Method: "PATCH", Path: "/claims/{id}", Who: routes.Admins, Handler: decideClaim},
		{Method: "POST", Path: "/claims/{id}/withdraw", Who: routes.SignedIn, Handler: withdrawClaim, Unlimited: true},
		{Method: "POST", Path: "/claims/{id}/pay", Who: routes.Admins, Handler: payClaim},
	}
}

func notFound() error { return failures.NotFound("Claim not found") }

func listClaims(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	listing := records.ClaimListing()
	err := errors.Join(
		lists.FilterAny(&listing, query, "status", "c.status", rules.ParseClaimStatus),
		lists.Filter(&listing, query, "kind", "c.kind", rules.ParseClaimKind),
		lists.SortBy(&listing, query, records.ClaimOrders),
	)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, viewFor(sessions.Reader(e)))
}

func listClaimsOf(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, records.ClaimsOfListing(row.ID), viewFor(sessions.Reader(e)))
}

// answerClaim responds with a claim as it is stored now.
func answerClaim(e *core.RequestEvent, status int, id string) error {
	row, err := records.FindClaimRow(e.Request.Context(), e.App, id)
	if err != nil {
		return err
	}
	return e.JSON(status, viewFor(sessions.Reader(e))(row))
}

// answerAct responds with the claim in the request path after an action, or with the
// failure of the action.
func answerAct(e *core.RequestEvent, err error) error {
	if err != nil {
		return err
	}
	return answerClaim(e, http.StatusOK, e.Request.PathValue("id"))
}
