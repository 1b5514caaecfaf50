package notices

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Noun declares notices. Only their owner hears of them.
var Noun = nouns.Noun{
	Collection: records.Notices,
	Announce: func(app core.App, notice *core.Record, change nouns.Change) []nouns.Announcement {
		return nouns.Announce(notice, change, func(version *core.Record) func(rules.Reader) rules.Scope { return scopeOf(app, version) })
	},
}

// scopeOf returns what a reader may see of a notice: its owner sees it, unless it is of
// a kind that the owner's present role does not get.
func scopeOf(app core.App, notice *core.Record) func(rules.Reader) rules.Scope {
	owner := notice.GetString(records.UserField)
	kind, isKnown := messages.KindOf(app, notice.GetString(records.Kind))
	roles := kind.Roles
	return func(reader rules.Reader) rules.Scope {
		if isKnown && !slices.Contains(roles, reader.Role) {
			return rules.ScopeNone
		}
		return rules.OwnerScope(reader, owner)
	}
}
