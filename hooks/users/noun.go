package users

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Kinds of events in the history of an account (docs/product.md, section 3.9).
const (
	opened          = "account.opened"
	verified        = "account.verified"
	profileChanged  = "account.changed"
	emailChanged    = "account.email"
	passwordChanged = "account.password"
	deactivated     = "account.deactivated"
	activated       = "account.activated"
	roleChanged     = "account.role"
	deleted         = "account.deleted"
)

// Noun declares accounts.
var Noun = nouns.Noun{
	Collection: records.Users,
	Announce: func(_ core.App, account *core.Record, change nouns.Change) []nouns.Announcement {
		return nouns.Announce(account, change, func(version *core.Record) func(rules.Reader) rules.Scope {
			id := version.Id
			return func(reader rules.Reader) rules.Scope { return rules.AccountScope(reader, id) }
		})
	},
	History: history,
	Kinds: []string{
		opened, verified, profileChanged, emailChanged, passwordChanged, deactivated, activated, roleChanged, deleted,
	},
	Export: lists.Export[records.UserRow]{Noun: records.Users, Listing: listingOf, Columns: []lists.Column[records.UserRow]{
		{Head: "id", Cell: func(row records.UserRow) string { return row.ID }},
		{Head: "name", Cell: func(row records.UserRow) string { return row.Name }},
		{Head: "email", Cell: func(row records.UserRow) string { return row.Email }},
		{Head: "role", Cell: func(row records.UserRow) string { return row.Role }},
		{Head: "status", Cell: func(row records.UserRow) string { return row.Status }},
		{Head: "created", Cell: func(row records.UserRow) string { return string(row.Created) }},
	}},
}

const addressVerified = "Email address verified"

// history returns the events that make up a change to an account.
func history(account *core.Record, change nouns.Change) []nouns.Event {
	before := account.Original()
	events := []nouns.Event{}
	add := func(happened bool, kind, title string) {
		if happened {
			events = append(events, nouns.Event{Kind: kind, Title: title, User: account.Id})
		}
	}
	switch {
	case change == nouns.Created:
		add(true, opened, "Account opened")
		add(account.Verified(), verified, addressVerified) // as when a link that was mailed to the address opened it
		return events
	case change == nouns.Deleted:
		return []nouns.Event{{Kind: deleted, Title: "Account deleted", User: account.Id}}
	case nouns.Differs(account, records.DeletingAt):
		return nil // the history records the deletion when it is complete
	}
	add(!before.Verified() && account.Verified(), verified, addressVerified)
	add(before.Email() != account.Email(), emailChanged, "Email address changed")
	add(nouns.Differs(account, records.PasswordField+":hash"), passwordChanged, "Password changed")
	add(records.IsActive(before) && !records.IsActive(account), deactivated, "Account deactivated")
	add(!records.IsActive(before) && records.IsActive(account), activated, "Account activated")
	add(nouns.Differs(account, records.Role), roleChanged, "Role changed to "+account.GetString(records.Role))
	add(nouns.Differs(account, records.FirstName, records.LastName, records.Phone, records.Bio,
		records.Specialization, records.Experience, records.Country), profileChanged, "Profile updated")
	return events
}
