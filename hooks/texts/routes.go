// Package texts lets admins decide about texts that are kept back because they contain
// contact details (docs/product.md, section 10.8).
package texts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/lists"
	"deskmate/hooks/nouns"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of held texts.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/texts", Who: routes.Admins, Handler: listTexts},
		{Method: "PATCH", Path: "/texts/{id}", Who: routes.Admins, Handler: decideText},
	}
}

// Listen keeps held texts as they were written: the console decides about them, and
// changes nothing else. They go with the account of their writer.
func Listen(app core.App) {
	// While they still name their writer.
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, func(e *core.RecordEvent) error {
		err := writes.Run(e.Context, e.App, func(ctx context.Context, tx core.App) error {
			return records.EraseTextsOf(ctx, tx, e.Record.Id)
		})
		if err != nil {
			return err
		}
		return e.Next()
	}))
	app.OnRecordCreateRequest(records.Texts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Texts are held when they are written")
	})
	// Without its row, a held text would be passed on.
	app.OnRecordDeleteRequest(records.Texts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("What was written cannot be deleted")
	})
	app.OnRecordUpdateRequest(records.Texts).BindFunc(func(e *core.RecordRequestEvent) error {
		isDecided := e.Record.Original().GetString(records.Status) != rules.TextHeld
		if isDecided && nouns.Differs(e.Record, records.Status) {
			return decided()
		}
		if nouns.Differs(e.Record, records.NounField, records.Thing, records.Assignment, records.Text, records.Writer) {
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
func viewFor(reader rules.Reader) func(records.TextRow) textView {
	return func(row records.TextRow) textView {
		view := textView{
			ID: row.ID, Noun: row.Noun, Thing: row.Thing, Text: row.Text, Status: row.Status, CreatedAt: string(row.Created),
			OwnCase: rules.IsOwnCase(reader, row.Writer, row.Student, row.Tutor, row.GuestEmail),
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
	listing, query := records.TextListing(), e.Request.URL.Query()
	err := errors.Join(
		lists.Filter(&listing, query, "status", "x.status", rules.ParseTextStatus),
		lists.SortBy(&listing, query, records.TextOrders),
	)
	if err != nil {
		return err
	}
	return lists.Answer(e, listing, viewFor(sessions.Reader(e)))
}

// decideText passes a held text on, or removes it.
func decideText(e *core.RequestEvent) error {
	var input rules.DecideText
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	id := e.Request.PathValue("id")
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		text, err := tx.FindRecordById(records.Texts, id)
		if errors.Is(err, sql.ErrNoRows) {
			return failures.NotFound("Text not found")
		}
		if err != nil {
			return err
		}
		if err := refuseOwnCase(ctx, tx, sessions.Reader(e), text); err != nil {
			return err
		}
		if text.GetString(records.Status) != rules.TextHeld {
			return decided()
		}
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		text.Set(records.Status, input.Status())
		text.Set(records.DecidedAt, clock.Now(tx))
		return tx.SaveWithContext(ctx, text)
	})
	if err != nil {
		return err
	}
	row, err := records.FindTextRow(e.Request.Context(), e.App, id)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, viewFor(sessions.Reader(e))(row))
}

// refuseOwnCase refuses admins who wrote a text, or for whom it was written.
func refuseOwnCase(ctx context.Context, tx core.App, reader rules.Reader, text *core.Record) error {
	parties := []string{text.GetString(records.Writer)}
	assignment, err := records.FindAssignment(tx, text.GetString(records.Assignment))
	switch {
	case err == nil:
		parties = append(parties, records.PartiesOf(assignment)...)
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	return sessions.RefuseOwnCase(ctx, tx, reader, parties...)
}
