package orders

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// putInput is the body of both requests that open or close the pool. Open is read apart,
// so that every value that is not true or false gets the same answer.
type putInput struct {
	IDs  []string        `json:"ids"`
	Open json.RawMessage `json:"open"`
}

// open returns whether to open or to close, nil if the body does not say so.
func (p putInput) open() *bool {
	open := bytes.Equal(p.Open, []byte("true"))
	if !open && !bytes.Equal(p.Open, []byte("false")) {
		return nil
	}
	return &open
}

// putOne offers an assignment to all tutors, or no longer.
func putOne(e *core.RequestEvent) error {
	var input putInput
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	id, open := e.Request.PathValue("id"), input.open()
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		if open == nil {
			_, err := store.FindAssignmentRow(ctx, tx, id)
			if errors.Is(err, sql.ErrNoRows) {
				return NotFound()
			}
			if err != nil {
				return err
			}
			return failures.Refuse(domain.Problems{domain.OpenRequired})
		}
		message, err := putInPool(ctx, tx, sessions.Reader(e), id, *open)
		if errors.Is(err, sql.ErrNoRows) {
			return NotFound()
		}
		if err == nil && message != "" {
			return failures.Conflict(message)
		}
		return err
	})
	return AnswerAct(e, err)
}

// putSeveral offers several assignments to all tutors, or no longer: all of them or none.
func putSeveral(e *core.RequestEvent) error {
	var input putInput
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	request := domain.PutInPool{IDs: input.IDs, Open: input.open()}
	if problems := request.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ids := slices.Compact(slices.Sorted(slices.Values(request.IDs)))
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		found, err := findPuttable(ctx, tx, sessions.Reader(e), ids, *request.Open)
		if err != nil {
			return err
		}
		for _, id := range found {
			if err := save(ctx, tx, id, *request.Open); err != nil {
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

// findPuttable returns the ids of the assignments that have to change, or refuses with a
// problem for each that cannot.
func findPuttable(ctx context.Context, tx core.App, reader domain.Reader, ids []string, open bool) (found []string, err error) {
	terms, err := store.ReadOrderTerms(ctx, tx)
	if err != nil {
		return nil, err
	}
	var problems domain.Problems
	for _, id := range ids {
		row, err := store.FindAssignmentRow(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			problems = append(problems, domain.Problem{Field: id, Code: domain.Missing, Message: "Assignment not found"})
			continue
		}
		if err != nil {
			return nil, err
		}
		if row.Order().IsOwnCase(reader) {
			message, err := sessions.OwnCase(ctx, tx, reader)
			if err != nil {
				return nil, err
			}
			problems = append(problems, domain.Problem{Field: id, Code: domain.OwnCase, Message: message})
			continue
		}
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return nil, err
		}
		refusal := row.Order().RefusePool(open, clock.Now(tx), policy, terms.Settings)
		if refusal != "" {
			problems = append(problems, domain.Problem{Field: id, Code: domain.Changed, Message: refusal})
		}
		if row.InPool != open {
			found = append(found, id)
		}
	}
	if len(problems) > 0 {
		return nil, failures.Refuse(problems)
	}
	return found, nil
}

// putInPool puts an assignment into the pool or takes it out. It returns why that cannot be, or
// "". There is nothing to do where that is already the case.
func putInPool(ctx context.Context, tx core.App, reader domain.Reader, id string, open bool) (refusal string, err error) {
	row, err := store.FindAssignmentRow(ctx, tx, id)
	if err != nil {
		return "", err
	}
	if err := sessions.RefuseOwnCase(ctx, tx, reader, row.Student, row.Tutor, row.GuestEmail); err != nil {
		return "", err
	}
	terms, err := store.ReadOrderTerms(ctx, tx)
	if err != nil {
		return "", err
	}
	policy, err := terms.PolicyOf(row.ID, row.Policy)
	if err != nil {
		return "", err
	}
	refusal = row.Order().RefusePool(open, clock.Now(tx), policy, terms.Settings)
	if refusal != "" || row.InPool == open {
		return refusal, nil
	}
	return "", save(ctx, tx, id, open)
}

func save(ctx context.Context, tx core.App, id string, open bool) error {
	assignment, err := store.FindAssignment(tx, id)
	if err != nil {
		return err
	}
	assignment.Set(store.InPool, open)
	return tx.SaveWithContext(ctx, assignment)
}

// takeWork gives an assignment of the pool to the tutor who asks first. Tutors know of
// nothing that never was in the pool.
func takeWork(e *core.RequestEvent) error {
	id, caller := e.Request.PathValue("id"), sessions.Caller(e)
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		row, err := store.FindAssignmentRow(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) || err == nil && !row.EverInPool {
			return NotFound()
		}
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
		open, err := store.CountOpenWork(ctx, tx, caller.Id)
		if err != nil {
			return err
		}
		tutor := domain.Caller{Reader: sessions.Reader(e), OpenWork: open}
		if message := row.Order().RefuseTaking(tutor, clock.Now(tx), policy, terms.Settings); message != "" {
			return failures.Conflict(message)
		}
		assignment, err := store.FindAssignment(tx, id)
		if err != nil {
			return err
		}
		assignment.Set(store.Tutor, caller.Id)
		assignment.Set(store.Status, domain.StatusInProgress)
		return tx.SaveWithContext(ctx, assignment)
	})
	return AnswerAct(e, err)
}
