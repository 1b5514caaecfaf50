package messages

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
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

// showState says whether a mail server is set up, and what waits for one.
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

func mailNotFound() error { return failures.NotFound("Email not found") }

// queueAgain queues a mail that was not sent. It keeps its Message-ID.
func queueAgain(ctx context.Context, tx core.App, mail *core.Record) error {
	mail.Set(store.Status, queued)
	mail.Set(store.Attempts, 0)
	mail.Set(store.Error, "")
	mail.Set(store.NextAt, clock.Now(tx))
	return tx.SaveWithContext(ctx, mail)
}

// changeUnsent changes the mail that the request names, which must have failed or been
// skipped.
func changeUnsent(e *core.RequestEvent, change func(ctx context.Context, tx core.App, mail *core.Record) error) error {
	return sessions.Change(e, func(ctx context.Context, tx core.App) error {
		mail, err := tx.FindRecordById(store.Outbox, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return mailNotFound()
		}
		if err != nil {
			return err
		}
		switch mail.GetString(store.Status) {
		case sent:
			return failures.Conflict("This email has been sent")
		case queued:
			return failures.Conflict("This email is waiting to be sent")
		}
		return change(ctx, tx, mail)
	})
}

// sendAgain queues one mail that was not sent.
func sendAgain(e *core.RequestEvent) error {
	if err := changeUnsent(e, queueAgain); err != nil {
		return err
	}
	row, err := store.FindMailRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return mailNotFound()
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, mailViewFor(e.App)(row))
}

// dismiss deletes a mail that will not be sent.
func dismiss(e *core.RequestEvent) error {
	err := changeUnsent(e, func(ctx context.Context, tx core.App, mail *core.Record) error {
		return tx.DeleteWithContext(ctx, mail)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Email dismissed"})
}

// againBatch is how many mails one transaction queues again at most.
const againBatch = 100

// sendFailed queues all mails that have failed. Some may fail again meanwhile, so it
// stops after as many as there were.
func sendFailed(e *core.RequestEvent) error {
	counts, err := store.ReadMailCounts(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	updated := 0
	err = sessions.ChangeInPieces(e, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := store.FindFailedMails(tx, min(againBatch, counts.Failed-updated))
		if err != nil {
			return false, err
		}
		for _, mail := range found {
			if err := queueAgain(ctx, tx, mail); err != nil {
				return false, err
			}
			updated++
			if enough() {
				break
			}
		}
		return len(found) > 0 && updated < counts.Failed, nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]int{"updated": updated})
}
