package admin_test

import (
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

type service struct {
	Slug, Name, Title, Subtitle, Description string
	InNavigation                             bool
	Features                                 []string
}

const genericTitle = "Academic Writing Services"

func listServices(t *testing.T, app *testkit.App) (got []service) {
	t.Helper()
	app.Call(t, "GET", "/api/services", "", nil).Granted(t, 200, &got)
	return got
}

func show(t *testing.T, app *testkit.App, slug string) (got service) {
	t.Helper()
	app.Call(t, "GET", "/api/services/"+slug, "", nil).Granted(t, 200, &got)
	return got
}

func TestANewInstallationHasAllServices(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	navigation := []string{
		"custom-assignment-writing", "essay-writing-assistance", "report-project-writing", "dissertation-thesis-support",
		"literature-review-writing", "lab-report-writing", "capstone-project", "annotated-bibliography", "research-paper",
		"paraphrasing", "turnitin", "referencing-citation",
	}
	withOwnText := []string{"do-my-assignment", "essay-writing", "dissertation-writing"}
	var slugs []string
	for i, service := range listServices(t, app) {
		slugs = append(slugs, service.Slug)
		if service.InNavigation != (i < len(navigation)) || len(service.Features) != 4 || service.Name == "" || service.Description == "" {
			t.Errorf("the list has %+v", service)
		}
		if generic := service.Title == genericTitle; generic == slices.Contains(withOwnText, service.Slug) {
			t.Errorf("the title of %s is %q", service.Slug, service.Title)
		}
		if shown := show(t, app, service.Slug); shown.Title != service.Title || !slices.Equal(shown.Features, service.Features) {
			t.Errorf("the page of %s has %+v", service.Slug, shown)
		}
	}
	if want := slices.Concat(navigation, withOwnText); !slices.Equal(slugs, want) {
		t.Errorf("the list has %q, want %q", slugs, want)
	}
}

func TestAnUnknownServiceShowsTheGenericText(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, slug := range []string{"poetry", "no%20such", strings.Repeat("s", 80)} {
		got := show(t, app, slug)
		if got.Title != genericTitle || got.InNavigation || len(got.Features) != 4 || got.Slug != strings.ReplaceAll(slug, "%20", " ") {
			t.Errorf("%q: got %+v", slug, got)
		}
	}
	app.Call(t, "GET", "/api/services/"+strings.Repeat("s", 81), "", nil).Refused(t, 404, "Service not found")
}

func TestOperatorsEditDisableAndOrderServices(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	turnitin, err := app.FindFirstRecordByData(store.Services, store.Slug, "turnitin")
	if err != nil {
		t.Fatal(err)
	}
	turnitin.Set(store.Enabled, false)
	app.MustSave(t, turnitin)
	app.Call(t, "GET", "/api/services/turnitin", "", nil).Refused(t, 404, "Service not found")
	if slices.ContainsFunc(listServices(t, app), func(s service) bool { return s.Slug == "turnitin" }) {
		t.Error("a disabled service is listed")
	}
	turnitin.Load(map[string]any{store.Enabled: true, store.Title: "Similarity reports", "position": 0, "features": []string{"a", "b", "c", "d"}})
	app.MustSave(t, turnitin)
	if first := listServices(t, app)[0]; first.Slug != "turnitin" || first.Title != "Similarity reports" {
		t.Errorf("the first service is %+v", first)
	}
	for _, features := range []any{nil, "text", []string{"a", "b", "c"}, []string{"a", "b", "c", "d", "e"}, []int{1, 2, 3, 4}} {
		turnitin.Set("features", features)
		if err := app.Save(turnitin); err == nil || !strings.Contains(err.Error(), "four texts") {
			t.Errorf("features %v: got %v", features, err)
		}
	}
}
