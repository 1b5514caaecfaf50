package messages

import (
	"cmp"
	_ "embed"
	html "html/template"
	"strings"
	text "text/template"

	"deskmate/hooks/domain"
)

//go:embed mail.html
var htmlSource string

//go:embed mail.txt
var textSource string

var (
	htmlTemplate = html.Must(html.New("mail.html").Parse(htmlSource))
	textTemplate = text.Must(text.New("mail.txt").Parse(textSource))
)

// letter is what both forms of a mail are made of.
type letter struct {
	Site        string
	Origin      string
	Subject     string
	Greeting    string
	Before      []string
	Details     []Detail
	Button      string
	URL         string
	ShowsURL    bool
	After       []string
	Reason      string
	Unsubscribe string // an address; empty if the mail cannot be switched off
	Support     string
}

// newLetter composes a mail. token is what its link opens, if anything; unsubscribe
// is the address that switches its kind off, if it can be.
func newLetter(kind Kind, facts Facts, origin, support, token, unsubscribe string) letter {
	l := letter{
		Site: facts.Site, Origin: origin, Support: support, Unsubscribe: unsubscribe,
		Subject: kind.Heading(facts), Greeting: "Hello,", Before: []string{kind.Body(facts)}, Button: kind.Button,
		Reason: "You are receiving this email because someone entered this address on " + facts.Site + ". If that was not you, you can ignore it.",
	}
	if facts.Person != "" {
		l.Greeting = "Hello " + facts.Person + ","
	}
	switch {
	case kind.Required:
		l.Reason = "This email is about your account, so it cannot be switched off."
	case !facts.IsGuest():
		l.Reason = "You are receiving this email because you have an account on " + facts.Site + "."
	}
	if kind.Details != nil {
		for _, detail := range kind.Details(facts) {
			if detail.Value != "" {
				l.Details = append(l.Details, detail)
			}
		}
	}
	if kind.Closing != nil {
		l.After = kind.Closing(facts)
	}
	if len(facts.Gathered) > 0 {
		l.listAll(kind, facts)
		return l
	}
	if facts.IsGuest() && kind.GuestButton != "" {
		l.Button = kind.GuestButton
	}
	path := ""
	if l.Button != "" {
		path = kind.Link(facts)
	}
	if path == "" {
		l.Button = ""
	} else {
		l.URL = origin + path
		if token != "" {
			before := "#token="
			if kind.SecretInPath {
				before = "/"
			}
			l.URL, l.ShowsURL = l.URL+before+token, true
		}
	}
	return l
}

// listAll makes a mail tell of several events, each with a link of its own.
func (l *letter) listAll(kind Kind, facts Facts) {
	l.Before, l.Details = []string{"These came in within a few minutes:"}, nil
	for _, each := range facts.Gathered {
		l.Details = append(l.Details, Detail{Label: each.Reference, Value: cmp.Or(domain.OneLine(each.Title), each.Service, each.Reference), URL: l.Origin + kind.Link(each)})
	}
	l.After, l.Button, l.URL = []string{"The dashboard lists all of them."}, "Open the dashboard", l.Origin+"/admin/dashboard"
}

// render returns the mail as HTML and as plain text.
func (l letter) render() (asHTML, asText string, err error) {
	var out strings.Builder
	if err := htmlTemplate.Execute(&out, l); err != nil {
		return "", "", err
	}
	asHTML = out.String()
	out.Reset()
	err = textTemplate.Execute(&out, l)
	return asHTML, out.String(), err
}
