package web

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// The words of schema.org that pages use to say what they are about.

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

type trailNode struct {
	Type     string     `json:"@type"`
	Elements []stepNode `json:"itemListElement"`
}

type stepNode struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item"`
}

// organization is who runs the site.
func organization(address string, facts *facts) organizationNode {
	return organizationNode{
		Type: "Organization", ID: address + "/#organization", Name: oneLine(facts.site, records.Name),
		LegalName: oneLine(facts.site, records.LegalEntity), URL: address + "/", Logo: address + "/icon-512.png",
		Email: facts.site.GetString(records.SupportEmail),
	}
}

// faqPage is what the front page answers, with the numbers of a policy.
func faqPage(address string, policy *core.Record) faqNode {
	node := faqNode{Type: "FAQPage", ID: address + "/#faq-section"}
	for _, question := range questions {
		node.MainEntity = append(node.MainEntity, questionNode{
			Type: "Question", Name: question.Ask, AcceptedAnswer: answerNode{Type: "Answer", Text: question.plain(policy)},
		})
	}
	return node
}

// step is a page on the way from the front page to another.
type step struct{ name, path string }

// trail is the way to a page, the front page first.
func trail(address string, steps ...step) trailNode {
	node := trailNode{Type: "BreadcrumbList"}
	for i, step := range append([]step{{"Home", "/"}}, steps...) {
		node.Elements = append(node.Elements, stepNode{Type: "ListItem", Position: i + 1, Name: step.name, Item: address + step.path})
	}
	return node
}
