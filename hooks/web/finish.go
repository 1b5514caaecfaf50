package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// indexFile is the page as the build made it.
const indexFile = "index.html"

// The marks between which index.html holds a head for every page. The server
// puts a page's own there. Without them the file is sent as it is.
const (
	headBegins = "<!--head-->"
	headEnds   = "<!--/head-->"
)

// finisher makes pages out of index.html and what the records tell, and keeps them.
type finisher struct {
	files fs.FS
	shelf shelf
}

// pageKey names a finished page: the built file that it was made of, the
// site's address, the page's and its part.
type pageKey struct {
	built               time.Time
	size                int64
	address, path, part string
}

type finishedPage struct {
	status        int
	policy        string // its content policy
	links         string // what it is shown with
	plain, packed []byte // packed with gzip
}

// send answers with the page of the address that was asked.
func (f *finisher) send(e *core.RequestEvent) error {
	info, err := fs.Stat(f.files, indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return e.String(http.StatusServiceUnavailable, "The interface has not been built. Run `make build` and start again.\n")
	}
	if err != nil {
		return err
	}
	address := siteAddress(e)
	facts, round, err := f.shelf.read(e.App, time.Now())
	if err != nil {
		return err
	}
	place := placeAt(e.Request.URL.EscapedPath(), facts)
	key := pageKey{info.ModTime(), info.Size(), address, place.Path, place.Part}
	page, err := f.shelf.page(key, round, func() (*finishedPage, error) { return f.finish(place, address, facts) })
	if err != nil {
		return err
	}
	if page == nil {
		return send(e, f.files, indexFile, askAgain)
	}
	page.send(e)
	return nil
}

// finish puts a page together, or gives nil where index.html has no place for a head.
func (f *finisher) finish(place place, address string, facts *facts) (*finishedPage, error) {
	index, err := readFile(f.files, indexFile)
	if err != nil {
		return nil, err
	}
	before, rest, begins := strings.Cut(string(index), headBegins)
	_, after, ends := strings.Cut(rest, headEnds)
	if !begins || !ends {
		return nil, nil
	}
	head, err := headOf(place, address, facts).write(address, facts)
	if err != nil {
		return nil, err
	}
	page := &finishedPage{
		status: http.StatusOK, policy: contentPolicy, links: linksOf(f.files, place.Part, string(index)),
		plain: []byte(before + head + after),
	}
	if place.Kind == missing {
		page.status = http.StatusNotFound
	}
	if place.Kind == public && records.AnalyticsTag(facts.site) != "" {
		page.policy = measuredPolicy
	}
	page.packed, err = pack(page.plain)
	return page, err
}

func pack(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	err = writer.Close()
	return packed.Bytes(), err
}

// send answers with a finished page. One that says that there is nothing is
// sent whole each time: a 304 would say the opposite.
func (p *finishedPage) send(e *core.RequestEvent) {
	header := e.Response.Header()
	header.Set("Cache-Control", askAgain)
	header.Set("Content-Security-Policy", p.policy)
	if p.links != "" {
		header.Set("Link", p.links)
	}
	header.Add("Vary", "Accept-Encoding")
	content := p.plain
	if accepts(e.Request.Header.Get("Accept-Encoding"), "gzip") {
		content = p.packed
		header.Set("Content-Encoding", "gzip")
	}
	if p.status == http.StatusOK {
		serve(e, indexFile, content, tagOf(content))
		return
	}
	header.Set("Content-Type", contentType(indexFile))
	header.Set("Content-Length", strconv.Itoa(len(content)))
	e.Response.WriteHeader(p.status)
	if e.Request.Method != http.MethodHead {
		_, _ = e.Response.Write(content) // whoever left hears nothing
	}
}
