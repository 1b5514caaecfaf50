package payouts

import (
	"context"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

const sent = "payout.sent"

// Noun declares payouts. Admins and the tutors who are paid hear of them.
var Noun = nouns.Noun{
	Collection: records.Payouts,
	Announce: func(app core.App, payout *core.Record, change nouns.Change) []nouns.Announcement {
		// If the tutors cannot be read, they are not told live. The notice tells them.
		paid, _ := records.FindPaidTutors(context.Background(), app, payout.Id)
		return []nouns.Announcement{{
			Noun: records.Payouts, ID: payout.Id, Change: change,
			MayReceive: func(reader rules.Reader) bool {
				return reader.Role == rules.RoleAdmin || slices.Contains(paid, reader.ID)
			},
		}}
	},
	History: func(payout *core.Record, change nouns.Change) []nouns.Event {
		if change != nouns.Created {
			return nil
		}
		return []nouns.Event{{Kind: sent, Title: "Payout " + payout.GetString(records.Number) + " sent"}}
	},
	Kinds: []string{sent},
}
