package pb_migrations

import (
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
		features   []string
	}
	const (
		genericTitle    = "Academic Writing Services"
		genericSubtitle = "Help with written work, from a first outline to a finished draft"
		genericText     = "Tell us what you are working on, how long it has to be and when you need it. " +
			"We read your brief, match it with someone who knows the subject, and answer with a quote. " +
			"You decide whether to go on; asking costs nothing."
	)
	genericFeatures := []string{
		"A quote for your own brief, before you commit to anything",
		"Work by people who know the subject",
		"Free revisions within the revision window",
		"A clear refund policy, with dates you can check",
	}
	generic := func(slug, name string) service {
		return service{slug, name, false, genericTitle, genericSubtitle, genericText, genericFeatures}
	}

	m.Register(func(app core.App) error {
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
			&core.NumberField{Name: "position", OnlyInt: true, Min: types.Pointer(0.0)},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
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
				"Bring the task as it was set: the brief, the marking guide and what you have so far. " +
					"We tell you what help fits, who can give it and what it costs, and you follow the work from your dashboard.",
				[]string{
					"Any subject, any level of study",
					"Your brief and files in one place, seen only by those who work on them",
					"A due date that both sides see",
					"Free revisions within the revision window",
				}},
			{"essay-writing", "Essay writing", true,
				"Essay Writing", "From a question to an argument that holds",
				"An essay stands on its question, its structure and its sources. " +
					"Tell us the question and the length; we help with the outline, the argument, the draft and the references.",
				[]string{
					"An outline that answers the question that was asked",
					"Sources named and referenced in the style you need",
					"Original text, written for your brief",
					"Free revisions within the revision window",
				}},
			{"dissertation-writing", "Dissertation writing", true,
				"Dissertation Writing", "Long work, in steps that can be managed",
				"A dissertation is months of decisions. Get support with a single chapter, the method, the literature or the whole plan, " +
					"with delivery dates for each part.",
				[]string{
					"Help with one chapter or with the whole",
					"Research questions, method and literature review",
					"Delivery in parts, each with its own date",
					"A longer revision window for long work",
				}},
		} {
			record := core.NewRecord(services)
			record.Load(map[string]any{
				"slug": row.slug, "name": row.name, "inNavigation": !row.own, "title": row.title, "subtitle": row.subtitle,
				"description": row.text, "features": row.features, "enabled": true, "position": position + 1,
			})
			if err := app.Save(record); err != nil {
				return err
			}
		}
		return nil
	}, nil)
}
