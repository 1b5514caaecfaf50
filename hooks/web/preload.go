package web

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// manifestFile is Vite's build manifest, which maps source files to built files.
// Its folder is hidden, so it is never served.
const manifestFile = ".vite/manifest.json"

// manifestChunk is an entry of the manifest. Its key is a source file, or a name
// that Vite made up for a chunk shared by several sources.
type manifestChunk struct {
	File    string   `json:"file"`    // relative to the root of the interface
	Imports []string `json:"imports"` // keys of the chunks that it imports statically
}

// These match the tags of index.html that load the files every page needs, as
// the build writes them.
var (
	styleTag  = regexp.MustCompile(`<link rel="stylesheet" crossorigin href="/([^"]+)"`)
	fontTag   = regexp.MustCompile(`<link rel="preload" as="font" type="font/woff2" href="/([^"]+)"`)
	scriptTag = regexp.MustCompile(`<script src="/([^"]+)"`)
	moduleTag = regexp.MustCompile(`<script type="module" crossorigin src="/([^"]+)"`)
)

// preloadLinks returns the Link header of a page. It names the files that
// index.html loads and the scripts of the page's components, so that browsers
// fetch them in parallel before they parse the page. Each link must match the
// mode of its tag, or browsers fetch the file twice. The components' styles are
// left out: browsers warn about unused preloads when a guard redirects.
func preloadLinks(files fs.FS, components []string, index string) string {
	var links []string
	add := func(file, params string) {
		if link := "</" + file + ">; " + params; !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	const modulePreload = "rel=modulepreload; crossorigin"
	for _, preload := range []struct {
		tag    *regexp.Regexp
		params string
	}{
		{styleTag, "rel=preload; as=style; crossorigin"},
		{fontTag, "rel=preload; as=font; crossorigin"}, // before the scripts, so that text does not shift
		{scriptTag, "rel=preload; as=script"},
		{moduleTag, modulePreload},
	} {
		for _, match := range preload.tag.FindAllStringSubmatch(index, -1) {
			add(match[1], preload.params)
		}
	}
	for _, script := range componentScripts(files, components) {
		add(script, modulePreload)
	}
	return strings.Join(links, ", ")
}

// componentScripts returns the scripts of components and everything they import.
// If the manifest is missing or malformed it returns none, and the page loads
// them later by itself.
func componentScripts(files fs.FS, components []string) (scripts []string) {
	content, err := fs.ReadFile(files, manifestFile)
	if err != nil {
		return nil
	}
	var manifest map[string]manifestChunk
	if json.Unmarshal(content, &manifest) != nil {
		return nil
	}
	var add func(key string)
	add = func(key string) {
		chunk := manifest[key]
		if chunk.File == "" || slices.Contains(scripts, chunk.File) {
			return
		}
		scripts = append(scripts, chunk.File)
		for _, imported := range chunk.Imports {
			add(imported)
		}
	}
	for _, component := range components {
		add("src/app/" + component + "-page.tsx")
	}
	return scripts
}
