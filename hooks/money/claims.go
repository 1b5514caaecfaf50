package money

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
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

// listenClaims keeps the console from changing claims, which the sums and clocks of the
// assignments follow.
func listenClaims(app core.App) {
	app.OnRecordUpdateRequest(store.Claims).BindFunc(refuseConsole)
	app.OnRecordDeleteRequest(store.Claims).BindFunc(refuseConsole)
}

// refuseConsole refuses what an operator changes through PocketBase's own endpoints.
func refuseConsole(*core.RecordRequestEvent) error {
	return failures.Conflict("Decide this claim on the assignment instead")
}

// CloseClaimOfStub withdraws the open claim on an assignment of which only a stub stays.
func CloseClaimOfStub(e *core.RecordEvent) error {
	if !store.BecomesStub(e.Record) || !e.Record.GetBool(store.ClaimOpen) {
		return e.Next()
	}
	claim, err := store.FindOpenClaim(e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if claim != nil {
		claim.Set(store.Status, domain.ClaimWithdrawn)
		if err := transaction.SaveNested(e.Context, e.App, claim); err != nil {
			return err
		}
	}
	closeClaim(e.App, e.Record)
	return e.Next()
}

// kindPrefix begins the kinds of events in the history of a claim. What follows is the
// kind of a claim that was opened, or the status that it got.
const kindPrefix = "claim."

// titles are what the history calls the events of a claim, by the kind or the status.
var titles = map[string]string{
	domain.ClaimRefund:    "Refund requested",
	domain.ClaimDispute:   "Dispute opened",
	domain.ClaimApproved:  "Claim approved",
	domain.ClaimDeclined:  "Claim declined",
	domain.ClaimWithdrawn: "Claim withdrawn",
	domain.ClaimPaid:      "Refund paid",
}

// ClaimNoun declares claims. A claim appears in the history of its assignment.
var ClaimNoun = api.Noun{
	Collection: store.Claims,
	Announce: func(app core.App, claim *core.Record, change api.Change) []api.Announcement {
		scopes := domain.DeskScope // of deleted work
		if assignment, err := store.FindAssignment(app, claim.GetString(store.Assignment)); err == nil {
			scopes = store.AssignmentScopes(assignment)
		}
		return api.Announce(claim, change, func(*core.Record) func(domain.Reader) domain.Scope { return scopes })
	},
	History: claimHistory,
	Kinds: []string{
		kindPrefix + domain.ClaimRefund, kindPrefix + domain.ClaimDispute, kindPrefix + domain.ClaimApproved,
		kindPrefix + domain.ClaimDeclined, kindPrefix + domain.ClaimWithdrawn, kindPrefix + domain.ClaimPaid,
	},
	Refers: store.Assignment,
	Thing:  func(claim *core.Record) string { return claim.GetString(store.Assignment) },
}

// claimHistory returns the event of a change. The refund that comes with cancelling, and goes if
// that is undone, is part of what the history says about that.
func claimHistory(record *core.Record, change api.Change) []api.Event {
	claim, happened := store.ClaimOf(record), ""
	switch {
	case claim.ByCancelling && claim.Status != domain.ClaimPaid:
	case change == api.Created:
		happened = claim.Kind
	case change == api.Updated && api.Differs(record, store.Status):
		happened = claim.Status
	}
	if happened == "" {
		return nil
	}
	return []api.Event{{Kind: kindPrefix + happened, Title: titles[happened], User: claim.OpenedBy}}
}

// openClaim opens a refund request or a dispute. Until it is closed, nothing is delivered,
// accepted or paid out.
func openClaim(e *core.RequestEvent) error {
	var input domain.NewClaim
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	id := ""
	err := orders.Act(e, input.Action(), nil, func(ctx context.Context, tx core.App, row store.AssignmentRow, assignment *core.Record) error {
		order := row.Order()
		openedAs := order.OpenedAs(sessions.Reader(e))
		if problems := input.Check(order, openedAs); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		terms, err := store.ReadOrderTerms(ctx, tx)
		if err != nil {
			return err
		}
		kind, _ := domain.ParseClaimKind(input.Kind)
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return err
		}
		claim, err := store.NewRecord(tx, store.Claims, map[string]any{
			store.Assignment:  row.ID,
			store.OpenedBy:    sessions.Caller(e).Id,
			store.OpenedAs:    openedAs,
			store.Kind:        kind,
			store.Status:      domain.ClaimStatusOpen,
			store.Reason:      strings.TrimSpace(input.Reason),
			store.AmountCents: input.Cents(order, openedAs),
			store.DueAt:       policy.ClaimDueAt(clock.Now(tx)),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, claim); err != nil {
			return err
		}
		id = claim.Id
		assignment.Set(store.ClaimOpen, true)
		return nil
	})
	if err != nil {
		return err
	}
	return answerClaim(e, http.StatusCreated, id)
}
