package orders

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/files"
	"deskmate/hooks/moderation"
	"deskmate/hooks/store"
)

// deliveryView is a delivery as the API returns it. Held and Notice are left out unless its
// note is held.
type deliveryView struct {
	ID              string              `json:"_id"`
	Version         int                 `json:"version"`
	Note            string              `json:"note"`
	Words           *int                `json:"words"`
	Files           []deliveredFileView `json:"files"`
	Receipt         string              `json:"receipt"`
	DeliveredAt     string              `json:"deliveredAt"`
	Tutor           *tutorView          `json:"tutor"`
	AnswersRevision *int                `json:"answersRevision"`
	Held            bool                `json:"held,omitempty"`
	Notice          string              `json:"notice,omitempty"`
}

// deliveredFileView is a delivered file. Its address is empty once the file was deleted, and while
// nobody may open it: State, which is left out otherwise, says why.
type deliveredFileView struct {
	ID         string  `json:"_id"`
	Name       string  `json:"name"`
	Size       int64   `json:"size"`
	SHA256     string  `json:"sha256"`
	Words      *int    `json:"words"`
	URL        string  `json:"url"`
	PurgedAt   *string `json:"purgedAt"`
	Comparable bool    `json:"comparable"`
	State      string  `json:"state,omitempty"` // "checking" or "infected"
}

type tutorView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// deliveryViewFor returns the view of deliveries for one reader.
func deliveryViewFor(reader *core.Record, now time.Time) func(store.DeliveryRow) deliveryView {
	return func(row store.DeliveryRow) deliveryView {
		view := deliveryView{
			ID: row.ID, Version: row.Version, Words: row.Files.Words(), Files: []deliveredFileView{},
			Receipt: row.Receipt, DeliveredAt: string(row.Created),
		}
		view.Note, view.Held, view.Notice = moderation.Read(row.TextStatus, row.Writer, store.ReaderOf(reader), row.Note)
		for _, file := range row.Files {
			shown := deliveredFileView{
				ID: file.File, Name: file.Name, Size: file.Size, SHA256: file.SHA256, Words: file.Words, PurgedAt: file.PurgedAt,
				State: row.FileStates.Shown(file.File),
			}
			shown.Comparable = file.Comparable && file.PurgedAt == nil && shown.State == ""
			if file.PurgedAt == nil && shown.State == "" {
				shown.URL = files.Link(deliveredFilePath(row.Assignment, row.Version, file.File), file.File, reader, now)
			}
			view.Files = append(view.Files, shown)
		}
		if row.Tutor != "" {
			view.Tutor = &tutorView{row.Tutor, row.TutorName}
		}
		if row.AnswersRevision > 0 {
			view.AnswersRevision = &row.AnswersRevision
		}
		return view
	}
}
