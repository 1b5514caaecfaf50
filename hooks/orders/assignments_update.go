package orders

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// updateInput is an admin's change to an assignment. Tutor is an id, null to remove
// the tutor, or missing to leave the tutor unchanged.
type updateInput struct {
	domain.UpdateAssignment
	Tutor json.RawMessage `json:"tutor"`
}

// updateAssignment applies an admin's change (docs/product.md, section 3.5). It
// reads and writes in one transaction, so that two admins' changes do not overwrite
// each other.
func updateAssignment(e *core.RequestEvent) error {
	var input updateInput
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	tutor, err := parseTutor(input.Tutor)
	if err != nil {
		return err
	}
	id := e.Request.PathValue("id")
	err = sessions.Change(e, func(ctx context.Context, tx core.App) error {
		assignment, err := store.FindAssignment(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return NotFound()
		}
		if err != nil {
			return err
		}
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), store.AssignmentOf(assignment).Parties()...); err != nil {
			return err
		}
		if tutor != nil {
			row, err := store.FindAssignmentRow(ctx, tx, id)
			if err != nil {
				return err
			}
			if err := Check(ctx, tx, sessions.Reader(e), row, domain.ActionAssign); err != nil {
				return err
			}
			assignment.Set(store.Tutor, *tutor)
		}
		applyChange(assignment, input.UpdateAssignment)
		return tx.SaveWithContext(ctx, assignment)
	})
	if err != nil {
		return err
	}
	return AnswerStored(e, http.StatusOK, id, sessions.Caller(e))
}

// updateAssignments sets one status on several assignments: on all or on none. If
// it refuses, it names each assignment that cannot be changed.
func updateAssignments(e *core.RequestEvent) error {
	var input domain.UpdateAssignments
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		assignments, err := findChangeable(ctx, tx, sessions.Reader(e), ids, input)
		if err != nil {
			return err
		}
		for _, assignment := range assignments {
			applyChange(assignment, domain.UpdateAssignment{Status: &input.Status})
			if err := tx.SaveWithContext(ctx, assignment); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]int{"updated": len(ids)})
}

// findChangeable returns the assignments to change, or refuses with a problem for
// each that cannot be changed.
func findChangeable(ctx context.Context, tx core.App, reader domain.Reader, ids []string, change domain.UpdateAssignments) ([]*core.Record, error) {
	found := make([]*core.Record, 0, len(ids))
	var problems domain.Problems
	for _, id := range ids {
		assignment, err := store.FindAssignment(tx, id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		var stored store.StoredAssignment
		if err == nil {
			stored = store.AssignmentOf(assignment)
		}
		if domain.IsOwnCase(reader, stored.Parties()...) {
			message, err := sessions.OwnCase(ctx, tx, reader)
			if err != nil {
				return nil, err
			}
			problems = append(problems, domain.Problem{Field: id, Code: domain.OwnCase, Message: message})
			continue
		}
		problems = append(problems, change.CheckChange(id, stored.Status, err == nil)...)
		found = append(found, assignment)
	}
	if len(problems) > 0 {
		return nil, failures.Refuse(problems)
	}
	return found, nil
}

// applyChange sets the fields of a valid change on the record.
func applyChange(assignment *core.Record, change domain.UpdateAssignment) {
	if change.Status != nil {
		status, _ := domain.ParseStatus(*change.Status)
		assignment.Set(store.Status, status)
	}
	for field, text := range map[string]*string{
		store.Grade: change.Grade, store.Feedback: change.Feedback, store.Type: change.Type,
	} {
		if text != nil {
			assignment.Set(field, strings.TrimSpace(*text))
		}
	}
	if change.Price != nil {
		assignment.Set(store.PriceCents, domain.Cents(*change.Price))
	}
}

// parseTutor parses the tutor of a change: nil leaves the tutor unchanged, "" removes them.
func parseTutor(raw json.RawMessage) (*string, error) {
	none := ""
	switch {
	case len(raw) == 0:
		return nil, nil
	case bytes.Equal(raw, []byte("null")):
		return &none, nil
	}
	var id string
	if json.Unmarshal(raw, &id) != nil || domain.IsBlank(id) {
		return nil, failures.Refuse(domain.Problems{tutorNotFound})
	}
	return &id, nil
}
