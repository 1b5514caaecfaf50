package web_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"deskmate/internal/testkit"
	"deskmate/records"
)

// builtIndex has the tags that the build writes.
const builtIndex = `<head><!--head--><!--/head-->
    <script src="/start.js"></script>
    <script type="module" crossorigin src="/assets/first-1.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/sans-1.woff2" crossorigin>
  </head>`

// ownFiles is what the Link header names for every page of it.
var ownFiles = []string{
	"</assets/index-1.css>; rel=preload; as=style; crossorigin",
	"</assets/sans-1.woff2>; rel=preload; as=font; crossorigin",
	"</start.js>; rel=preload; as=script",
	"</assets/first-1.js>; rel=modulepreload; crossorigin",
	"</assets/index-1.js>; rel=modulepreload; crossorigin",
}

func modules(names ...string) (links []string) {
	for _, name := range names {
		links = append(links, "</assets/"+name+"-1.js>; rel=modulepreload; crossorigin")
	}
	return links
}

func linksAt(t *testing.T, app *testkit.App, path string) []string {
	t.Helper()
	return strings.Split(get(app, path).Header.Get("Link"), ", ")
}

// listedPages are the lines of pages.json, without the star of the last.
func listedPages(t *testing.T) (list []struct{ Path, Part string }) {
	t.Helper()
	content, err := os.ReadFile("pages.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Path = strings.NewReplacer(":serviceSlug", "essay-writing", ":id", "a1", "*", "/no/such/page").Replace(list[i].Path)
	}
	return list
}

func TestEveryPageNamesTheFilesThatItIsShownWith(t *testing.T) {
	t.Parallel()
	list := listedPages(t)
	manifest := map[string]any{
		"_index-1.js":  map[string]any{"file": "assets/index-1.js", "imports": []string{"_first-1.js"}},
		"_first-1.js":  map[string]any{"file": "assets/first-1.js"},
		"_shared-1.js": map[string]any{"file": "assets/shared-1.js", "imports": []string{"_index-1.js", "_forms-1.js"}},
		"_forms-1.js":  map[string]any{"file": "assets/forms-1.js", "imports": []string{"_shared-1.js", "_nosuch-1.js"}},
	}
	for _, page := range list {
		source := "src/app/pages/" + page.Part + ".tsx"
		if _, err := os.Stat("../../frontend/" + source); err != nil {
			t.Errorf("%s has no source: %v", page.Path, err)
		}
		manifest[source] = map[string]any{
			"file": "assets/" + page.Part + "-1.js", "imports": []string{"_index-1.js", "_shared-1.js", "_forms-1.js"}, "css": []string{"assets/" + page.Part + "-1.css"},
		}
	}
	content, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(builtIndex)}, ".vite/manifest.json": {Data: content}})
	for _, page := range list {
		want := slices.Concat(ownFiles, modules(page.Part, "shared", "forms"))
		if got := linksAt(t, app, page.Path); !slices.Equal(got, want) {
			t.Errorf("%s names %q, want %q", page.Path, got, want)
		}
	}

	// At the address of a service that is switched off, its page says so.
	service := find(t, app, records.Services, "essay-writing")
	service.Set(records.Enabled, false)
	if err := app.Save(service); err != nil {
		t.Fatal(err)
	}
	if got := linksAt(t, app, "/no/such/page"); !slices.Contains(got, modules("not-found-page")[0]) {
		t.Errorf("an address of nothing names %q", got)
	}
	if got := linksAt(t, app, "/services/essay-writing"); !slices.Contains(got, modules("service-page")[0]) {
		t.Errorf("a service that is switched off names %q", got)
	}
}

func TestWithoutTheListOfTheBuildAPageNamesWhatStandsInIt(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]fstest.MapFS{
		"no list":       {},
		"a broken list": {".vite/manifest.json": {Data: []byte("{")}},
		"another list":  {".vite/manifest.json": {Data: []byte(`{"src/main.ts": {"file": "assets/main-1.js"}}`)}},
	} {
		files["index.html"] = &fstest.MapFile{Data: []byte(builtIndex)}
		app := testkit.NewWithInterface(t, files)
		if got := linksAt(t, app, "/login"); !slices.Equal(got, ownFiles) {
			t.Errorf("with %s it names %q", name, got)
		}
	}
	app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte("<!--head--><!--/head--><p>plain")}})
	if got, named := get(app, "/login").Header["Link"]; named {
		t.Errorf("a page that needs nothing names %q", got)
	}
}
