package messages

import (
	"cmp"
	_ "embed"
	html "html/template"
	"maps"
	"os"
	"path/filepath"
	"strings"
	text "text/template"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
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

// NewMailCommand returns the command `mail preview`, which writes every mail with sample
// data, as HTML and as text.
func NewMailCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "mail", Short: "Shows what the emails look like"}
	command.AddCommand(&cobra.Command{
		Use:          "preview DIR",
		Short:        "Writes every email with sample data into a folder, as .html and .txt",
		Example:      "mail preview /tmp/emails",
		Args:         cobra.ExactArgs(1),
		SilenceUsage: true,
		RunE: func(command *cobra.Command, args []string) error {
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			count, err := preview(app, args[0])
			if err != nil {
				return err
			}
			command.Printf("%d emails written to %s\n", count, args[0])
			return nil
		},
	})
	return command
}

// preview writes every mail into a folder, and returns how many there are.
func preview(app core.App, dir string) (count int, err error) {
	site, err := store.FindSite(app)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return 0, err
	}
	for _, kind := range RegisteredKinds(app) {
		if !kind.ByMail {
			continue
		}
		for variant, facts := range samples(kind) {
			facts.Site = site.GetString(store.Name)
			token, unsubscribe := "", ""
			if kind.Secret != nil {
				token = strings.Repeat("sample.", 40)
			}
			origin := Origin(app)
			if !kind.Required {
				unsubscribe = origin + "/api/unsubscribe/sample"
			}
			asHTML, asText, err := newLetter(kind, facts, origin, site.GetString(store.SupportEmail), token, unsubscribe).render()
			if err != nil {
				return count, err
			}
			name := filepath.Join(dir, strings.ReplaceAll(kind.Name, ".", "-")+variant)
			for ending, content := range map[string]string{".html": asHTML, ".txt": asText} {
				if err := os.WriteFile(name+ending, []byte(content), 0o600); err != nil {
					return count, err
				}
			}
			count++
		}
	}
	return count, nil
}

// samples returns invented facts for each variant of a mail: for readers with and
// without an account, and with texts that are hard to fit.
func samples(kind Kind) map[string]Facts {
	due := time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)
	guest := Facts{
		Address: "robin@example.com", Assignment: "sample", Title: "Essay on tides", Subject: "Physics", Due: due, Grade: "A", Feedback: "Well argued.",
		Quote: "sample", Reference: "Q-7F3K2M", Service: "Essay writing", Deadline: due, Data: kind.Sample,
	}
	reader := guest
	reader.Person, reader.Role = "Robin Vale", domain.RoleStudent
	if len(kind.Roles) == 1 {
		reader.Role = kind.Roles[0]
	}
	all := map[string]Facts{}
	if len(kind.Roles) > 0 || kind.Required {
		all[""] = reader
	}
	if kind.ForGuests {
		all["-guest"] = guest
	}
	if kind.Several != "" {
		all["-several"] = Gather([]Facts{reader, reader}, 3)
	}
	for variant, facts := range maps.Clone(all) {
		facts.Title = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and " + strings.Repeat("the history of everything ", 7)
		facts.Subject, facts.Service = strings.Repeat("Philosophy", 10), strings.Repeat("Writing", 12)
		if facts.Person != "" {
			facts.Person = strings.Repeat("Wolfeschlegelsteinhausen", 4)
		}
		all[variant+"-long"] = facts
	}
	return all
}
