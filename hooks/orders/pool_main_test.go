package orders_test

import (
	"testing"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// offer puts an assignment into the pool as an admin.
func offer(t *testing.T, app *testkit.App, admin testkit.Person, id string) {
	t.Helper()
	app.Call(t, "PUT", "/api/assignments/"+id+"/pool", admin.Token, map[string]bool{"open": true}).Granted(t, 200, nil)
}

func take(t *testing.T, app *testkit.App, tutor testkit.Person, id string) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/assignments/"+id+"/claim", tutor.Token, nil)
}

// patchPooled updates an assignment as an admin.
func patchPooled(t *testing.T, app *testkit.App, admin testkit.Person, id string, change map[string]any) {
	t.Helper()
	app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, change).Granted(t, 200, nil)
}

// setSite changes settings of the site.
func setSite(t *testing.T, app *testkit.App, settings map[string]any) {
	t.Helper()
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range settings {
		site.Set(name, value)
	}
	app.MustSave(t, site)
}
