package messages

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

const unsubscribePurpose = "unsubscribe"

// subscription is what a link of a mail switches off.
type subscription struct {
	account, address string // one of them is empty
	kind             Kind
}

// findSubscription returns what the token in the path switches off. The token says
// so itself; nothing is stored about it.
func findSubscription(e *core.RequestEvent) (subscription, error) {
	invalid := failures.NotFound("This link is no longer valid")
	token := e.Request.PathValue("token")
	end := strings.LastIndexByte(token, '.')
	if end < 0 {
		return subscription{}, invalid
	}
	matches, err := sessions.TokenMatches(e.App, token, unsubscribePurpose, token[:end])
	if err != nil {
		return subscription{}, err
	}
	parts := strings.SplitN(token[:end], "~", 3)
	if !matches || len(parts) != 3 {
		return subscription{}, invalid
	}
	kind, ok := KindOf(e.App, parts[2])
	if !ok {
		return subscription{}, invalid
	}
	found := subscription{kind: kind}
	collection := map[string]string{"user": store.Users, "assignment": store.Assignments, "quote": store.Quotes}[parts[0]]
	record, err := e.App.FindRecordById(collection, parts[1])
	if errors.Is(err, sql.ErrNoRows) {
		return found, invalid
	}
	if err != nil {
		return found, err
	}
	switch collection {
	case store.Users:
		found.account = record.Id
	case store.Assignments:
		// An account that has adopted the work of a guest gets the mails about it.
		if found.address = record.GetString(store.GuestEmail); found.address == "" {
			found.account = record.GetString(store.Student)
		}
	case store.Quotes:
		found.address = record.GetString(store.Email)
	}
	if found.account == "" && found.address == "" {
		return found, invalid
	}
	return found, nil
}

// showUnsubscribe shows a page with a button. It changes nothing, because mail
// programs open links to check them.
func showUnsubscribe(e *core.RequestEvent) error {
	found, err := findSubscription(e)
	if err != nil {
		return answerPage(e, err, page{})
	}
	return answerPage(e, nil, page{Title: "Stop these emails?", Text: sentence(found.kind, "You will no longer get emails of this kind"), Button: "Stop these emails"})
}

// unsubscribe switches off the mails of one kind, for the page and for the one-click
// button of mail programs (RFC 8058).
func unsubscribe(e *core.RequestEvent) error {
	found, err := findSubscription(e)
	if err != nil {
		return answerPage(e, err, page{})
	}
	ctx, cancel := sessions.WriteContextAs(e, store.Actor{Via: store.ViaGuest})
	defer cancel()
	err = transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		inApp, _, err := Wants(tx, found.account, found.address, found.kind)
		if err != nil {
			return err
		}
		return Choose(ctx, tx, found.account, found.address, found.kind, inApp, false)
	})
	return answerPage(e, err, page{Title: "You will get no more of these emails", Text: sentence(found.kind, "We have switched off emails of this kind")})
}

// sentence names a kind of mail, if the settings do.
func sentence(kind Kind, text string) string {
	if kind.Setting == "" {
		return text + "."
	}
	return text + ": " + kind.Setting + "."
}

// page is a small page that needs nothing of the interface: readers come from their
// mail program, and may have no account.
type page struct{ Site, Title, Text, Button string }

//go:embed unsubscribe.html
var pageSource string

var pageTemplate = template.Must(template.New("unsubscribe.html").Parse(pageSource))

// pagePolicy allows a page its own style and its form, and nothing else.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// answerPage answers a browser with a page, and other clients with JSON.
func answerPage(e *core.RequestEvent, err error, content page) error {
	if !strings.Contains(e.Request.Header.Get("Accept"), "text/html") {
		if err != nil {
			return err
		}
		return e.JSON(http.StatusOK, map[string]string{"message": content.Title})
	}
	status := http.StatusOK
	if err != nil {
		failure := failures.From(err)
		status, content = failure.Status, page{Title: "This did not work", Text: failure.Problems[0].Message + "."}
	}
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	content.Site = site.GetString(store.Name)
	var out strings.Builder
	if err := pageTemplate.Execute(&out, content); err != nil {
		return err
	}
	e.Response.Header().Set("Content-Security-Policy", pagePolicy)
	return e.HTML(status, out.String())
}
