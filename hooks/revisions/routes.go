// Package revisions lets students ask for changes to what was delivered
// (docs/product.md, section 10.7).
package revisions

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/held"
	"deskmate/hooks/lists"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of revisions.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/assignments/{id}/revisions", Who: routes.SignedIn, Handler: listRevisions},
		{Method: "POST", Path: "/assignments/{id}/revisions", Who: routes.SignedIn, Handler: requestRevision},
		{Method: "POST", Path: "/assignments/{id}/revisions/{number}/withdraw", Who: routes.SignedIn, Handler: withdrawRevision, Unlimited: true},
	}
}

// noun is what the rows of held texts call a revision.
const noun = "revisions"

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

// viewFor returns the view of revisions for a reader.
func viewFor(reader rules.Reader) func(records.RevisionRow) revisionView {
	return func(row records.RevisionRow) revisionView {
		view := revisionView{ID: row.ID, Number: row.Number, DueAt: string(row.DueAt), CreatedAt: string(row.Created)}
		view.Reason, view.Held, view.Notice = held.Read(row.TextStatus, row.Writer, reader, row.Reason)
		if row.ClosedAt != "" {
			closedAt := string(row.ClosedAt)
			view.ClosedAt = &closedAt
		}
		return view
	}
}

func listRevisions(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, records.RevisionListing(row.ID), viewFor(sessions.Reader(e)))
}

// requestRevision asks the tutor to change what was delivered.
func requestRevision(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	var number int
	check := func() rules.Problems { return rules.CheckReason(input.Reason) }
	err := orders.Act(e, rules.ActionRequestRevision, check, func(ctx context.Context, tx core.App, row records.AssignmentRow, assignment *core.Record) error {
		last, err := records.LastRevision(ctx, tx, row.ID)
		if err != nil {
			return err
		}
		terms, err := records.ReadOrderTerms(ctx, tx)
		if err != nil {
			return err
		}
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return err
		}
		number = last + 1
		revision, err := records.NewRecord(tx, records.Revisions, map[string]any{
			records.Assignment: row.ID,
			records.Number:     number,
			records.Reason:     strings.TrimSpace(input.Reason),
			records.DueAt:      row.Order().RevisionDue(clock.Now(tx), policy),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, revision); err != nil {
			return err
		}
		if _, err := held.Hold(ctx, tx, held.Text{
			Noun: noun, Thing: revision.Id, Assignment: row.ID, Text: revision.GetString(records.Reason), Writer: row.Student,
		}); err != nil {
			return err
		}
		assignment.Set(records.Status, rules.StatusRevision)
		assignment.Set(records.OpenRevision, number)
		return nil
	})
	if err != nil {
		return err
	}
	row, err := records.FindRevisionRow(e.Request.Context(), e.App, e.Request.PathValue("id"), number)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, viewFor(sessions.Reader(e))(row))
}

// withdrawRevision takes a request for a revision back. The windows are then as they were:
// what was delivered is as old as before.
func withdrawRevision(e *core.RequestEvent) error {
	ctx, id := e.Request.Context(), e.Request.PathValue("id")
	if _, err := orders.FindReadable(e); err != nil {
		return err
	}
	number, err := strconv.Atoi(e.Request.PathValue("number"))
	if err == nil {
		_, err = records.FindRevisionRow(ctx, e.App, id, number)
	} else {
		err = sql.ErrNoRows
	}
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Revision not found")
	}
	if err != nil {
		return err
	}
	err = orders.Act(e, rules.ActionWithdrawRevision, nil, func(_ context.Context, _ core.App, row records.AssignmentRow, assignment *core.Record) error {
		if row.OpenRevision != number {
			return failures.Conflict(rules.RevisionClosed)
		}
		assignment.Set(records.Status, rules.StatusCompleted)
		assignment.Set(records.DeliveredAt, row.FinishedAt())
		return nil
	})
	return orders.AnswerAct(e, err)
}
