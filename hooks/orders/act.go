package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
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
	return sessions.Change(e, func(ctx context.Context, tx core.App) error {
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

// Check returns the failure if the reader, who can see the order, cannot take the action
// now. Call it in the transaction of the action, with a row that was read there.
func Check(ctx context.Context, tx core.App, reader domain.Reader, row store.AssignmentRow, action domain.Action) error {
	terms, err := store.ReadOrderTerms(ctx, tx)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(row.ID, row.Policy)
	if err != nil {
		return err
	}
	return Failure(ctx, tx, reader, row.Order().Refuse(action, domain.Caller{Reader: reader}, clock.Now(tx), policy, terms.Settings))
}

// Failure returns the failure for a refusal of the reader, nil if nothing is refused.
func Failure(ctx context.Context, tx core.App, reader domain.Reader, refusal *domain.Refusal) error {
	switch {
	case refusal == nil:
		return nil
	case refusal.OwnCase:
		return sessions.RefuseOwnCase(ctx, tx, reader, reader.ID)
	case refusal.WrongRole:
		return failures.NotAllowed()
	default:
		return failures.Conflict(refusal.Message)
	}
}

// View is what the API tells about the order of an assignment. The times are null as
// long as there is none.
type View struct {
	Stage         domain.Stage `json:"stage"`
	DeliveredAt   *string      `json:"deliveredAt"`
	RevisionUntil *string      `json:"revisionUntil"`
	RefundUntil   *string      `json:"refundUntil"`
	AcceptedAt    *string      `json:"acceptedAt"`
	Actions       []ActionView `json:"actions"`
	// OwnCase is true for an admin whose own case it is. The actions of admins are missing then.
	OwnCase bool `json:"ownCase,omitempty"`
}

// ActionView is an action that the caller can take, until a moment if a clock runs.
type ActionView struct {
	Action domain.Action `json:"action"`
	Until  *string       `json:"until"`
}

// viewFor views an order for one reader. It fails if the policy of the order is missing,
// and then views it without windows and without actions.
func viewFor(row store.AssignmentRow, reader domain.Reader, now time.Time, terms store.OrderTerms) (View, error) {
	order := row.Order()
	view := View{
		Stage:       order.RecordedStage(),
		DeliveredAt: optional(row.FinishedAt()),
		AcceptedAt:  optional(order.AcceptedAt),
		Actions:     []ActionView{},
		OwnCase:     reader.Role == domain.RoleAdmin && order.IsOwnCase(reader),
	}
	policy, err := terms.PolicyOf(row.ID, row.Policy)
	if err != nil {
		return view, err
	}
	view.Stage = order.Stage(now, policy)
	if !row.WindowsWait { // otherwise nobody can say yet when they close
		view.RevisionUntil, view.RefundUntil = optional(order.RevisionUntil(policy)), optional(order.RefundUntil(policy))
	}
	for _, open := range order.Actions(domain.Caller{Reader: reader}, now, policy, terms.Settings) {
		if open.Action != domain.ActionTake { // it belongs to the rows of the pool
			view.Actions = append(view.Actions, ActionView{Action: open.Action, Until: optional(open.Until)})
		}
	}
	return view, nil
}

func optional(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := domain.FormatTime(t)
	return &text
}

// PolicyView is a version of the operator's policies as the API returns it.
type PolicyView struct {
	Version               string `json:"version"`
	EffectiveFrom         string `json:"effectiveFrom"`
	RevisionDays          int    `json:"revisionDays"`
	LongRevisionDays      int    `json:"longRevisionDays"`
	LongRevisionWords     int    `json:"longRevisionWords"`
	RefundRequestDays     int    `json:"refundRequestDays"`
	RefundMinBusinessDays int    `json:"refundMinBusinessDays"`
	RefundMaxBusinessDays int    `json:"refundMaxBusinessDays"`
	DisputeHours          int    `json:"disputeHours"`
	RetentionDays         int    `json:"retentionDays"`
	QuoteRetentionDays    int    `json:"quoteRetentionDays"`
	MinimumAge            int    `json:"minimumAge"`
	WordsPerPage          int    `json:"wordsPerPage"`
}

// ViewPolicy views a version of the policies.
func ViewPolicy(policy *core.Record) PolicyView {
	return PolicyView{
		Version:               policy.GetString(store.Version),
		EffectiveFrom:         domain.FormatTime(policy.GetDateTime(store.EffectiveFrom).Time()),
		RevisionDays:          policy.GetInt("revisionDays"),
		LongRevisionDays:      policy.GetInt("longRevisionDays"),
		LongRevisionWords:     policy.GetInt("longRevisionWords"),
		RefundRequestDays:     policy.GetInt("refundRequestDays"),
		RefundMinBusinessDays: policy.GetInt("refundMinBusinessDays"),
		RefundMaxBusinessDays: policy.GetInt("refundMaxBusinessDays"),
		DisputeHours:          policy.GetInt("disputeHours"),
		RetentionDays:         policy.GetInt("retentionDays"),
		QuoteRetentionDays:    policy.GetInt("quoteRetentionDays"),
		MinimumAge:            policy.GetInt("minimumAge"),
		WordsPerPage:          policy.GetInt("wordsPerPage"),
	}
}
