package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/moderation"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// revisionRoutes returns the routes of revisions.
func revisionRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/assignments/{id}/revisions", Who: api.SignedIn, Handler: listRevisions},
		{Method: "POST", Path: "/assignments/{id}/revisions", Who: api.SignedIn, Handler: requestRevision},
		{Method: "POST", Path: "/assignments/{id}/revisions/{number}/withdraw", Who: api.SignedIn, Handler: withdrawRevision, Unlimited: true},
	}
}

// revisionsNoun is what the rows of held texts call a revision.
const revisionsNoun = "revisions"

// revisionView is a revision as the API returns it. Held and Notice are left out unless
// its reason is held.
type revisionView struct {
	ID        string  `json:"_id"`
	Number    int     `json:"number"`
	Reason    string  `json:"reason"`
	DueAt     string  `json:"dueAt"`
	CreatedAt string  `json:"createdAt"`
	ClosedAt  *string `json:"closedAt"`
	Held      bool    `json:"held,omitempty"`
	Notice    string  `json:"notice,omitempty"`
}

// revisionViewFor returns the view of revisions for a reader.
func revisionViewFor(reader domain.Reader) func(store.RevisionRow) revisionView {
	return func(row store.RevisionRow) revisionView {
		view := revisionView{ID: row.ID, Number: row.Number, DueAt: string(row.DueAt), CreatedAt: string(row.Created)}
		view.Reason, view.Held, view.Notice = moderation.Read(row.TextStatus, row.Writer, reader, row.Reason)
		if row.ClosedAt != "" {
			closedAt := string(row.ClosedAt)
			view.ClosedAt = &closedAt
		}
		return view
	}
}

func listRevisions(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, store.RevisionListing(row.ID), revisionViewFor(sessions.Reader(e)))
}

// requestRevision asks the tutor to change what was delivered.
func requestRevision(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	var number int
	check := func() domain.Problems { return domain.CheckReason(input.Reason) }
	err := Act(e, domain.ActionRequestRevision, check, func(ctx context.Context, tx core.App, row store.AssignmentRow, assignment *core.Record) error {
		last, err := store.LastRevision(ctx, tx, row.ID)
		if err != nil {
			return err
		}
		terms, err := store.ReadOrderTerms(ctx, tx)
		if err != nil {
			return err
		}
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return err
		}
		number = last + 1
		revision, err := store.NewRecord(tx, store.Revisions, map[string]any{
			store.Assignment: row.ID,
			store.Number:     number,
			store.Reason:     strings.TrimSpace(input.Reason),
			store.DueAt:      row.Order().RevisionDue(clock.Now(tx), policy),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, revision); err != nil {
			return err
		}
		if _, err := moderation.Hold(ctx, tx, moderation.Text{
			Noun: revisionsNoun, Thing: revision.Id, Assignment: row.ID, Text: revision.GetString(store.Reason), Writer: row.Student,
		}); err != nil {
			return err
		}
		assignment.Set(store.Status, domain.StatusRevision)
		assignment.Set(store.OpenRevision, number)
		return nil
	})
	if err != nil {
		return err
	}
	row, err := store.FindRevisionRow(e.Request.Context(), e.App, e.Request.PathValue("id"), number)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, revisionViewFor(sessions.Reader(e))(row))
}

// withdrawRevision takes a request for a revision back. The windows are then as they were:
// what was delivered is as old as before.
func withdrawRevision(e *core.RequestEvent) error {
	ctx, id := e.Request.Context(), e.Request.PathValue("id")
	if _, err := FindReadable(e); err != nil {
		return err
	}
	number, err := strconv.Atoi(e.Request.PathValue("number"))
	if err == nil {
		_, err = store.FindRevisionRow(ctx, e.App, id, number)
	} else {
		err = sql.ErrNoRows
	}
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Revision not found")
	}
	if err != nil {
		return err
	}
	err = Act(e, domain.ActionWithdrawRevision, nil, func(_ context.Context, _ core.App, row store.AssignmentRow, assignment *core.Record) error {
		if row.OpenRevision != number {
			return failures.Conflict(domain.RevisionClosed)
		}
		assignment.Set(store.Status, domain.StatusCompleted)
		assignment.Set(store.DeliveredAt, row.FinishedAt())
		return nil
	})
	return AnswerAct(e, err)
}

// listenRevisions keeps the console from changing revisions, which the status of their
// assignment depends on.
func listenRevisions(app core.App) {
	app.OnRecordCreateRequest(store.Revisions).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Only the student can ask for a revision")
	})
	refuse := func(*core.RecordRequestEvent) error { return failures.Conflict("Revisions cannot be changed") }
	app.OnRecordUpdateRequest(store.Revisions).BindFunc(refuse)
	app.OnRecordDeleteRequest(store.Revisions).BindFunc(refuse)
}

// CloseRevision closes the open revision when work leaves the status revision, whoever changes
// the status: by delivering, withdrawing, cancelling or by hand.
func CloseRevision(e *core.RecordEvent) error {
	assignment := e.Record
	isOpen := assignment.GetString(store.Status) == domain.StatusRevision
	if isOpen || assignment.Original().GetString(store.Status) != domain.StatusRevision {
		return e.Next()
	}
	open, err := store.FindOpenRevisions(e.App, assignment.Id)
	if err != nil {
		return err
	}
	for _, revision := range open {
		revision.Set(store.ClosedAt, clock.Now(e.App))
		if err := transaction.SaveNested(e.Context, e.App, revision); err != nil {
			return err
		}
	}
	assignment.Set(store.OpenRevision, 0)
	return e.Next()
}
