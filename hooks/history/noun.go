package history

import (
	"deskmate/hooks/api"
	"deskmate/hooks/store"
)

// Noun declares the history itself. It is exported, and has no history of its own.
var Noun = api.Noun{
	Collection: store.Activities,
	Export: api.Export[store.ActivityRow]{Noun: store.Activities, Listing: listingOf, Columns: []api.Column[store.ActivityRow]{
		{Head: "id", Cell: func(row store.ActivityRow) string { return row.ID }},
		{Head: "time", Cell: func(row store.ActivityRow) string { return string(row.Created) }},
		{Head: "kind", Cell: func(row store.ActivityRow) string { return row.Kind }},
		{Head: "what", Cell: func(row store.ActivityRow) string { return row.Title }},
		{Head: "by", Cell: func(row store.ActivityRow) string { return actorOf(row).Name }},
		{Head: "by id", Cell: func(row store.ActivityRow) string { return row.Actor }},
		{Head: "person", Cell: func(row store.ActivityRow) string { return row.UserName }},
		{Head: "person id", Cell: func(row store.ActivityRow) string { return row.User }},
		{Head: "assignment", Cell: func(row store.ActivityRow) string { return row.AssignmentTitle }},
		{Head: "assignment id", Cell: func(row store.ActivityRow) string { return row.Assignment }},
		{Head: "quote", Cell: func(row store.ActivityRow) string { return row.QuoteReference }},
		{Head: "quote id", Cell: func(row store.ActivityRow) string { return row.Quote }},
	}},
}
