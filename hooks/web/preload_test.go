package web_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// builtIndex has the tags that the build writes into index.html.
const builtIndex = `<head><!--head--><!--/head-->
    <script src="/start.js"></script>
    <script type="module" crossorigin src="/assets/first-1.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/sans-1.woff2" crossorigin>
  </head>`

// indexLinks are the links that every page of builtIndex has.
var indexLinks = []string{
	"</assets/index-1.css>; rel=preload; as=style; crossorigin",
	"</assets/sans-1.woff2>; rel=preload; as=font; crossorigin",
	"</start.js>; rel=preload; as=script",
	"</assets/first-1.js>; rel=modulepreload; crossorigin",
	"</assets/index-1.js>; rel=modulepreload; crossorigin",
}

// moduleLinks returns the links of scripts.
func moduleLinks(names ...string) (links []string) {
	for _, name := range names {
		links = append(links, "</assets/"+name+"-1.js>; rel=modulepreload; crossorigin")
	}
	return links
}

func linksOf(t *testing.T, app *testkit.App, path string) []string {
	t.Helper()
	return strings.Split(get(app, path).Header.Get("Link"), ", ")
}

// listedPage is an entry of pages.json, with an example path in place of its pattern.
type listedPage struct {
	Path       string
	Components []string `json:"parts"`
}

func readPages(t *testing.T) (list []listedPage) {
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

func TestEveryPagePreloadsItsScripts(t *testing.T) {
	t.Parallel()
	list := readPages(t)
	manifest := map[string]any{
		"_index-1.js":  map[string]any{"file": "assets/index-1.js", "imports": []string{"_first-1.js"}},
		"_first-1.js":  map[string]any{"file": "assets/first-1.js"},
		"_shared-1.js": map[string]any{"file": "assets/shared-1.js", "imports": []string{"_index-1.js", "_forms-1.js"}},
		"_forms-1.js":  map[string]any{"file": "assets/forms-1.js", "imports": []string{"_shared-1.js", "_nosuch-1.js"}},
	}
	for _, page := range list {
		for _, component := range page.Components {
			source := "src/pages/" + component + "-page.tsx"
			if _, err := os.Stat("../../frontend/" + source); err != nil {
				t.Errorf("a component of %s does not exist: %v", page.Path, err)
			}
			manifest[source] = map[string]any{
				"file": "assets/" + component + "-1.js", "imports": []string{"_index-1.js", "_shared-1.js", "_forms-1.js"}, "css": []string{"assets/" + component + "-1.css"},
			}
		}
	}
	content, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(builtIndex)}, ".vite/manifest.json": {Data: content}})
	for _, page := range list {
		want := slices.Concat(indexLinks, moduleLinks(page.Components[0], "shared", "forms"), moduleLinks(page.Components[1:]...))
		if got := linksOf(t, app, page.Path); !slices.Equal(got, want) {
			t.Errorf("%s links to %q, want %q", page.Path, got, want)
		}
	}

	// The component of a service page says that a service is disabled.
	service := findService(t, app, "essay-writing")
	service.Set(store.Enabled, false)
	app.MustSave(t, service)
	if got := linksOf(t, app, "/no/such/page"); !slices.Contains(got, moduleLinks("public/not-found")[0]) {
		t.Errorf("a missing page links to %q", got)
	}
	if got := linksOf(t, app, "/services/essay-writing"); !slices.Contains(got, moduleLinks("public/service")[0]) {
		t.Errorf("a disabled service links to %q", got)
	}
}

func TestWithoutAManifestPagesPreloadOnlyIndexFiles(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]fstest.MapFS{
		"no manifest":          {},
		"a malformed manifest": {".vite/manifest.json": {Data: []byte("{")}},
		"another manifest":     {".vite/manifest.json": {Data: []byte(`{"src/main.ts": {"file": "assets/main-1.js"}}`)}},
	} {
		files["index.html"] = &fstest.MapFile{Data: []byte(builtIndex)}
		app := testkit.NewWithInterface(t, files)
		if got := linksOf(t, app, "/login"); !slices.Equal(got, indexLinks) {
			t.Errorf("with %s: got %q", name, got)
		}
	}
	app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte("<!--head--><!--/head--><p>plain")}})
	if got, found := get(app, "/login").Header["Link"]; found {
		t.Errorf("an index without files links to %q", got)
	}
}
