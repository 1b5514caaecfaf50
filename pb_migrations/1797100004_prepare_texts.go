package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		if err := addShownTexts(app); err != nil {
			return err
		}
		for _, name := range []string{"payments", "payouts"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			// One character of a reference can become 18.
			collection.Fields.GetByName("referenceKey").(*core.TextField).Max = 2160
			if err := withoutTriggers(app, func() error { return app.Save(collection) }); err != nil {
				return err
			}
			// Where two references are compared as one from now on, the later keeps its spelling.
			if err := execute(app.DB(), "UPDATE OR IGNORE "+name+" SET referenceKey = reference_key(reference) WHERE referenceKey != reference_key(reference)"); err != nil {
				return err
			}
		}
		// Names are read by others as they are, so new ones have no contact details.
		return execute(app.DB(), `UPDATE users SET name = substr(hide_contact(name), 1, 200), firstName = substr(hide_contact(firstName), 1, 100),
			lastName = substr(hide_contact(lastName), 1, 100)
			WHERE hide_contact(name) != name OR hide_contact(firstName) != firstName OR hide_contact(lastName) != lastName`)
	}, nil)
}

// addShownTexts stores what tutors read of the brief of an assignment, where it is not what
// was written. A migration that comes with a better search runs the same statement.
func addShownTexts(app core.App) error {
	assignments, err := app.FindCollectionByNameOrId("assignments")
	if err != nil {
		return err
	}
	// A detail of one character would become eight.
	assignments.Fields.Add(
		&core.TextField{Name: "shownTitle", Max: 1600},
		&core.TextField{Name: "shownDescription", Max: 160_000},
		&core.TextField{Name: "shownSubject", Max: 960},
		&core.TextField{Name: "shownType", Max: 480},
	)
	if err := withoutTriggers(app, func() error { return app.Save(assignments) }); err != nil {
		return err
	}
	return execute(app.DB(), `UPDATE assignments SET shownTitle = coalesce(nullif(hide_contact(title), title), ''),
		shownDescription = coalesce(nullif(hide_contact(description), description), ''),
		shownSubject = coalesce(nullif(hide_contact(subject), subject), ''), shownType = coalesce(nullif(hide_contact(type), type), '')
		WHERE hide_contact(title) != title OR hide_contact(description) != description OR hide_contact(subject) != subject OR hide_contact(type) != type`)
}
