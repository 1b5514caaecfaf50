// Package reviews lets students rate finished work (docs/product.md, section 3.8).
package reviews

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of reviews.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "POST", Path: "/assignments/{id}/rating", Who: routes.SignedIn, Handler: rateAssignment},
		{Method: "GET", Path: "/assignments/{id}/rating", Who: routes.SignedIn, Handler: showRating},
	}
}

// reviewView is a review as the API returns it. It does not name the student.
type reviewView struct {
	ID         string `json:"_id"`
	Assignment string `json:"assignment"`
	Rating     int    `json:"rating"`
	Comment    string `json:"comment"`
	CreatedAt  string `json:"createdAt"`
}

func rateAssignment(e *core.RequestEvent) error {
	var input rules.NewRating
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	reader := sessions.Reader(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var review *core.Record
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		assignment, err := findReadable(ctx, tx, e)
		if err != nil {
			return err
		}
		if assignment.Student != reader.ID {
			return failures.NotAllowed()
		}
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		if !rules.IsFinished(assignment.Status) {
			return failures.Conflict("This assignment cannot be rated yet")
		}
		_, err = tx.FindFirstRecordByData(records.Reviews, records.Assignment, assignment.ID)
		if err == nil {
			return failures.Conflict("You have already rated this assignment")
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
			records.Assignment: assignment.ID,
			records.Student:    reader.ID,
			records.Tutor:      assignment.Tutor,
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

// showRating returns the rating of an assignment, or null if there is none yet.
// Anyone who may read the assignment may read its rating.
func showRating(e *core.RequestEvent) error {
	assignment, err := findReadable(e.Request.Context(), e.App, e)
	if err != nil {
		return err
	}
	review, err := e.App.FindFirstRecordByData(records.Reviews, records.Assignment, assignment.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return e.JSON(http.StatusOK, nil)
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, view(review))
}

// findReadable returns the assignment in the request path if the caller may read
// it, and otherwise fails with 404.
func findReadable(ctx context.Context, app core.App, e *core.RequestEvent) (records.AssignmentRow, error) {
	row, _, err := records.FindReadable(ctx, app, sessions.Reader(e), e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return row, failures.NotFound("Assignment not found")
	}
	return row, err
}
