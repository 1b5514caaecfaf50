package messages

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Noun declares notices. Only their owner hears of them.
var Noun = api.Noun{
	Collection: store.Notices,
	Announce: func(app core.App, notice *core.Record, change api.Change) []api.Announcement {
		return api.Announce(notice, change, func(version *core.Record) func(domain.Reader) domain.Scope { return scopeOf(app, version) })
	},
}

// scopeOf returns what a reader may see of a notice: its owner sees it, unless it is of
// a kind that the owner's present role does not get.
func scopeOf(app core.App, notice *core.Record) func(domain.Reader) domain.Scope {
	owner := notice.GetString(store.UserField)
	kind, isKnown := KindOf(app, notice.GetString(store.Kind))
	roles := kind.Roles
	return func(reader domain.Reader) domain.Scope {
		if isKnown && !slices.Contains(roles, reader.Role) {
			return domain.ScopeNone
		}
		return domain.OwnerScope(reader, owner)
	}
}
