package moderation

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// Routes returns the routes of held texts.
func Routes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/texts", Who: api.Admins, Handler: listTexts},
		{Method: "PATCH", Path: "/texts/{id}", Who: api.Admins, Handler: decideText},
	}
}

// EraseTextsOf erases the texts of an account that is deleted, while they still name their
// writer.
func EraseTextsOf(e *core.RecordEvent) error {
	err := transaction.Run(e.Context, e.App, func(ctx context.Context, tx core.App) error {
		return store.EraseTextsOf(ctx, tx, e.Record.Id)
	})
	if err != nil {
		return err
	}
	return e.Next()
}

// Listen keeps held texts as they were written: the console decides about them, and
// changes nothing else. They go with the account of their writer.
func Listen(app core.App) {
	app.OnRecordCreateRequest(store.Texts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Texts are held when they are written")
	})
	// Without its row, a held text would be passed on.
	app.OnRecordDeleteRequest(store.Texts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("What was written cannot be deleted")
	})
	app.OnRecordUpdateRequest(store.Texts).BindFunc(func(e *core.RecordRequestEvent) error {
		isDecided := e.Record.Original().GetString(store.Status) != domain.TextHeld
		if isDecided && api.Differs(e.Record, store.Status) {
			return decided()
		}
		if api.Differs(e.Record, store.NounField, store.Thing, store.Assignment, store.Text, store.Writer) {
			return failures.Conflict("What was written cannot be changed")
		}
		return e.Next()
	})
}

func decided() error { return failures.Conflict("This text has been decided") }

type textView struct {
	ID         string          `json:"_id"`
	Noun       string          `json:"noun"`
	Thing      string          `json:"id"`
	Text       string          `json:"text"`
	Writer     *writerView     `json:"writer"`
	Status     string          `json:"status"`
	CreatedAt  string          `json:"createdAt"`
	Assignment *assignmentView `json:"assignment"`
	// OwnCase is true for an admin who may not decide about it.
	OwnCase bool `json:"ownCase,omitempty"`
}

type writerView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

type assignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

// viewFor returns the view of held texts for one admin.
func viewFor(reader domain.Reader) func(store.TextRow) textView {
	return func(row store.TextRow) textView {
		view := textView{
			ID: row.ID, Noun: row.Noun, Thing: row.Thing, Text: row.Text, Status: row.Status, CreatedAt: string(row.Created),
			OwnCase: domain.IsOwnCase(reader, row.Writer, row.Student, row.Tutor, row.GuestEmail),
		}
		if row.Writer != "" {
			view.Writer = &writerView{row.Writer, row.WriterName}
		}
		if row.Assignment != "" {
			view.Assignment = &assignmentView{row.Assignment, row.Reference, row.Title}
		}
		return view
	}
}

func listTexts(e *core.RequestEvent) error {
	listing, query := store.TextListing(), e.Request.URL.Query()
	err := errors.Join(
		api.Filter(&listing, query, "status", "x.status", domain.ParseTextStatus),
		api.SortBy(&listing, query, store.TextOrders),
	)
	if err != nil {
		return err
	}
	return api.AnswerList(e, listing, viewFor(sessions.Reader(e)))
}

// decideText passes a held text on, or removes it.
func decideText(e *core.RequestEvent) error {
	var input domain.DecideText
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	id := e.Request.PathValue("id")
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		text, err := tx.FindRecordById(store.Texts, id)
		if errors.Is(err, sql.ErrNoRows) {
			return failures.NotFound("Text not found")
		}
		if err != nil {
			return err
		}
		if err := refuseOwnCase(ctx, tx, sessions.Reader(e), text); err != nil {
			return err
		}
		if text.GetString(store.Status) != domain.TextHeld {
			return decided()
		}
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		text.Set(store.Status, input.Status())
		text.Set(store.DecidedAt, clock.Now(tx))
		return tx.SaveWithContext(ctx, text)
	})
	if err != nil {
		return err
	}
	row, err := store.FindTextRow(e.Request.Context(), e.App, id)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, viewFor(sessions.Reader(e))(row))
}

// refuseOwnCase refuses admins who wrote a text, or for whom it was written.
func refuseOwnCase(ctx context.Context, tx core.App, reader domain.Reader, text *core.Record) error {
	parties := []string{text.GetString(store.Writer)}
	assignment, err := store.FindAssignment(tx, text.GetString(store.Assignment))
	switch {
	case err == nil:
		parties = append(parties, store.AssignmentOf(assignment).Parties()...)
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	return sessions.RefuseOwnCase(ctx, tx, reader, parties...)
}

// Kinds of events in the history of a text (docs/product.md, section 3.9).
const (
	released = "text.released"
	removed  = "text.removed"
)

// Noun declares held texts. Admins hear of every change to them. A decision is announced
// as a change to the assignment too, because both sides then read something else.
var Noun = api.Noun{
	Collection: store.Texts,
	Announce: func(app core.App, text *core.Record, change api.Change) []api.Announcement {
		announced := api.Announce(text, change, func(*core.Record) func(domain.Reader) domain.Scope { return domain.DeskScope })
		assignment, err := store.FindAssignment(app, text.GetString(store.Assignment))
		if change != api.Updated || err != nil {
			return announced
		}
		return append(announced, api.Announce(assignment, api.Updated, store.AssignmentScopes)...)
	},
	History: func(text *core.Record, change api.Change) []api.Event {
		switch status := text.GetString(store.Status); {
		case change != api.Updated || !api.Differs(text, store.Status):
			return nil
		case status == domain.TextReleased:
			return []api.Event{{Kind: released, Title: "Text released", User: text.GetString(store.Writer)}}
		default:
			return []api.Event{{Kind: removed, Title: "Text removed", User: text.GetString(store.Writer)}}
		}
	},
	Kinds:  []string{released, removed},
	Refers: store.Assignment,
	Thing:  func(text *core.Record) string { return text.GetString(store.Assignment) },
}
