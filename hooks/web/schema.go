package web

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

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
