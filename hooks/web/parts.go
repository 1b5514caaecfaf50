package web

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// manifestFile is where the build tells into which files it put each source.
// Its folder is hidden: it is read here and sent to nobody.
const manifestFile = ".vite/manifest.json"

// builtFile is one line of it, by the source, or for what several sources
// share by a name of its own. File is named from the root of the interface.
type builtFile struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"` // the lines of what has to run first
}

// A tag of index.html that a page cannot be shown without, as the build writes
// it, with its file.
var (
	styleTag  = regexp.MustCompile(`<link rel="stylesheet" crossorigin href="/([^"]+)"`)
	fontTag   = regexp.MustCompile(`<link rel="preload" as="font" type="font/woff2" href="/([^"]+)"`)
	scriptTag = regexp.MustCompile(`<script src="/([^"]+)"`)
	moduleTag = regexp.MustCompile(`<script type="module" crossorigin src="/([^"]+)"`)
)

// linksOf writes the Link header of a page: the files that index.html names and
// the scripts of the page's part, which a browser fetches beside each other
// before it has read the page. It asks for each as its tag does, or it would be
// fetched twice. The styles of a part are left to the page: browsers complain of
// those that were fetched for a page that its guard does not show.
func linksOf(files fs.FS, part, index string) string {
	var links []string
	add := func(file, kind string) {
		if link := "</" + file + ">; " + kind; !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	const module = "rel=modulepreload; crossorigin"
	for _, named := range []struct {
		tag  *regexp.Regexp
		kind string
	}{
		{styleTag, "rel=preload; as=style; crossorigin"},
		{fontTag, "rel=preload; as=font; crossorigin"}, // before the scripts: words do not move then
		{scriptTag, "rel=preload; as=script"},
		{moduleTag, module},
	} {
		for _, found := range named.tag.FindAllStringSubmatch(index, -1) {
			add(found[1], named.kind)
		}
	}
	for _, file := range scriptsOf(files, part) {
		add(file, module)
	}
	return strings.Join(links, ", ")
}

// scriptsOf finds the scripts of a page's part. There are none where the build
// told nothing that can be read: the page fetches them itself then, later.
func scriptsOf(files fs.FS, part string) (scripts []string) {
	content, err := readFile(files, manifestFile)
	if err != nil {
		return nil
	}
	var manifest map[string]builtFile
	if json.Unmarshal(content, &manifest) != nil {
		return nil
	}
	var add func(line string)
	add = func(line string) {
		built := manifest[line]
		if built.File == "" || slices.Contains(scripts, built.File) {
			return
		}
		scripts = append(scripts, built.File)
		for _, other := range built.Imports {
			add(other)
		}
	}
	add("src/app/pages/" + part + ".tsx")
	return scripts
}
