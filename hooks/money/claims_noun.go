package money

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

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
func claimHistory(claim *core.Record, change api.Change) []api.Event {
	happened := ""
	switch status := claim.GetString(store.Status); {
	case claim.GetBool(store.ByCancelling) && status != domain.ClaimPaid:
	case change == api.Created:
		happened = claim.GetString(store.Kind)
	case change == api.Updated && api.Differs(claim, store.Status):
		happened = status
	}
	if happened == "" {
		return nil
	}
	return []api.Event{{Kind: kindPrefix + happened, Title: titles[happened], User: claim.GetString(store.OpenedBy)}}
}
