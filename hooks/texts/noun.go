package texts

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Kinds of events in the history of a text (docs/product.md, section 3.9).
const (
	released = "text.released"
	removed  = "text.removed"
)

// Noun declares held texts. Admins hear of every change to them. A decision is announced
// as a change to the assignment too, because both sides then read something else.
var Noun = nouns.Noun{
	Collection: records.Texts,
	Announce: func(app core.App, text *core.Record, change nouns.Change) []nouns.Announcement {
		announced := nouns.Announce(text, change, func(*core.Record) func(rules.Reader) rules.Scope { return rules.DeskScope })
		assignment, err := records.FindAssignment(app, text.GetString(records.Assignment))
		if change != nouns.Updated || err != nil {
			return announced
		}
		return append(announced, nouns.Announce(assignment, nouns.Updated, records.AssignmentScopes)...)
	},
	History: func(text *core.Record, change nouns.Change) []nouns.Event {
		switch status := text.GetString(records.Status); {
		case change != nouns.Updated || !nouns.Differs(text, records.Status):
			return nil
		case status == rules.TextReleased:
			return []nouns.Event{{Kind: released, Title: "Text released", User: text.GetString(records.Writer)}}
		default:
			return []nouns.Event{{Kind: removed, Title: "Text removed", User: text.GetString(records.Writer)}}
		}
	},
	Kinds:  []string{released, removed},
	Refers: records.Assignment,
	Thing:  func(text *core.Record) string { return text.GetString(records.Assignment) },
}
