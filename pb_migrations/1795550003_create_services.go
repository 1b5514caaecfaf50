package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func init() {
	type service struct {
		slug, name string
		own        bool // has its own content and is left out of the navigation
		title      string
		subtitle   string
		text       string
		features   types.JSONArray[string]
	}
	generic := func(slug, name string) service {
		return service{slug, name, false,
			"Academic Writing Services", "Help with written work, from first outline to finished draft",
			"Tell us what you are working on, how long it has to be and when you need it. " +
				"We read your brief, find someone who knows the subject and reply with a quote. " +
				"You decide whether to go ahead. A quote costs nothing.",
			types.JSONArray[string]{
				"A quote for your brief before you commit to anything",
				"Work by people who know the subject",
				"Free revisions within the revision window",
				"A clear refund policy, with dates you can check",
			}}
	}

	m.Register(func(app core.App) error {
		created, updated := dated()
		services := core.NewBaseCollection("services")
		services.Fields.Add(
			&core.TextField{Name: "slug", Max: 80, Pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", Required: true},
			&core.TextField{Name: "name", Max: 100, Required: true},
			&core.BoolField{Name: "inNavigation"},
			&core.TextField{Name: "title", Max: 150, Required: true},
			&core.TextField{Name: "subtitle", Max: 300},
			&core.TextField{Name: "description", Max: 5000},
			&core.JSONField{Name: "features", MaxSize: 4000},
			&core.BoolField{Name: "enabled"},
			count("position"),
			created, updated,
		)
		services.AddIndex("idx_services_slug", true, "slug", "")
		services.AddIndex("idx_services_position", false, "position", "")
		if err := app.Save(services); err != nil {
			return err
		}

		for position, row := range []service{
			generic("custom-assignment-writing", "Custom assignments"),
			generic("essay-writing-assistance", "Essays"),
			generic("report-project-writing", "Reports and projects"),
			generic("dissertation-thesis-support", "Dissertations and theses"),
			generic("literature-review-writing", "Literature reviews"),
			generic("lab-report-writing", "Lab reports"),
			generic("capstone-project", "Capstone projects"),
			generic("annotated-bibliography", "Annotated bibliographies"),
			generic("research-paper", "Research papers"),
			generic("paraphrasing", "Paraphrasing"),
			generic("turnitin", "Turnitin checks"),
			generic("referencing-citation", "Referencing and citation"),
			{"do-my-assignment", "Assignment help", true,
				"Assignment Help", "Support with assignments in every subject",
				"Send us the task as it was set: the brief, the marking guide and what you have so far. " +
					"We tell you how we can help and what it costs. You follow the work on your dashboard.",
				types.JSONArray[string]{
					"Any subject, any level of study",
					"Your brief and files in one place, seen only by the people who work on them",
					"One due date that both sides can see",
					"Free revisions within the revision window",
				}},
			{"essay-writing", "Essay writing", true,
				"Essay Writing", "From the question to a convincing argument",
				"A good essay depends on its question, its structure and its sources. " +
					"Tell us the question and the length, and we help with the outline, the argument, the draft and the references.",
				types.JSONArray[string]{
					"An outline that answers the question you were set",
					"Sources cited in the style you need",
					"Original text, written for your brief",
					"Free revisions within the revision window",
				}},
			{"dissertation-writing", "Dissertation writing", true,
				"Dissertation Writing", "A long project in manageable steps",
				"A dissertation takes months of decisions. Get help with a single chapter, the method, the literature review or the whole plan, " +
					"with a delivery date for each part.",
				types.JSONArray[string]{
					"Help with one chapter or the whole dissertation",
					"Research questions, method and literature review",
					"Delivery in parts, each with its own date",
					"A longer revision window for longer work",
				}},
		} {
			err := insert(app, "services", dbx.Params{
				"slug": row.slug, "name": row.name, "inNavigation": !row.own, "title": row.title, "subtitle": row.subtitle,
				"description": row.text, "features": row.features, "enabled": true, "position": position + 1,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}, nil)
}
