package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// NotFound is the failure about an assignment that the caller may not know.
func NotFound() error { return failures.NotFound("Assignment not found") }

// FindReadable returns the assignment in the request path. It fails with 404 if the
// caller may not read it, as if it did not exist.
func FindReadable(e *core.RequestEvent) (store.AssignmentRow, error) {
	return FindReadableIn(e.Request.Context(), e.App, e)
}

// FindReadableIn is FindReadable within a transaction, in which its result stays true.
func FindReadableIn(ctx context.Context, app core.App, e *core.RequestEvent) (store.AssignmentRow, error) {
	row, _, err := store.FindReadable(ctx, app, sessions.Reader(e), e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return row, NotFound()
	}
	return row, err
}

// FindLinked returns the assignment in the request path if the link to target, such as a
// stored file, was made for somebody who may read it now.
func FindLinked(e *core.RequestEvent, target string) (store.AssignmentRow, error) {
	missing := failures.NotFound("File not found")
	row, err := store.FindAssignmentRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return row, missing
	}
	if err == nil && row.ScopeFor(store.ReaderOf(files.LinkReader(e, target))) == domain.ScopeNone {
		return row, missing
	}
	return row, err
}

// Act takes an action on the assignment in the request path, in one transaction: it
// finds the assignment, refuses what the caller cannot do now, and then checks the rest
// of the input. change alters the record, which is saved afterwards.
func Act(
	e *core.RequestEvent, action domain.Action, check func() domain.Problems,
	change func(ctx context.Context, tx core.App, row store.AssignmentRow, assignment *core.Record) error,
) error {
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	return transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		row, err := FindReadableIn(ctx, tx, e)
		if err != nil {
			return err
		}
		if err := Check(ctx, tx, sessions.Reader(e), row, action); err != nil {
			return err
		}
		if check != nil {
			if problems := check(); len(problems) > 0 {
				return failures.Refuse(problems)
			}
		}
		assignment, err := store.FindAssignment(tx, row.ID)
		if err != nil {
			return err
		}
		if err := change(ctx, tx, row, assignment); err != nil {
			return err
		}
		return tx.SaveWithContext(ctx, assignment)
	})
}

// Answer responds with an assignment as an account may see it. Nil is a guest.
func Answer(e *core.RequestEvent, status int, row store.AssignmentRow, account *core.Record) error {
	view, err := AssignmentViewer(e, account)
	if err != nil {
		return err
	}
	return e.JSON(status, view(row))
}

// AnswerStored responds with an assignment as it is stored now. A nil account is a guest.
func AnswerStored(e *core.RequestEvent, status int, id string, account *core.Record) error {
	row, err := store.FindAssignmentRow(e.Request.Context(), e.App, id)
	if errors.Is(err, sql.ErrNoRows) {
		return NotFound()
	}
	if err != nil {
		return err
	}
	return Answer(e, status, row, account)
}

// AnswerAct responds with the assignment in the request path as its caller reads it
// after an action, or with the failure of the action.
func AnswerAct(e *core.RequestEvent, err error) error {
	if err != nil {
		return err
	}
	return AnswerStored(e, http.StatusOK, e.Request.PathValue("id"), sessions.Caller(e))
}
