package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
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
	accountDeleted  = "account.deleted"
)

// Noun declares accounts.
var Noun = api.Noun{
	Collection: store.Users,
	Announce: func(_ core.App, account *core.Record, change api.Change) []api.Announcement {
		return api.Announce(account, change, func(version *core.Record) func(domain.Reader) domain.Scope {
			id := version.Id
			return func(reader domain.Reader) domain.Scope { return domain.AccountScope(reader, id) }
		})
	},
	History: accountHistory,
	Kinds: []string{
		opened, verified, profileChanged, emailChanged, passwordChanged, deactivated, activated, roleChanged, accountDeleted,
	},
	Export: api.Export[store.UserRow]{Noun: store.Users, Listing: listingOf, Columns: []api.Column[store.UserRow]{
		{Head: "id", Cell: func(row store.UserRow) string { return row.ID }},
		{Head: "name", Cell: func(row store.UserRow) string { return row.Name }},
		{Head: "email", Cell: func(row store.UserRow) string { return row.Email }},
		{Head: "role", Cell: func(row store.UserRow) string { return row.Role }},
		{Head: "status", Cell: func(row store.UserRow) string { return row.Status }},
		{Head: "created", Cell: func(row store.UserRow) string { return string(row.Created) }},
	}},
}

const addressVerified = "Email address verified"

// accountHistory returns the events that make up a change to an account.
func accountHistory(account *core.Record, change api.Change) []api.Event {
	before := account.Original()
	events := []api.Event{}
	add := func(happened bool, kind, title string) {
		if happened {
			events = append(events, api.Event{Kind: kind, Title: title, User: account.Id})
		}
	}
	switch {
	case change == api.Created:
		add(true, opened, "Account opened")
		add(account.Verified(), verified, addressVerified) // as when a link that was mailed to the address opened it
		return events
	case change == api.Deleted:
		return []api.Event{{Kind: accountDeleted, Title: "Account deleted", User: account.Id}}
	case api.Differs(account, store.DeletingAt):
		return nil // the history records the deletion when it is complete
	}
	add(!before.Verified() && account.Verified(), verified, addressVerified)
	add(before.Email() != account.Email(), emailChanged, "Email address changed")
	add(api.Differs(account, store.PasswordField+":hash"), passwordChanged, "Password changed")
	add(store.IsActive(before) && !store.IsActive(account), deactivated, "Account deactivated")
	add(!store.IsActive(before) && store.IsActive(account), activated, "Account activated")
	add(api.Differs(account, store.Role), roleChanged, "Role changed to "+account.GetString(store.Role))
	add(api.Differs(account, store.FirstName, store.LastName, store.Phone, store.Bio,
		store.Specialization, store.Experience, store.Country), profileChanged, "Profile updated")
	return events
}
