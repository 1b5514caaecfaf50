package assignments

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	"deskmate/internal/clock"
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

	Reference string         `json:"reference"`
	Quote     *string        `json:"quote"`
	Words     *int           `json:"words"`
	Materials []materialView `json:"materials"`
	orders.View

	// What was paid and is due, for the student and admins.
	AmountPaid *float64 `json:"amountPaid,omitempty"`
	AmountDue  *float64 `json:"amountDue,omitempty"`
	// Why the work was cancelled, for the student and admins: nil leaves it out, and a
	// pointer to nil is null.
	CancelReason **string `json:"cancelReason,omitempty"`
	// The tutor's share of the price, for the tutor.
	Earnings *float64 `json:"earnings,omitempty"`
}

// materialView is a file of the brief.
type materialView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
	URL  string `json:"url"`
}

// studentView is who handed the work in. A guest has no id and the name Guest. Email is
// left out where there is none, and empty for readers from whom it is kept.
type studentView struct {
	ID    *string `json:"_id"`
	Name  string  `json:"name"`
	Email *string `json:"email,omitempty"`
}

type tutorView struct {
	ID            string  `json:"_id"`
	Name          string  `json:"name"`
	AverageRating float64 `json:"averageRating"`
	RatingCount   int     `json:"ratingCount"`
}

// viewFor returns a function that views assignments as one reader may see them. A
// nil account is a guest: they see only the response to their own submission, and get
// no links to its files.
func viewFor(e *core.RequestEvent, account *core.Record) (func(records.AssignmentRow) assignmentView, error) {
	terms, err := records.ReadOrderTerms(e.Request.Context(), e.App)
	if err != nil {
		return nil, err
	}
	now, reader, role := clock.Now(e.App), records.ReaderOf(account), rules.RoleStudent
	if account != nil {
		role = reader.Role
	}
	return func(row records.AssignmentRow) assignmentView {
		scope, order := row.ScopeFor(reader), row.Order()
		view := assignmentView{
			ID:          row.ID,
			Title:       row.Title,
			Description: row.Description,
			DueDate:     string(row.DueDate),
			Subject:     row.Subject,
			Priority:    row.Priority,
			Status:      row.Status,
			FileName:    row.FileName,
			Student:     viewStudent(row, scope, worksOn(row, reader)),
			Grade:       row.Grade,
			Feedback:    row.Feedback,
			Type:        row.Type,
			Price:       rules.Units(row.PriceCents),
			CreatedAt:   string(row.Created),
			UpdatedAt:   string(row.Updated),
			Reference:   row.Reference,
			Materials:   viewMaterials(row, account, now),
			View:        orders.ViewFor(row, reader, now, terms),
		}
		if row.Quote != "" {
			view.Quote = &row.Quote
		}
		if row.Words > 0 {
			view.Words = &row.Words
		}
		if worksOn(row, reader) {
			earnings := rules.Units(rules.Share(row.PriceCents, row.TutorShare))
			view.Price, view.Earnings = earnings, &earnings
		} else {
			paid, due := rules.Units(order.PaidCents()), rules.Units(order.DueCents())
			view.AmountPaid, view.AmountDue = &paid, &due
			view.CancelReason = viewCancelReason(row)
		}
		if role == rules.RoleStudent {
			view.Status = rules.StudentStatus(row.Status)
		}
		if row.Tutor != "" {
			view.Tutor = &tutorView{row.Tutor, row.TutorName, rules.MeanRating(row.RatingSum, row.RatingCount), row.RatingCount}
		}
		if account != nil && row.File != "" {
			view.FileURL = files.Link(filePath(row.ID), row.File, account, now)
		}
		return view
	}, nil
}

func viewCancelReason(row records.AssignmentRow) **string {
	var reason *string
	if row.Status == rules.StatusCancelled {
		reason = &row.CancelReason
	}
	return &reason
}

// worksOn reports whether the reader sees the assignment only because they are its tutor.
func worksOn(row records.AssignmentRow, reader rules.Reader) bool {
	return reader.ID != "" && reader.ID == row.Tutor && reader.ID != row.Student && reader.Role == rules.RoleTutor
}

// viewMaterials views the files of the brief: that of the assignment, and those of the
// quote request that it began as.
func viewMaterials(row records.AssignmentRow, account *core.Record, now time.Time) []materialView {
	materials := []materialView{}
	if row.File != "" {
		materials = append(materials, materialView{ID: row.File, Name: row.FileName, Size: max(0, row.FileSize)})
	}
	for _, file := range row.QuoteFiles {
		materials = append(materials, materialView{ID: file.File, Name: file.Name, Size: file.Size})
	}
	if account != nil {
		for i, material := range materials {
			materials[i].URL = files.Link(materialPath(row.ID, material.ID), material.ID, account, now)
		}
	}
	return materials
}

// viewStudent views who handed the work in. Only readers with full access see the
// e-mail address of a guest. Tutors see no more of a student than the first name.
func viewStudent(row records.AssignmentRow, scope rules.Scope, isForTutor bool) studentView {
	switch {
	case row.Student == "" && scope == rules.ScopeAll && row.GuestEmail != "":
		return studentView{Name: "Guest", Email: &row.GuestEmail}
	case row.Student == "":
		return studentView{Name: "Guest"}
	case isForTutor:
		return studentView{ID: &row.Student, Name: rules.FirstWord(row.StudentName), Email: new(string)}
	default:
		return studentView{ID: &row.Student, Name: row.StudentName, Email: &row.StudentEmail}
	}
}
