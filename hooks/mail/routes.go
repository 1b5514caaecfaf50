package mail

import (
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/lists"
	"deskmate/hooks/messages"
	"deskmate/hooks/routes"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/mails", Who: routes.Admins, Handler: listMails},
		{Method: "GET", Path: "/mails/state", Who: routes.Admins, Handler: showState},
		{Method: "POST", Path: "/mails/send-failed", Who: routes.Admins, Handler: sendFailed, Unlimited: true},
		{Method: "POST", Path: "/mails/{id}/send", Who: routes.Admins, Handler: sendAgain, Unlimited: true},
		{Method: "DELETE", Path: "/mails/{id}", Who: routes.Admins, Handler: dismiss},
		{Method: "GET", Path: "/unsubscribe/{token}", Who: routes.Anyone, Handler: showUnsubscribe},
		{Method: "POST", Path: "/unsubscribe/{token}", Who: routes.Anyone, Handler: unsubscribe, Unlimited: true},
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

func viewFor(app core.App) func(records.MailRow) mailView {
	return func(row records.MailRow) mailView {
		view := mailView{
			ID: row.ID, Kind: row.Kind, To: row.To, Subject: row.Kind, Status: row.Status, Attempts: row.Attempts,
			NextAt: optional(row.NextAt), SentAt: optional(row.SentAt), Error: row.Error, CreatedAt: rules.FormatTime(row.Created.Time()),
		}
		if kind, ok := messages.KindOf(app, row.Kind); ok {
			view.Subject = kind.Heading(messages.Facts{Title: row.Title, Reference: row.Reference, Data: row.Data})
		}
		return view
	}
}

func optional(moment types.DateTime) *string {
	if moment.IsZero() {
		return nil
	}
	text := rules.FormatTime(moment.Time())
	return &text
}

func listMails(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	listing := records.MailListing()
	err := errors.Join(
		lists.FilterAny(&listing, query, "status", "o.status", func(text string) (string, bool) {
			return text, slices.Contains([]string{queued, sent, failed, skipped}, text)
		}),
		lists.SortBy(&listing, query, records.MailOrders),
	)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, viewFor(e.App))
}

// showState tells whether a mail server is set up, and what waits for one.
func showState(e *core.RequestEvent) error {
	counts, err := records.ReadMailCounts(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Enabled bool `json:"enabled"`
		Queued  int  `json:"queued"`
		Failed  int  `json:"failed"`
	}{e.App.Settings().SMTP.Enabled, counts.Queued, counts.Failed})
}
