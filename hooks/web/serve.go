// Package web serves the built interface (docs/product.md, section 4.1).
package web

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
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
