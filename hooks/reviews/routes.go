// Package reviews is what students say of finished work (docs/product.md, section 3.8).
package reviews

import (
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Routes is the table of what reviews answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "POST", Path: "/assignments/{id}/rating", Who: wire.SignedIn, Handler: rateAssignment},
		{Method: "GET", Path: "/assignments/{id}/rating", Who: wire.SignedIn, Handler: showRating},
	}
}

type reviewView struct {
	ID         string `json:"_id"`
	Assignment string `json:"assignment"`
	Rating     int    `json:"rating"`
	Comment    string `json:"comment"`
	CreatedAt  string `json:"createdAt"`
}

func rateAssignment(e *core.RequestEvent) error {
	var input rules.NewRating
	if err := wire.BindJSON(e, &input); err != nil {
		return err
	}
	caller := wire.Caller(e)
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	var review *core.Record
	err := e.App.RunInTransaction(func(tx core.App) error {
		assignment, err := records.FindAssignment(tx, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) || (err == nil && !mayKnow(e, assignment)) {
			return wire.NotFound("Assignment not found")
		}
		if err != nil {
			return err
		}
		if assignment.GetString(records.Student) != caller.Id {
			return wire.NotAllowed()
		}
		if problems := input.Check(); len(problems) > 0 {
			return wire.Refuse(problems)
		}
		if !rules.IsFinished(assignment.GetString(records.Status)) {
			return wire.Conflict("This assignment cannot be rated yet")
		}
		_, err = tx.FindFirstRecordByData(records.Reviews, records.Assignment, assignment.Id)
		if err == nil {
			return wire.Conflict("You have already rated this assignment")
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		collection, err := tx.FindCachedCollectionByNameOrId(records.Reviews)
		if err != nil {
			return err
		}
		review = core.NewRecord(collection)
		review.Load(map[string]any{
			records.Assignment: assignment.Id,
			records.Student:    caller.Id,
			records.Tutor:      assignment.GetString(records.Tutor),
			records.Rating:     input.Stars(),
			records.Comment:    strings.TrimSpace(input.Comment),
		})
		return tx.SaveWithContext(ctx, review)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, view(review))
}

func view(review *core.Record) reviewView {
	return reviewView{
		ID: review.Id, Assignment: review.GetString(records.Assignment), Rating: review.GetInt(records.Rating),
		Comment: review.GetString(records.Comment), CreatedAt: rules.FormatTime(review.GetDateTime(records.Created).Time()),
	}
}

// showRating answers the rating of an assignment to all who may read it, or
// null where there is none yet.
func showRating(e *core.RequestEvent) error {
	assignment, err := records.FindAssignment(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !mayKnow(e, assignment)) {
		return wire.NotFound("Assignment not found")
	}
	if err != nil {
		return err
	}
	review, err := e.App.FindFirstRecordByData(records.Reviews, records.Assignment, assignment.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return e.JSON(http.StatusOK, nil)
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, view(review))
}

// mayKnow tells whether the caller may hear that an assignment exists.
func mayKnow(e *core.RequestEvent, assignment *core.Record) bool {
	return wire.MayRead(wire.Caller(e), assignment.GetString(records.Student), assignment.GetString(records.Tutor))
}
