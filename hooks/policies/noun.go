package policies

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// created is the kind of event in the history (docs/product.md, section 3.9). A version
// never changes afterwards.
const created = "policy.created"

// Noun declares the versions of the policies. Everybody may read them, and pages of
// people who are signed in follow them.
var Noun = nouns.Noun{
	Collection: records.Policies,
	Announce: func(_ core.App, policy *core.Record, change nouns.Change) []nouns.Announcement {
		return []nouns.Announcement{{
			Noun: records.Policies, ID: policy.Id, Change: change,
			MayReceive: func(reader rules.Reader) bool { return reader.ID != "" },
		}}
	},
	History: func(policy *core.Record, change nouns.Change) []nouns.Event {
		if change != nouns.Created {
			return nil
		}
		return []nouns.Event{{Kind: created, Title: "Policies " + policy.GetString(records.Version) + " added"}}
	},
	Kinds: []string{created},
}
