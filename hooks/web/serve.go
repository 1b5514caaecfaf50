// Package web serves the built interface (docs/product.md, section 4.1).
package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// immutable is for files whose name changes with their content.
const immutable = "public, max-age=31536000, immutable"

// askAgain is for everything else: it is kept, and asked for at each use
// whether it is still so.
const askAgain = "no-cache"

// Mount serves the interface: hashed assets for ever, everything else with a
// question to the server, and the page itself for every address that is not a
// file. An asset that is missing is a 404, never the page.
func Mount(app core.App, r *router.Router[*core.RequestEvent], files fs.FS) {
	pages := &finisher{files: files, shelf: shelf{pages: map[pageKey]*finishedPage{}}}
	pages.shelf.follow(app)
	r.GET("/api/{path...}", func(e *core.RequestEvent) error { return e.NotFoundError("", nil) })
	r.GET("/assets/{path...}", func(e *core.RequestEvent) error {
		return send(e, files, "assets/"+e.Request.PathValue("path"), immutable)
	})
	r.GET("/{path...}", func(e *core.RequestEvent) error {
		name := e.Request.PathValue("path")
		if name != indexFile {
			err := send(e, files, name, askAgain)
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if write := guides[name]; write != nil {
			return pages.sendGuide(e, name, write)
		}
		return pages.send(e)
	})
}

// send answers with one file, in the smallest form that the reader takes.
// Hidden files and folders do not exist.
func send(e *core.RequestEvent, files fs.FS, name, cacheControl string) error {
	if !fs.ValidPath(name) || strings.Contains("/"+name, "/.") || isPacked(name) {
		return fs.ErrNotExist
	}
	packed, encoding, err := readPacked(files, name, e.Request.Header.Get("Accept-Encoding"))
	if err != nil {
		return err
	}
	header := e.Response.Header()
	header.Set("Cache-Control", cacheControl)
	header.Add("Vary", "Accept-Encoding")
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	serve(e, name, packed, tagOf(packed))
	return nil
}

// serve answers with a content of 200, or that the reader has it already.
func serve(e *core.RequestEvent, name string, content []byte, tag string) {
	header := e.Response.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("ETag", tag)
	http.ServeContent(e.Response, e.Request, name, time.Time{}, bytes.NewReader(content))
}

// tagOf is the ETag of a content.
func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// packings are the forms that the build puts beside a file, smallest first.
var packings = []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

func isPacked(name string) bool {
	for _, packing := range packings {
		if strings.HasSuffix(name, packing.ending) {
			return true
		}
	}
	return false
}

// readPacked reads a file, packed where the build packed it and the reader can unpack.
func readPacked(files fs.FS, name, accepted string) (content []byte, encoding string, err error) {
	for _, packing := range packings {
		if !accepts(accepted, packing.encoding) {
			continue
		}
		if content, err = readFile(files, name+packing.ending); err == nil {
			return content, packing.encoding, nil
		}
	}
	content, err = readFile(files, name)
	return content, "", err
}

// readFile reads a file; a folder counts as missing.
func readFile(files fs.FS, name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return nil, fs.ErrNotExist
	}
	return io.ReadAll(file)
}

// accepts reads an Accept-Encoding header: named, and not refused with q=0.
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
