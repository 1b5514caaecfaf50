package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/moderation"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// reviewRoutes returns the routes of reviews.
func reviewRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/assignments/{id}/rating", Who: api.SignedIn, Handler: rateAssignment},
		{Method: "GET", Path: "/assignments/{id}/rating", Who: api.SignedIn, Handler: showRating},
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

// reviewsNoun is what the rows of held texts call a review.
const reviewsNoun = "reviews"

func rateAssignment(e *core.RequestEvent) error {
	var input domain.NewRating
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	reader := sessions.Reader(e)
	var review *core.Record
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		assignment, err := FindReadableIn(ctx, tx, e)
		if err != nil {
			return err
		}
		if assignment.Student != reader.ID {
			return failures.NotAllowed()
		}
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		if !domain.IsFinished(assignment.Status) {
			return failures.Conflict("This assignment cannot be rated yet")
		}
		_, err = tx.FindFirstRecordByData(store.Reviews, store.Assignment, assignment.ID)
		if err == nil {
			return failures.Conflict("You have already rated this assignment")
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		review, err = store.NewRecord(tx, store.Reviews, map[string]any{
			store.Assignment: assignment.ID,
			store.Student:    reader.ID,
			store.Tutor:      assignment.Tutor,
			store.Rating:     input.Stars(),
			store.Comment:    strings.TrimSpace(input.Comment),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, review); err != nil {
			return err
		}
		_, err = moderation.Hold(ctx, tx, moderation.Text{
			Noun: reviewsNoun, Thing: review.Id, Assignment: assignment.ID, Text: review.GetString(store.Comment), Writer: reader.ID,
		})
		return err
	})
	if err != nil {
		return err
	}
	return answerReview(e, http.StatusCreated, review)
}

// answerReview responds with a review as the caller may read it.
func answerReview(e *core.RequestEvent, status int, review *core.Record) error {
	textStatus, writer, err := store.ReadTextStatus(e.Request.Context(), e.App, reviewsNoun, review.Id)
	if err != nil {
		return err
	}
	view := reviewView{
		ID: review.Id, Assignment: review.GetString(store.Assignment), Rating: review.GetInt(store.Rating),
		CreatedAt: domain.FormatTime(review.GetDateTime(store.Created).Time()),
	}
	view.Comment, view.Held, view.Notice = moderation.Read(textStatus, writer, sessions.Reader(e), review.GetString(store.Comment))
	return e.JSON(status, view)
}

// showRating returns the rating of an assignment, or null if there is none yet.
// Anyone who may read the assignment may read its rating.
func showRating(e *core.RequestEvent) error {
	assignment, err := FindReadable(e)
	if err != nil {
		return err
	}
	review, err := e.App.FindFirstRecordByData(store.Reviews, store.Assignment, assignment.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return e.JSON(http.StatusOK, nil)
	}
	if err != nil {
		return err
	}
	return answerReview(e, http.StatusOK, review)
}

// EmptyReview removes the comment and the student from the review of an assignment that
// becomes a stub. The rating stays, because it counts towards the tutor's average.
func EmptyReview(e *core.RecordEvent) error {
	if !store.BecomesStub(e.Record) {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	review, err := e.App.FindFirstRecordByData(store.Reviews, store.Assignment, e.Record.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	review.Set(store.Comment, "")
	review.Set(store.Student, "")
	return transaction.SaveNested(e.Context, e.App, review)
}

const rated = "assignment.rated"

// ReviewNoun declares reviews. A review belongs to its assignment: a new review is
// announced as a change to the assignment and appears in the assignment's history.
var ReviewNoun = api.Noun{
	Collection: store.Reviews,
	Announce: func(app core.App, review *core.Record, change api.Change) []api.Announcement {
		assignment, err := store.FindAssignment(app, review.GetString(store.Assignment))
		if change != api.Created || err != nil {
			return nil
		}
		return api.Announce(assignment, api.Updated, store.AssignmentScopes)
	},
	History: func(review *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: rated, Title: "Work rated", User: review.GetString(store.Student)}}
	},
	Kinds:  []string{rated},
	Refers: store.Assignment,
	Thing:  func(review *core.Record) string { return review.GetString(store.Assignment) },
}
