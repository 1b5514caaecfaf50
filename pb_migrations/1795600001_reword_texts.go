package pb_migrations

import (
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	const genericText = "Tell us what you are working on, how long it has to be and when you need it. "

	type change struct{ column, old, new string }
	// Texts that an operator has edited no longer match and stay as they are.
	services := []change{
		{"subtitle", "Help with written work, from a first outline to a finished draft", "Help with written work, from first outline to finished draft"},
		{"description",
			genericText + "We read your brief, match it with someone who knows the subject, and answer with a quote. " +
				"You decide whether to go on; asking costs nothing.",
			genericText + "We read your brief, find someone who knows the subject and reply with a quote. " +
				"You decide whether to go ahead. A quote costs nothing."},
		{"description",
			"Bring the task as it was set: the brief, the marking guide and what you have so far. " +
				"We tell you what help fits, who can give it and what it costs, and you follow the work from your dashboard.",
			"Send us the task as it was set: the brief, the marking guide and what you have so far. " +
				"We tell you how we can help and what it costs. You follow the work on your dashboard."},
		{"subtitle", "From a question to an argument that holds", "From the question to a convincing argument"},
		{"description",
			"An essay stands on its question, its structure and its sources. " +
				"Tell us the question and the length; we help with the outline, the argument, the draft and the references.",
			"A good essay depends on its question, its structure and its sources. " +
				"Tell us the question and the length, and we help with the outline, the argument, the draft and the references."},
		{"subtitle", "Long work, in steps that can be managed", "A long project in manageable steps"},
		{"description",
			"A dissertation is months of decisions. Get support with a single chapter, the method, the literature or the whole plan, " +
				"with delivery dates for each part.",
			"A dissertation takes months of decisions. Get help with a single chapter, the method, the literature review or the whole plan, " +
				"with a delivery date for each part."},
	}
	// The features of a service are one JSON list.
	features := []change{
		{"features", "A quote for your own brief, before you commit to anything", "A quote for your brief before you commit to anything"},
		{"features", "Your brief and files in one place, seen only by those who work on them", "Your brief and files in one place, seen only by the people who work on them"},
		{"features", "A due date that both sides see", "One due date that both sides can see"},
		{"features", "An outline that answers the question that was asked", "An outline that answers the question you were set"},
		{"features", "Sources named and referenced in the style you need", "Sources cited in the style you need"},
		{"features", "Help with one chapter or with the whole", "Help with one chapter or the whole dissertation"},
		{"features", "A longer revision window for long work", "A longer revision window for longer work"},
	}

	m.Register(func(app core.App) error {
		for statement, changes := range map[string][]change{
			"UPDATE services SET $column = {:new} WHERE $column = {:old}":                                                                           services,
			`UPDATE services SET $column = replace($column, '"' || {:old} || '"', '"' || {:new} || '"') WHERE instr($column, '"' || {:old} || '"')`: features,
		} {
			for _, change := range changes {
				_, err := app.DB().NewQuery(strings.ReplaceAll(statement, "$column", change.column)).
					Bind(dbx.Params{"old": change.old, "new": change.new}).Execute()
				if err != nil {
					return err
				}
			}
		}
		return nil
	}, nil)
}
