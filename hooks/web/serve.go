// Package web serves the built interface (docs/product.md, section 4.1).
package web

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

const (
	// immutable is the Cache-Control of files whose name changes with their content.
	immutable = "public, max-age=31536000, immutable"
	// revalidate is the Cache-Control of everything else: browsers keep it, but
	// check before each use that it has not changed.
	revalidate = "no-cache"
)

// Mount serves the interface. Hashed assets are cached for good, everything
// else is revalidated. Any address that is not a file gets the page; a missing
// asset is a 404, never the page.
func Mount(app core.App, r *router.Router[*core.RequestEvent], interfaceFiles fs.FS) {
	files := newStaticFiles(interfaceFiles)
	pages := &pageServer{files: files, cache: pageCache{pages: map[pageKey]*renderedPage{}}}
	pages.cache.invalidateOnChange(app)
	r.Bind(crossOrigin(app))
	r.GET("/api/{path...}", func(e *core.RequestEvent) error { return e.NotFoundError("", nil) })
	r.GET("/assets/{path...}", func(e *core.RequestEvent) error {
		return files.serve(e, "assets/"+e.Request.PathValue("path"), immutable)
	}).Bind(apis.SkipSuccessActivityLog())
	r.GET("/{path...}", func(e *core.RequestEvent) error {
		name := e.Request.PathValue("path")
		if name != indexFile {
			err := files.serve(e, name, revalidate)
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if generate := wellKnownFiles[name]; generate != nil {
			return pages.serveWellKnown(e, name, generate)
		}
		return pages.serve(e)
	})
}

// serveContent answers with the content, a range of it, or 304 if the client
// already has it.
func serveContent(e *core.RequestEvent, name string, content io.ReadSeeker, etag string) {
	header := e.Response.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("ETag", etag)
	http.ServeContent(e.Response, e.Request, name, time.Time{}, content)
}

// accepts reports whether an Accept-Encoding header names an encoding without
// refusing it by q=0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			quality = strings.ReplaceAll(quality, " ", "")
			return quality != "q=0" && quality != "q=0.0" && quality != "q=0.00" && quality != "q=0.000"
		}
	}
	return false
}

func contentType(name string) string {
	if declared := mime.TypeByExtension(path.Ext(name)); declared != "" {
		return declared
	}
	return "application/octet-stream"
}

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
		add("src/pages/" + component + "-page.tsx")
	}
	return scripts
}
