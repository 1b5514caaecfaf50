package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// indexFile is the page that the build produces.
const indexFile = "index.html"

// In index.html, these markers enclose a head that suits every page. The server
// replaces it with the head of the requested page. An index.html without them
// is served unchanged.
const (
	headStart = "<!--head-->"
	headEnd   = "<!--/head-->"
)

// pageServer renders pages from index.html and the stored records, and caches them.
type pageServer struct {
	files *staticFiles
	cache pageCache
}

// renderedPage is a page that is ready to be sent.
type renderedPage struct {
	status         int
	contentPolicy  string
	preloadLinks   string
	plain, gzipped representation
}

// representation is a page in one encoding.
type representation struct {
	content []byte
	etag    string
}

// serve answers with the page at the requested address.
func (s *pageServer) serve(e *core.RequestEvent) error {
	index, indexETag, err := s.files.open(indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return e.String(http.StatusServiceUnavailable, "The interface has not been built. Run `make build` and start again.\n")
	}
	if err != nil {
		return err
	}
	defer index.Close()

	origin := api.Origin(e)
	data, generation, err := s.cache.load(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	target := resolve(e.Request.URL.EscapedPath(), data)
	key := pageKey{indexETag, origin, target.Path, strings.Join(target.Components, " ")}
	page, err := s.cache.page(key, generation, func() (*renderedPage, error) { return s.render(index, target, origin, data) })
	if err != nil {
		return err
	}
	if page == nil {
		return s.files.serve(e, indexFile, revalidate)
	}
	page.serve(e)
	return nil
}

// render renders a page. It returns nil if index.html has no markers for a head.
func (s *pageServer) render(index io.Reader, target target, origin string, data *siteData) (*renderedPage, error) {
	content, err := io.ReadAll(index)
	if err != nil {
		return nil, err
	}
	before, rest, hasStart := strings.Cut(string(content), headStart)
	_, after, hasEnd := strings.Cut(rest, headEnd)
	if !hasStart || !hasEnd {
		return nil, nil
	}
	head, err := newHead(target, origin, data).render(origin, data)
	if err != nil {
		return nil, err
	}
	html := []byte(before + head + after)
	gzipped, err := compress(html)
	if err != nil {
		return nil, err
	}
	page := &renderedPage{
		status:        http.StatusOK,
		contentPolicy: contentPolicy,
		preloadLinks:  preloadLinks(s.files.files, target.Components, string(content)),
		plain:         representation{html, contentETag(html)},
		gzipped:       representation{gzipped, contentETag(gzipped)},
	}
	if target.Kind == kindMissing {
		page.status = http.StatusNotFound
	}
	if target.Kind == kindPublic && store.AnalyticsTag(data.site) != "" {
		page.contentPolicy = analyticsPolicy
	}
	return page, nil
}

func compress(content []byte) ([]byte, error) {
	var gzipped bytes.Buffer
	writer, err := gzip.NewWriterLevel(&gzipped, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	err = writer.Close()
	return gzipped.Bytes(), err
}

// serve sends the page. A 404 page is always sent in full: a 304 would hide its
// status.
func (p *renderedPage) serve(e *core.RequestEvent) {
	header := e.Response.Header()
	header.Set("Cache-Control", revalidate)
	header.Set("Content-Security-Policy", p.contentPolicy)
	if p.preloadLinks != "" {
		header.Set("Link", p.preloadLinks)
	}
	header.Add("Vary", "Accept-Encoding")
	chosen := p.plain
	if accepts(e.Request.Header.Get("Accept-Encoding"), "gzip") {
		chosen = p.gzipped
		header.Set("Content-Encoding", "gzip")
	}
	if p.status == http.StatusOK {
		serveContent(e, indexFile, bytes.NewReader(chosen.content), chosen.etag)
		return
	}
	header.Set("Content-Type", contentType(indexFile))
	header.Set("Content-Length", strconv.Itoa(len(chosen.content)))
	e.Response.WriteHeader(p.status)
	if e.Request.Method != http.MethodHead {
		_, _ = e.Response.Write(chosen.content) // fails only if the client has disconnected
	}
}

// These are the schema.org types that describe pages to search engines.

type reference struct {
	ID string `json:"@id"`
}

type organizationNode struct {
	Type      string `json:"@type"`
	ID        string `json:"@id"`
	Name      string `json:"name"`
	LegalName string `json:"legalName,omitempty"`
	URL       string `json:"url"`
	Logo      string `json:"logo"`
	Email     string `json:"email,omitempty"`
}

type serviceNode struct {
	Type        string    `json:"@type"`
	ID          string    `json:"@id"`
	Name        string    `json:"name"`
	ServiceType string    `json:"serviceType"`
	Description string    `json:"description,omitempty"`
	URL         string    `json:"url"`
	Provider    reference `json:"provider"`
}

type faqNode struct {
	Type       string         `json:"@type"`
	ID         string         `json:"@id"`
	MainEntity []questionNode `json:"mainEntity"`
}

type questionNode struct {
	Type           string     `json:"@type"`
	Name           string     `json:"name"`
	AcceptedAnswer answerNode `json:"acceptedAnswer"`
}

type answerNode struct {
	Type string `json:"@type"`
	Text string `json:"text"`
}

type breadcrumbListNode struct {
	Type  string         `json:"@type"`
	Items []listItemNode `json:"itemListElement"`
}

type listItemNode struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item"`
}

// newOrganization describes the operator of the site.
func newOrganization(origin string, data *siteData) organizationNode {
	return organizationNode{
		Type: "Organization", ID: origin + "/#organization", Name: singleLine(data.site, store.Name),
		LegalName: singleLine(data.site, store.LegalEntity), URL: origin + "/", Logo: origin + "/icon-512.png",
		Email: data.site.GetString(store.SupportEmail),
	}
}

// newFAQPage describes the questions on the front page, answered with the
// numbers of a policy.
func newFAQPage(origin string, policy *core.Record) faqNode {
	node := faqNode{Type: "FAQPage", ID: origin + "/#faq-section"}
	for _, faq := range faqs {
		node.MainEntity = append(node.MainEntity, questionNode{
			Type: "Question", Name: faq.Question, AcceptedAnswer: answerNode{Type: "Answer", Text: faq.plainAnswer(policy)},
		})
	}
	return node
}

// crumb is one page of a breadcrumb trail.
type crumb struct{ name, path string }

// newBreadcrumbs describes the trail to a page, starting at the front page.
func newBreadcrumbs(origin string, crumbs ...crumb) breadcrumbListNode {
	node := breadcrumbListNode{Type: "BreadcrumbList"}
	for i, crumb := range append([]crumb{{"Home", "/"}}, crumbs...) {
		node.Items = append(node.Items, listItemNode{Type: "ListItem", Position: i + 1, Name: crumb.name, Item: origin + crumb.path})
	}
	return node
}
