package admin

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// policyCreated is the kind of event in the history (docs/product.md, section 3.9). A version
// never changes afterwards.
const policyCreated = "policy.created"

// Noun declares the versions of the policies. Everybody may read them, and pages of
// people who are signed in follow them.
var Noun = api.Noun{
	Collection: store.Policies,
	Announce: func(_ core.App, policy *core.Record, change api.Change) []api.Announcement {
		return []api.Announcement{{
			Noun: store.Policies, ID: policy.Id, Change: change,
			MayReceive: func(reader domain.Reader) bool { return reader.ID != "" },
		}}
	},
	History: func(policy *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: policyCreated, Title: "Policies " + policy.GetString(store.Version) + " added"}}
	},
	Kinds: []string{policyCreated},
}
