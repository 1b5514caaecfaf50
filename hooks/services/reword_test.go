package services_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
)

func TestTheUpgradeRewordsOnlyTextsThatNobodyHasEdited(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, row := range []struct{ slug, subtitle, features string }{
		{"paraphrasing", "Help with written work, from a first outline to a finished draft",
			`["A quote for your own brief, before you commit to anything","Ours","Free revisions","Refunds"]`},
		{"turnitin", "Our own words", `["A quote for your own brief, before you commit to anything else","b","c","d"]`},
	} {
		_, err := app.DB().Update("services", dbx.Params{"subtitle": row.subtitle, "features": row.features}, dbx.HashExp{"slug": row.slug}).Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, migration := range core.AppMigrations.Items() {
		if migration.File == "1795600001_reword_texts.go" {
			if err := app.RunInTransaction(migration.Up); err != nil {
				t.Fatal(err)
			}
		}
	}
	reworded := show(t, app, "paraphrasing")
	if reworded.Subtitle != "Help with written work, from first outline to finished draft" ||
		!slices.Equal(reworded.Features, []string{"A quote for your brief before you commit to anything", "Ours", "Free revisions", "Refunds"}) {
		t.Errorf("the original texts become %+v", reworded)
	}
	edited := show(t, app, "turnitin")
	if edited.Subtitle != "Our own words" ||
		!slices.Equal(edited.Features, []string{"A quote for your own brief, before you commit to anything else", "b", "c", "d"}) {
		t.Errorf("the edited texts become %+v", edited)
	}
}
