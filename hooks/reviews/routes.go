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
	"deskmate/hooks/held"
	"deskmate/hooks/orders"
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

// reviewView is a review as the API returns it. It does not name the student. Held and
// Notice are left out unless its comment is held.
type reviewView struct {
	ID         string `json:"_id"`
	Assignment string `json:"assignment"`
	Rating     int    `json:"rating"`
	Comment    string `json:"comment"`
	CreatedAt  string `json:"createdAt"`
	Held       bool   `json:"held,omitempty"`
	Notice     string `json:"notice,omitempty"`
}

// noun is what the rows of held texts call a review.
const noun = "reviews"

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
		assignment, err := orders.FindReadableIn(ctx, tx, e)
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
		review, err = records.NewRecord(tx, records.Reviews, map[string]any{
			records.Assignment: assignment.ID,
			records.Student:    reader.ID,
			records.Tutor:      assignment.Tutor,
			records.Rating:     input.Stars(),
			records.Comment:    strings.TrimSpace(input.Comment),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, review); err != nil {
			return err
		}
		_, err = held.Hold(ctx, tx, held.Text{
			Noun: noun, Thing: review.Id, Assignment: assignment.ID, Text: review.GetString(records.Comment), Writer: reader.ID,
		})
		return err
	})
	if err != nil {
		return err
	}
	return answer(e, http.StatusCreated, review)
}

// answer responds with a review as the caller may read it.
func answer(e *core.RequestEvent, status int, review *core.Record) error {
	textStatus, writer, err := records.ReadTextStatus(e.Request.Context(), e.App, noun, review.Id)
	if err != nil {
		return err
	}
	view := reviewView{
		ID: review.Id, Assignment: review.GetString(records.Assignment), Rating: review.GetInt(records.Rating),
		CreatedAt: rules.FormatTime(review.GetDateTime(records.Created).Time()),
	}
	view.Comment, view.Held, view.Notice = held.Read(textStatus, writer, sessions.Reader(e), review.GetString(records.Comment))
	return e.JSON(status, view)
}

// showRating returns the rating of an assignment, or null if there is none yet.
// Anyone who may read the assignment may read its rating.
func showRating(e *core.RequestEvent) error {
	assignment, err := orders.FindReadable(e)
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
	return answer(e, http.StatusOK, review)
}
