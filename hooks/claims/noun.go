package claims

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// kindPrefix begins the kinds of events in the history of a claim. What follows is the
// kind of a claim that was opened, or the status that it got.
const kindPrefix = "claim."

// titles are what the history calls the events of a claim, by the kind or the status.
var titles = map[string]string{
	rules.ClaimRefund:    "Refund requested",
	rules.ClaimDispute:   "Dispute opened",
	rules.ClaimApproved:  "Claim approved",
	rules.ClaimDeclined:  "Claim declined",
	rules.ClaimWithdrawn: "Claim withdrawn",
	rules.ClaimPaid:      "Refund paid",
}

// Noun declares claims. A claim appears in the history of its assignment.
var Noun = nouns.Noun{
	Collection: records.Claims,
	Announce: func(app core.App, claim *core.Record, change nouns.Change) []nouns.Announcement {
		scopes := rules.DeskScope // of deleted work
		if assignment, err := records.FindAssignment(app, claim.GetString(records.Assignment)); err == nil {
			scopes = records.AssignmentScopes(assignment)
		}
		return nouns.Announce(claim, change, func(*core.Record) func(rules.Reader) rules.Scope { return scopes })
	},
	History: history,
	Kinds: []string{
		kindPrefix + rules.ClaimRefund, kindPrefix + rules.ClaimDispute, kindPrefix + rules.ClaimApproved,
		kindPrefix + rules.ClaimDeclined, kindPrefix + rules.ClaimWithdrawn, kindPrefix + rules.ClaimPaid,
	},
	Refers: records.Assignment,
	Thing:  func(claim *core.Record) string { return claim.GetString(records.Assignment) },
}

// history returns the event of a change. The refund that comes with cancelling, and goes if
// that is undone, is part of what the history says about that.
func history(claim *core.Record, change nouns.Change) []nouns.Event {
	happened := ""
	switch status := claim.GetString(records.Status); {
	case claim.GetBool(records.ByCancelling) && status != rules.ClaimPaid:
	case change == nouns.Created:
		happened = claim.GetString(records.Kind)
	case change == nouns.Updated && nouns.Differs(claim, records.Status):
		happened = status
	}
	if happened == "" {
		return nil
	}
	return []nouns.Event{{Kind: kindPrefix + happened, Title: titles[happened], User: claim.GetString(records.OpenedBy)}}
}
