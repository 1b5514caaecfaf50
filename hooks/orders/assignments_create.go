package orders

import (
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// createAssignment submits an assignment as the caller.
func createAssignment(e *core.RequestEvent) error {
	return create(e, sessions.Caller(e))
}

// createGuestAssignment submits an assignment as a guest, even if the caller is signed in.
func createGuestAssignment(e *core.RequestEvent) error {
	return create(e, nil)
}

// create submits an assignment for a student, or for a guest if student is nil.
func create(e *core.RequestEvent, student *core.Record) error {
	var input struct {
		domain.NewAssignment
		Email string `json:"email"`
	}
	if err := api.BindForm(e, &input); err != nil {
		return err
	}
	part, err := api.FormFile(e, store.File)
	if err != nil {
		return err
	}
	problems := input.Check()
	if part != nil {
		problems = append(problems, files.CheckPart(part)...)
	}
	guestEmail := ""
	if student == nil {
		guestEmail = domain.NormalEmail(input.Email)
		problems = append(problems, domain.CheckOptionalEmail(store.Email, guestEmail)...)
	}
	if len(problems) > 0 {
		return failures.Refuse(problems)
	}

	priority, _ := domain.ParsePriority(input.Priority)
	assignment, err := store.NewRecord(e.App, store.Assignments, map[string]any{
		store.Title:       strings.TrimSpace(input.Title),
		store.Description: strings.TrimSpace(input.Description),
		store.DueDate:     input.Due(),
		store.Subject:     strings.TrimSpace(input.Subject),
		store.Priority:    priority,
		store.Status:      domain.StatusSubmitted,
		store.GuestEmail:  guestEmail,
	})
	if err != nil {
		return err
	}
	if student != nil {
		assignment.Set(store.Student, student.Id)
	}
	if part != nil {
		file, err := files.Uploaded(part)
		if err != nil {
			return err
		}
		assignment.Set(store.File, file)
	}
	actor := store.Actor{Via: store.ViaGuest}
	if student != nil {
		actor = store.Actor{Via: store.ViaPerson, Person: student}
	}
	ctx, cancel := sessions.WriteContextAs(e, actor)
	defer cancel()
	if err := e.App.SaveWithContext(ctx, assignment); err != nil {
		return err
	}
	return AnswerStored(e, http.StatusCreated, assignment.Id, student)
}
