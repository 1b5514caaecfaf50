package moderation

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Kinds of events in the history of a text (docs/product.md, section 3.9).
const (
	released = "text.released"
	removed  = "text.removed"
)

// Noun declares held texts. Admins hear of every change to them. A decision is announced
// as a change to the assignment too, because both sides then read something else.
var Noun = api.Noun{
	Collection: store.Texts,
	Announce: func(app core.App, text *core.Record, change api.Change) []api.Announcement {
		announced := api.Announce(text, change, func(*core.Record) func(domain.Reader) domain.Scope { return domain.DeskScope })
		assignment, err := store.FindAssignment(app, text.GetString(store.Assignment))
		if change != api.Updated || err != nil {
			return announced
		}
		return append(announced, api.Announce(assignment, api.Updated, store.AssignmentScopes)...)
	},
	History: func(text *core.Record, change api.Change) []api.Event {
		switch status := text.GetString(store.Status); {
		case change != api.Updated || !api.Differs(text, store.Status):
			return nil
		case status == domain.TextReleased:
			return []api.Event{{Kind: released, Title: "Text released", User: text.GetString(store.Writer)}}
		default:
			return []api.Event{{Kind: removed, Title: "Text removed", User: text.GetString(store.Writer)}}
		}
	},
	Kinds:  []string{released, removed},
	Refers: store.Assignment,
	Thing:  func(text *core.Record) string { return text.GetString(store.Assignment) },
}
