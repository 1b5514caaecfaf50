package web_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"deskmate/internal/testkit"
)

// crawledPage is what a crawler that runs no scripts reads from a page.
type crawledPage struct {
	answer        testkit.Answer
	contentPolicy string
	titles        []string
	meta          map[string][]string // contents by name or property
	canonical     []string
	graph         []map[string]any // schema.org nodes
	scripts       []string         // src attributes
	inlineScripts int
}

// crawl requests a page with a Host header and parses it.
func crawl(t testing.TB, app *testkit.App, host, path string) crawledPage {
	t.Helper()
	request := httptest.NewRequest("GET", path, nil)
	request.Host = host
	return parsePage(t, app.Send(request))
}

func parsePage(t testing.TB, answer testkit.Answer) crawledPage {
	t.Helper()
	page := crawledPage{answer: answer, contentPolicy: answer.Header.Get("Content-Security-Policy"), meta: map[string][]string{}}
	root, err := html.Parse(strings.NewReader(string(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		attributes := map[string]string{}
		for _, attribute := range node.Attr {
			attributes[attribute.Key] = attribute.Val
		}
		switch {
		case node.Data == "title":
			page.titles = append(page.titles, textOf(node))
		case node.Data == "meta":
			name := attributes["name"] + attributes["property"]
			page.meta[name] = append(page.meta[name], attributes["content"])
		case node.Data == "link" && attributes["rel"] == "canonical":
			page.canonical = append(page.canonical, attributes["href"])
		case node.Data == "script" && attributes["type"] == "application/ld+json":
			var data struct {
				Context string           `json:"@context"`
				Graph   []map[string]any `json:"@graph"`
			}
			if err := json.Unmarshal([]byte(textOf(node)), &data); err != nil || data.Context != "https://schema.org" {
				t.Errorf("structured data is invalid (%v): %s", err, textOf(node))
			}
			page.graph = append(page.graph, data.Graph...)
		case node.Data == "script" && attributes["src"] != "":
			page.scripts = append(page.scripts, attributes["src"])
		case node.Data == "script":
			page.inlineScripts++
		}
	}
	return page
}

func textOf(node *html.Node) string {
	if node.FirstChild == nil {
		return ""
	}
	return node.FirstChild.Data
}

// nodeTypes returns the types of the schema.org nodes, in their order.
func (p crawledPage) nodeTypes() (types []string) {
	for _, node := range p.graph {
		types = append(types, node["@type"].(string))
	}
	return types
}

// node returns the first schema.org node of a type.
func (p crawledPage) node(t testing.TB, nodeType string) map[string]any {
	t.Helper()
	for _, node := range p.graph {
		if node["@type"] == nodeType {
			return node
		}
	}
	t.Fatalf("no %s in %v", nodeType, p.graph)
	return nil
}
