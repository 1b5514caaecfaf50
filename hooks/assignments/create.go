package assignments

import (
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/records"
	"deskmate/rules"
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
		rules.NewAssignment
		Email string `json:"email"`
	}
	if err := routes.BindForm(e, &input); err != nil {
		return err
	}
	part, err := routes.FormFile(e, records.File)
	if err != nil {
		return err
	}
	problems := input.Check()
	if part != nil {
		problems = append(problems, files.CheckPart(part)...)
	}
	guestEmail := ""
	if student == nil {
		guestEmail = rules.NormalEmail(input.Email)
		problems = append(problems, rules.CheckOptionalEmail(records.Email, guestEmail)...)
	}
	if len(problems) > 0 {
		return failures.Refuse(problems)
	}

	priority, _ := rules.ParsePriority(input.Priority)
	assignment, err := records.NewRecord(e.App, records.Assignments, map[string]any{
		records.Title:       strings.TrimSpace(input.Title),
		records.Description: strings.TrimSpace(input.Description),
		records.DueDate:     input.Due(),
		records.Subject:     strings.TrimSpace(input.Subject),
		records.Priority:    priority,
		records.Status:      rules.StatusSubmitted,
		records.GuestEmail:  guestEmail,
	})
	if err != nil {
		return err
	}
	if student != nil {
		assignment.Set(records.Student, student.Id)
	}
	if part != nil {
		file, err := files.Uploaded(part)
		if err != nil {
			return err
		}
		assignment.Set(records.File, file)
	}
	actor := records.Actor{Via: records.ViaGuest}
	if student != nil {
		actor = records.Actor{Via: records.ViaPerson, Person: student}
	}
	ctx, cancel := sessions.WriteContextAs(e, actor)
	defer cancel()
	if err := e.App.SaveWithContext(ctx, assignment); err != nil {
		return err
	}
	return orders.AnswerStored(e, http.StatusCreated, assignment.Id, student)
}
