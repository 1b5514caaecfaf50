package assignments

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/files"
	"deskmate/records"
	"deskmate/rules"
)

// assignmentView is an assignment as the API returns it (docs/product.md, section 3.1).
type assignmentView struct {
	ID          string      `json:"_id"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	DueDate     string      `json:"dueDate"`
	Subject     string      `json:"subject"`
	Priority    string      `json:"priority"`
	Status      string      `json:"status"`
	FileURL     string      `json:"fileUrl"`
	FileName    string      `json:"fileName"`
	Student     studentView `json:"student"`
	Tutor       *tutorView  `json:"tutor"`
	Grade       string      `json:"grade"`
	Feedback    string      `json:"feedback"`
	Type        string      `json:"type"`
	Price       float64     `json:"price"`
	CreatedAt   string      `json:"createdAt"`
	UpdatedAt   string      `json:"updatedAt"`
}

// studentView is who handed the work in. A guest has no id and the name Guest.
type studentView struct {
	ID    *string `json:"_id"`
	Name  string  `json:"name"`
	Email string  `json:"email,omitempty"`
}

type tutorView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// viewFor returns a function that views assignments as one reader may see them. A
// nil reader is a guest: they see only the response to their own submission, and get
// no link to its file.
func viewFor(reader *core.Record, now time.Time) func(records.AssignmentRow) assignmentView {
	role := rules.RoleStudent
	if reader != nil {
		role = reader.GetString(records.Role)
	}
	return func(row records.AssignmentRow) assignmentView {
		scope := row.ScopeFor(records.ReaderOf(reader))
		view := assignmentView{
			ID:          row.ID,
			Title:       row.Title,
			Description: row.Description,
			DueDate:     string(row.DueDate),
			Subject:     row.Subject,
			Priority:    row.Priority,
			Status:      row.Status,
			FileName:    row.FileName,
			Student:     viewStudent(row, scope),
			Grade:       row.Grade,
			Feedback:    row.Feedback,
			Type:        row.Type,
			Price:       rules.Units(row.PriceCents),
			CreatedAt:   string(row.Created),
			UpdatedAt:   string(row.Updated),
		}
		if role == rules.RoleStudent {
			view.Status = rules.StudentStatus(row.Status)
		}
		if row.Tutor != "" {
			view.Tutor = &tutorView{ID: row.Tutor, Name: row.TutorName}
		}
		if reader != nil && row.File != "" {
			view.FileURL = files.Link(filePath(row.ID), row.File, reader, now)
		}
		return view
	}
}

// viewStudent views who handed the work in. Only readers with full access see the
// e-mail address of a guest.
func viewStudent(row records.AssignmentRow, scope rules.Scope) studentView {
	if row.Student == "" {
		guest := studentView{Name: "Guest"}
		if scope == rules.ScopeAll {
			guest.Email = row.GuestEmail
		}
		return guest
	}
	return studentView{ID: &row.Student, Name: row.StudentName, Email: row.StudentEmail}
}
