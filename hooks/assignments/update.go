package assignments

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

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// updateInput is an admin's change to an assignment. Tutor is an id, null to remove
// the tutor, or missing to leave the tutor unchanged.
type updateInput struct {
	rules.UpdateAssignment
	Tutor json.RawMessage `json:"tutor"`
}

// updateAssignment applies an admin's change (docs/product.md, section 3.5). It
// reads and writes in one transaction, so that two admins' changes do not overwrite
// each other.
func updateAssignment(e *core.RequestEvent) error {
	var input updateInput
	if err := routes.BindJSON(e, &input); err != nil {
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
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err = writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		assignment, err := records.FindAssignment(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return orders.NotFound()
		}
		if err != nil {
			return err
		}
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), records.PartiesOf(assignment)...); err != nil {
			return err
		}
		if tutor != nil {
			row, err := records.FindAssignmentRow(ctx, tx, id)
			if err != nil {
				return err
			}
			if err := orders.Check(ctx, tx, sessions.Reader(e), row, rules.ActionAssign); err != nil {
				return err
			}
			assignment.Set(records.Tutor, *tutor)
		}
		apply(assignment, input.UpdateAssignment)
		return tx.SaveWithContext(ctx, assignment)
	})
	if err != nil {
		return err
	}
	return orders.AnswerStored(e, http.StatusOK, id, sessions.Caller(e))
}

// updateAssignments sets one status on several assignments: on all or on none. If
// it refuses, it names each assignment that cannot be changed.
func updateAssignments(e *core.RequestEvent) error {
	var input rules.UpdateAssignments
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		assignments, err := findChangeable(ctx, tx, sessions.Reader(e), ids, input)
		if err != nil {
			return err
		}
		for _, assignment := range assignments {
			apply(assignment, rules.UpdateAssignment{Status: &input.Status})
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
func findChangeable(ctx context.Context, tx core.App, reader rules.Reader, ids []string, change rules.UpdateAssignments) ([]*core.Record, error) {
	found := make([]*core.Record, 0, len(ids))
	var problems rules.Problems
	for _, id := range ids {
		assignment, err := records.FindAssignment(tx, id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		status := ""
		if err == nil {
			status = assignment.GetString(records.Status)
		}
		if err == nil && rules.IsOwnCase(reader, records.PartiesOf(assignment)...) {
			message, err := sessions.OwnCase(ctx, tx, reader)
			if err != nil {
				return nil, err
			}
			problems = append(problems, rules.Problem{Field: id, Code: rules.OwnCase, Message: message})
			continue
		}
		problems = append(problems, change.CheckChange(id, status, err == nil)...)
		found = append(found, assignment)
	}
	if len(problems) > 0 {
		return nil, failures.Refuse(problems)
	}
	return found, nil
}

// apply sets the fields of a valid change on the record.
func apply(assignment *core.Record, change rules.UpdateAssignment) {
	if change.Status != nil {
		status, _ := rules.ParseStatus(*change.Status)
		assignment.Set(records.Status, status)
	}
	for field, text := range map[string]*string{
		records.Grade: change.Grade, records.Feedback: change.Feedback, records.Type: change.Type,
	} {
		if text != nil {
			assignment.Set(field, strings.TrimSpace(*text))
		}
	}
	if change.Price != nil {
		assignment.Set(records.PriceCents, rules.Cents(*change.Price))
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
	if json.Unmarshal(raw, &id) != nil || rules.IsBlank(id) {
		return nil, failures.Refuse(rules.Problems{tutorNotFound})
	}
	return &id, nil
}
