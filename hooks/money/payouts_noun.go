package money

import (
	"context"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

const sent = "payout.sent"

// PayoutNoun declares payouts. Admins and the tutors who are paid hear of them.
var PayoutNoun = api.Noun{
	Collection: store.Payouts,
	Announce: func(app core.App, payout *core.Record, change api.Change) []api.Announcement {
		// If the tutors cannot be read, they are not told live. The notice tells them.
		paid, _ := store.FindPaidTutors(context.Background(), app, payout.Id)
		return []api.Announcement{{
			Noun: store.Payouts, ID: payout.Id, Change: change,
			MayReceive: func(reader domain.Reader) bool {
				return reader.Role == domain.RoleAdmin || slices.Contains(paid, reader.ID)
			},
		}}
	},
	History: func(payout *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: sent, Title: "Payout " + payout.GetString(store.Number) + " sent"}}
	},
	Kinds: []string{sent},
}
