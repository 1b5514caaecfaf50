package orders

import (
	"cmp"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/requests"
)

// AssignmentView is an assignment as the API returns it (docs/product.md, section 3.1).
type AssignmentView struct {
	ID          string      `json:"_id"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	DueDate     string      `json:"dueDate"`
	Subject     string      `json:"subject"`
	Priority    string      `json:"priority"`
	Status      string      `json:"status"`
	FileURL     string      `json:"fileUrl"`
	FileName    string      `json:"fileName"`
	Student     StudentView `json:"student"`
	Tutor       *TutorView  `json:"tutor"`
	Grade       string      `json:"grade"`
	Feedback    string      `json:"feedback"`
	Type        string      `json:"type"`
	Price       float64     `json:"price"`
	CreatedAt   string      `json:"createdAt"`
	UpdatedAt   string      `json:"updatedAt"`

	Reference string  `json:"reference"`
	Quote     *string `json:"quote"`
	Words     *int    `json:"words"`
	// The version of the policies that it follows; null if that is unknown.
	PolicyVersion *string `json:"policyVersion"`

	Materials []MaterialView `json:"materials"`
	// The newest version that was delivered, 0 before the first.
	LastVersion int `json:"lastVersion"`
	View

	// What was paid and is due, for the student and admins.
	AmountPaid *float64 `json:"amountPaid,omitempty"`
	AmountDue  *float64 `json:"amountDue,omitempty"`
	// Why the work was cancelled, for the student and admins: nil leaves it out, and a
	// pointer to nil is null.
	CancelReason **string `json:"cancelReason,omitempty"`
	// Why the last tutor handed the work back, for admins, likewise.
	HandBackReason **string `json:"handBackReason,omitempty"`
	// The tutor's share of the price less refunds, for the tutor.
	Earnings *float64 `json:"earnings,omitempty"`
}

// MaterialView is a file of the brief. Its address is empty once the file was deleted, and
// while nobody may open it: State, which is left out otherwise, says why.
type MaterialView struct {
	ID       string  `json:"_id"`
	Name     string  `json:"name"`
	Size     int64   `json:"size"`
	URL      string  `json:"url"`
	PurgedAt *string `json:"purgedAt"`
	State    string  `json:"state,omitempty"` // "checking" or "infected"
}

// StudentView is who handed the work in. A guest has no id and the name Guest. Email is
// left out where there is none, and empty for readers from whom it is kept.
type StudentView struct {
	ID    *string `json:"_id"`
	Name  string  `json:"name"`
	Email *string `json:"email,omitempty"`
}

// TutorView is the tutor of an assignment, as everybody may see them.
type TutorView struct {
	ID            string  `json:"_id"`
	Name          string  `json:"name"`
	AverageRating float64 `json:"averageRating"`
	RatingCount   int     `json:"ratingCount"`
}

// AssignmentViewer returns a function that views assignments as one reader may see them. A
// nil account is a guest: they see only the response to their own submission, and get
// no links to its files.
func AssignmentViewer(e *core.RequestEvent, account *core.Record) (func(store.AssignmentRow) AssignmentView, error) {
	terms, err := store.ReadOrderTerms(e.Request.Context(), e.App)
	if err != nil {
		return nil, err
	}
	now, reader, role := clock.Now(e.App), store.ReaderOf(account), domain.RoleStudent
	if account != nil {
		role = reader.Role
	}
	return func(row store.AssignmentRow) AssignmentView {
		scope, order := row.ScopeFor(reader), row.Order()
		orderView, err := viewFor(row, reader, now, terms)
		if err != nil { // one assignment does not keep the others of a list from being read
			e.App.Logger().Error("an assignment is shown without its windows", "request", requests.ID(e.Request.Context()), "error", err)
		}
		view := AssignmentView{
			ID:          row.ID,
			Title:       row.Title,
			Description: row.Description,
			DueDate:     string(row.DueDate),
			Subject:     row.Subject,
			Priority:    row.Priority,
			Status:      row.Status,
			FileName:    row.FileName,
			Student:     ViewStudent(row, scope, worksOn(row, reader)),
			Grade:       row.Grade,
			Feedback:    row.Feedback,
			Type:        row.Type,
			Price:       domain.Units(row.PriceCents),
			CreatedAt:   string(row.Created),
			UpdatedAt:   string(row.Updated),
			Reference:   row.Reference,
			Materials:   viewMaterials(row, account, now),
			LastVersion: row.LastVersion,
			View:        orderView,
		}
		if row.Quote != "" {
			view.Quote = &row.Quote
		}
		if version, ok := terms.Versions[row.Policy]; ok {
			view.PolicyVersion = &version
		}
		if row.Words > 0 {
			view.Words = &row.Words
		}
		if worksOn(row, reader) {
			earnings := domain.Units(row.LedgerWork().TutorCents())
			view.Price, view.Earnings = earnings, &earnings
			view.Title, view.Description = cmp.Or(row.ShownTitle, row.Title), cmp.Or(row.ShownDescription, row.Description)
			view.FileName = domain.ShownFileName(row.FileName, reader, row.Student, row.Tutor)
			view.Subject, view.Type = cmp.Or(row.ShownSubject, row.Subject), cmp.Or(row.ShownType, row.Type)
		} else {
			paid, due := domain.Units(order.PaidCents()), domain.Units(order.DueCents())
			view.AmountPaid, view.AmountDue = &paid, &due
			if row.Tutor == "" || row.Tutor != reader.ID { // it is the reason of a refund, which its tutor does not read
				view.CancelReason = viewCancelReason(row)
			}
		}
		if scope == domain.ScopeAll {
			view.HandBackReason = optionalText(row.HandBackReason)
		}
		if role == domain.RoleStudent {
			view.Status = domain.StudentStatus(row.Status)
		}
		if row.Tutor != "" {
			view.Tutor = &TutorView{row.Tutor, row.TutorName, domain.MeanRating(row.RatingSum, row.RatingCount), row.RatingCount}
		}
		if account != nil && row.File != "" && row.FileStates.Shown(row.File) == "" {
			view.FileURL = files.Link(FilePath(row.ID), row.File, account, now)
		}
		return view
	}, nil
}

func viewCancelReason(row store.AssignmentRow) **string {
	var reason *string
	if row.Status == domain.StatusCancelled {
		reason = &row.CancelReason
	}
	return &reason
}

// optionalText returns a pointer to a text, or to nil if it is empty.
func optionalText(text string) **string {
	var optional *string
	if text != "" {
		optional = &text
	}
	return &optional
}

// worksOn reports whether the reader sees the assignment only because they are its tutor.
func worksOn(row store.AssignmentRow, reader domain.Reader) bool {
	return domain.TutorReads(reader, row.Student, row.Tutor)
}

// viewMaterials views the files of the brief: that of the assignment, and those of the
// quote request that it began as.
func viewMaterials(row store.AssignmentRow, account *core.Record, now time.Time) []MaterialView {
	materials := []MaterialView{}
	if row.File != "" {
		materials = append(materials, MaterialView{ID: row.File, Name: row.FileName, Size: max(0, row.FileSize)})
	}
	for _, file := range slices.Concat(row.PurgedFiles, row.QuoteFiles) {
		material := MaterialView{ID: file.File, Name: file.Name, Size: file.Size}
		if file.PurgedAt != "" {
			material.PurgedAt = &file.PurgedAt
		}
		materials = append(materials, material)
	}
	for i, material := range materials {
		if account == nil {
			break
		}
		materials[i].Name = domain.ShownFileName(material.Name, store.ReaderOf(account), row.Student, row.Tutor)
		materials[i].State = row.FileStates.Shown(material.ID)
		if material.PurgedAt == nil && materials[i].State == "" {
			materials[i].URL = files.Link(MaterialPath(row.ID, material.ID), material.ID, account, now)
		}
	}
	return materials
}

// ViewStudent views who handed the work in. Only readers with full access see the
// e-mail address of a guest. Tutors see no more of a student than the first name.
func ViewStudent(row store.AssignmentRow, scope domain.Scope, isForTutor bool) StudentView {
	switch {
	case row.Student == "" && scope == domain.ScopeAll && row.GuestEmail != "":
		return StudentView{Name: "Guest", Email: &row.GuestEmail}
	case row.Student == "":
		return StudentView{Name: "Guest"}
	case isForTutor:
		return StudentView{ID: &row.Student, Name: domain.FirstWord(row.StudentName), Email: new(string)}
	default:
		return StudentView{ID: &row.Student, Name: row.StudentName, Email: &row.StudentEmail}
	}
}

// FilePath is the path that serves the file of an assignment.
func FilePath(id string) string { return "/api/assignments/" + id + "/file" }

// MaterialPath is the path that serves a file of the brief of an assignment.
func MaterialPath(id, file string) string { return "/api/assignments/" + id + "/materials/" + file }
