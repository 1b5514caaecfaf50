package activities

import (
	"deskmate/hooks/lists"
	"deskmate/hooks/nouns"
	"deskmate/records"
)

// Noun declares the history itself. It is exported, and has no history of its own.
var Noun = nouns.Noun{
	Collection: records.Activities,
	Export: lists.Export[records.ActivityRow]{Noun: records.Activities, Listing: listingOf, Columns: []lists.Column[records.ActivityRow]{
		{Head: "id", Cell: func(row records.ActivityRow) string { return row.ID }},
		{Head: "time", Cell: func(row records.ActivityRow) string { return string(row.Created) }},
		{Head: "kind", Cell: func(row records.ActivityRow) string { return row.Kind }},
		{Head: "what", Cell: func(row records.ActivityRow) string { return row.Title }},
		{Head: "by", Cell: func(row records.ActivityRow) string { return actorOf(row).Name }},
		{Head: "by id", Cell: func(row records.ActivityRow) string { return row.Actor }},
		{Head: "person", Cell: func(row records.ActivityRow) string { return row.UserName }},
		{Head: "person id", Cell: func(row records.ActivityRow) string { return row.User }},
		{Head: "assignment", Cell: func(row records.ActivityRow) string { return row.AssignmentTitle }},
		{Head: "assignment id", Cell: func(row records.ActivityRow) string { return row.Assignment }},
		{Head: "quote", Cell: func(row records.ActivityRow) string { return row.QuoteReference }},
		{Head: "quote id", Cell: func(row records.ActivityRow) string { return row.Quote }},
	}},
}
