package notices

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Noun declares notices. Only their owner hears of them.
var Noun = nouns.Noun{
	Collection: records.Notices,
	Announce: func(_ core.App, notice *core.Record, change nouns.Change) []nouns.Announcement {
		return nouns.Announce(notice, change, func(version *core.Record) func(rules.Reader) rules.Scope {
			owner := version.GetString(records.UserField)
			return func(reader rules.Reader) rules.Scope { return rules.OwnerScope(reader, owner) }
		})
	},
}
