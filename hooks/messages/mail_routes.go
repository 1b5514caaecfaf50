package messages

import (
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// mailRoutes returns the routes of this package.
func mailRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/mails", Who: api.Admins, Handler: listMails},
		{Method: "GET", Path: "/mails/state", Who: api.Admins, Handler: showState},
		{Method: "POST", Path: "/mails/send-failed", Who: api.Admins, Handler: sendFailed, Unlimited: true},
		{Method: "POST", Path: "/mails/{id}/send", Who: api.Admins, Handler: sendAgain, Unlimited: true},
		{Method: "DELETE", Path: "/mails/{id}", Who: api.Admins, Handler: dismiss},
		{Method: "GET", Path: "/unsubscribe/{token}", Who: api.Anyone, Handler: showUnsubscribe},
		{Method: "POST", Path: "/unsubscribe/{token}", Who: api.Anyone, Handler: unsubscribe, Unlimited: true},
	}
}

// mailView is a mail without its body, which may hold a link that opens something.
type mailView struct {
	ID        string  `json:"_id"`
	Kind      string  `json:"kind"`
	To        string  `json:"to"`
	Subject   string  `json:"subject"`
	Status    string  `json:"status"`
	Attempts  int     `json:"attempts"`
	NextAt    *string `json:"nextAt"`
	SentAt    *string `json:"sentAt"`
	Error     string  `json:"error"`
	CreatedAt string  `json:"createdAt"`
}

func mailViewFor(app core.App) func(store.MailRow) mailView {
	return func(row store.MailRow) mailView {
		view := mailView{
			ID: row.ID, Kind: row.Kind, To: row.To, Subject: row.Kind, Status: row.Status, Attempts: row.Attempts,
			NextAt: optional(row.NextAt), SentAt: optional(row.SentAt), Error: row.Error, CreatedAt: domain.FormatTime(row.Created.Time()),
		}
		if kind, ok := KindOf(app, row.Kind); ok {
			view.Subject = kind.Heading(Facts{Title: row.Title, Reference: row.Reference, Data: row.Data})
		}
		return view
	}
}

func optional(moment types.DateTime) *string {
	if moment.IsZero() {
		return nil
	}
	text := domain.FormatTime(moment.Time())
	return &text
}

func listMails(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	listing := store.MailListing()
	err := errors.Join(
		api.FilterAny(&listing, query, "status", "o.status", func(text string) (string, bool) {
			return text, slices.Contains([]string{queued, sent, failed, skipped}, text)
		}),
		api.SortBy(&listing, query, store.MailOrders),
	)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, mailViewFor(e.App))
}

// showState tells whether a mail server is set up, and what waits for one.
func showState(e *core.RequestEvent) error {
	counts, err := store.ReadMailCounts(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Enabled bool `json:"enabled"`
		Queued  int  `json:"queued"`
		Failed  int  `json:"failed"`
	}{e.App.Settings().SMTP.Enabled, counts.Queued, counts.Failed})
}
